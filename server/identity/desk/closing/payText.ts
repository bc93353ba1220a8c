import type { LedgerCurrency } from '#contract/ledger/ledger.ts'
import { plain, show } from '#contract/core/money.ts'

/** What is to be sent, in its own currency: `$470.36`, `470.360000 USDT`. */
export const payText = (units: number, currency: LedgerCurrency): string =>
  currency === 'USDT' ? `${plain(units, 6)} USDT` : show(units, currency)
