/** Money in, and the wallet's statement. */
import './proof.ts'
import { blocksClosing } from '../identity/identity.ts'
import { underWay } from './forecasts/forecastQueries.ts'
import { openOrders } from './queries.ts'
import './forecasts/queues.ts'

blocksClosing('TOPUPS', openOrders)
blocksClosing('FORECASTS', underWay)

export { underWay as forecastsUnderWay } from './forecasts/forecastQueries.ts'
export { todayOf } from './limits.ts'
export { dayLimits } from './rails.ts'
export { setRail, termsOf, type RailChange, type RailTerms } from './terms.ts'
export { newestRate } from './rateQueries.ts'
export { moveEarnings } from './payments/moveEarnings.ts'
export { rateKnown, rateNow, setRate, showFen, showMicros, type Rate } from './rates.ts'
export { allFlows } from './allFlows.ts'
export { flowOf, flowOfHold } from './flow.ts'
export { watch } from './jobs.ts'
export { accountsWithTxHash, ordersPage } from './deskQueries.ts'
export { transfersOfOrder } from './desk/topUpOrder.ts'
export { listFlows } from './listFlows.ts'
export { paymentRoutes } from './payments/intake.ts'
export { reverseTopUp, type TopUpReversal } from './payments/reversePayment.ts'
export { sellYuan, settleAcquirer, sweepUsdt } from './payments/treasury.ts'
export { breaksSince, keepBreak, keepBreakOpen, mendBreaks, type Break } from './payments/breakQueries.ts'
export { closeRun, mendBreaksOf, openBreaksOf, openRun } from './recon/runQueries.ts'
