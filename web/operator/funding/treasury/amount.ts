import { units } from '#web/operator/ledger/units.ts'
import { exactly } from '../topUps/exactly.ts'

/** An amount of the treasury in full, with its currency: `64,340.00 USDT`. */
export const amount = (minor: number, { currency, scale }: { currency: string; scale: number }): string =>
  `${exactly(units(minor, scale))} ${currency}`
