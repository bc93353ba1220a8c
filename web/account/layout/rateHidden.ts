import { store, stored } from '#web/parts/client/session.ts'

const today = (): string => new Date().toDateString()

/** The line of the decline rate was dismissed, for the rest of this day. */
export const isRateHidden = (): boolean => stored('rateHidden') === today()
export const hideRateToday = (): void => store('rateHidden', today())
