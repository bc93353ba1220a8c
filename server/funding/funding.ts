/** Money in, and the wallet's statement. */
import './proof.ts'
import { blocksClosing } from '../identity/identity.ts'
import { openOrders } from './queries.ts'

blocksClosing('TOPUPS', openOrders)

export { dayBegan, todayOf } from './limits.ts'
export { dayLimits, rails } from './rails.ts'
export { allFlows } from './allFlows.ts'
export { flowOf, flowOfHold } from './flow.ts'
export { watch } from './jobs.ts'
export { accountsWithTxHash, ordersPage } from './deskQueries.ts'
export { listFlows } from './listFlows.ts'
