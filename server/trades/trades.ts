/** Card transactions at merchants: decided in real time, settled by the issuer's events, shown in three lists. */
export { networkServer } from './door/networkServer.ts'
export { ask } from './door/http.ts'
export { networkRoutes } from './events/intake.ts'
export { useRefundReview } from './events/refundReview.ts'

/** The rate that determines the warning level, and a sub-account's share of it. */
export { declineLimit, declineRate, declineRateOfSubs } from './ladder/rate.ts'

export { lastSettledAt } from './queries.ts'
export { countDryCards } from './rehearse/dryCards.ts'

// Figures over all transactions of an account, of a sub-account, or of all accounts.
export { declinesByDate } from './declineDays/declinesByDate.ts'
export { attemptsSql, merchantsSql } from './figures.ts'

// For the desk of brands.
export { waitsForMatching } from './brands/matchMerchants.ts'
export { merchantsByBrand } from './brands/queries.ts'

// The lists, and files of everything that a filter finds.
export { staffRulesOf } from './auths.ts'
export { pageDeclines } from './lists/declines.ts'
export { authorizationsAsSheet, declinesAsSheet, tradesAsSheet } from './lists/tradesAsSheet.ts'

// For disputes of settled purchases.
export { authRefOf, lockPurchase, purchasesShown, repeatedClearing } from './events/disputedPurchase.ts'
export { Mismatch } from './events/checkEvent.ts'
export { flowMeta, NotYet, refundTarget, type EventCard } from './events/eventCard.ts'
export { insertTrade, leftOf, refundStatus, tradeById, updateTrade, type TradeRow } from './queries.ts'
