/** What cards do at merchants: decided in real time, settled by the issuer's events, shown in three lists. */
import { countStatsBy } from '../cards/cards.ts'
import { db } from '../db.ts'
import { spendOfSubsBy } from '../subaccounts/subaccounts.ts'
import { monthSpendOfSubs } from './figures.ts'
import { proveTrades } from './proof.ts'
import { statsOfCard } from './queries.ts'

proveTrades()
countStatsBy((accountId, cardId) => statsOfCard(db, accountId, cardId))
spendOfSubsBy((accountId, subUids) => monthSpendOfSubs(db, accountId, subUids))

export { networkServer } from './decide/door.ts'
export { ask } from './decide/http.ts'
export { networkRoutes } from './events/intake.ts'

/** For staff, who decide about it. */
export { restoreAccount } from './ladder/restoreAccount.ts'
/** The rate that the ladder goes by. */
export { declineRate } from './ladder/rate.ts'

// For figures over all transactions of an account or of a sub-account.
export { authFigures, tradeDays, type AuthFigures, type TradeDay } from './figures.ts'

// For files of everything that a filter finds.
export { authorizationsAsSheet, declinesAsSheet, tradesAsSheet } from './lists/tradesAsSheet.ts'
export { attemptsSql, merchantsSql } from './seenAtMerchants.ts'
export { pageDeclines } from './lists/declines.ts'
