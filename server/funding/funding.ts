/** Money in, and the wallet's statement. */
export { underWay as forecastsUnderWay } from './forecasts/forecastQueries.ts'
export { todayOf } from './limits.ts'
export { dayLimits } from './rails.ts'
export { termsOf } from './terms.ts'
export { newestRate } from './rateQueries.ts'

export { rateKnown, rateNow, setRate, showMicros } from './rates.ts'
export { allFlows } from './allFlows.ts'

export { accountsWithTxHash, ordersPage } from './deskQueries.ts'
export { transfersOfOrder } from './payments/orderTransfers.ts'
export { listFlows } from './listFlows.ts'
export { paymentRoutes } from './payments/intake.ts'
export { reverseTopUp } from './payments/reversePayment.ts'

export { breaksSince, keepBreak, keepBreakOpen, type Break } from './payments/breakQueries.ts'
export { closeRun, mendBreaksOf, openBreaksOf, openRun } from './recon/runQueries.ts'
