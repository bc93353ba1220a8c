/** Top-ups, and the statement of the wallet. */
export { underWay as forecastsUnderWay } from './forecasts/queries.ts'
export { todayOf } from './orders/limits.ts'
export { dayLimits } from './rails/rails.ts'
export { termsOf } from './rails/terms.ts'
export { newestRate } from './rails/queries.ts'

export { rateKnown, rateNow, setRate, showMicros } from './rails/rates.ts'
export { allFlows } from './flows/listFlows.ts'

export { accountsWithTxHash, ordersPage } from './orders/deskQueries.ts'
export { transfersOfOrder } from './payments/orderTransfers.ts'
export { listFlows } from './flows/listFlows.ts'
export { paymentRoutes } from './payments/intake.ts'
export { reverseTopUp } from './payments/reversePayment.ts'

export { breaksSince, keepBreak, keepBreakOpen, type Break } from './rails/reconQueries.ts'
export { closeRun, mendBreaksOf, openBreaksOf, openRun } from './rails/reconQueries.ts'
