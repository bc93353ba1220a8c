/** What cards do at merchants: decided in real time, settled by the issuer's events, shown in three lists. */
export { networkServer } from './decide/networkServer.ts'
export { ask } from './decide/http.ts'
export { networkRoutes } from './events/intake.ts'
export { useRefundReview } from './events/refundReview.ts'

/** For staff, who decide about it. */

/** The rate that the ladder goes by, and what of it is a sub-account's. */
export { declineLimit, declineRate, declineRateOfSubs } from './ladder/rate.ts'

export { countDryCards } from './rehearse/recurring.ts'

// For figures over all transactions of an account or of a sub-account.
export { declinesByDate } from './figures.ts'

// For files of everything that a filter finds.
export { authorizationsAsSheet, declinesAsSheet, tradesAsSheet } from './lists/tradesAsSheet.ts'
export { attemptsSql, merchantsSql } from './figures.ts'
export { pageDeclines } from './lists/declines.ts'
