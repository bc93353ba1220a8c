/** Top-ups, and the wallet's statement. */
export { underWay as forecastsUnderWay } from './forecasts/queries.ts'
export { bankOf, banks } from './forecasts/banks.ts'
export { todayOf } from './orders/limits.ts'
export { dayLimits } from './rails/rails.ts'
export { newestRate } from './rails/queries.ts'
export { rateKnown, rateNow, setRate, showMicros } from './rails/rates.ts'
export { termsOf } from './rails/terms.ts'

export { heldIn, within } from './treasury/positions.ts'
export { oneTreasuryMove } from './treasury/queries.ts'
export { checkDay } from './treasury/treasury.ts'
export { allFlows, listFlows } from './listFlows.ts'
export { accountsWithTxHash, ordersPage } from './orders/deskQueries.ts'
export { paymentRoutes } from './payments/intake.ts'
export { transfersOfOrder } from './payments/orderTransfers.ts'
export { reverseTopUp } from './payments/reversePayment.ts'

export {
  breaksSince,
  closeRun,
  daysDone,
  keepBreak,
  keepBreakOpen,
  mendBreaksOf,
  openBreaksOf,
  openRun,
  type Break,
} from './rails/reconQueries.ts'
