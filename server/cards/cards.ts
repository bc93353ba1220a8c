/**
 * Cards: opened through the issuer, loaded, emptied, frozen and deleted by their owners. Their money is in the ledger;
 * their numbers are with the issuer, and here are only keyed hashes of them.
 */
// For the transactions, which stand above.
export { cardsByNumberSql, decidedCardColumns, moneyByNumberSql } from './posting/decision.ts'
export { sameZip } from './sealed.ts'
export { cvcFits, panHash } from './lookup.ts'
export { crossBorderOf, termsOfAll, type Terms } from './ranges/terms.ts'
export { tagsOfCards } from './tags/queries.ts'

export { maybeCard, segmentsSql } from './queries.ts'
export {
  cardIdsBy,
  cardNames,
  cardNamesSql,
  cardOfIssuer,
  lockForPosting,
  spent,
  WalletToo,
  type PostedCard,
} from './posting/posting.ts'
export { coverNegative } from './debts/coverDebts.ts'
export { debtPolicy, useDebtPolicy, type DebtPolicy } from './debts/debtPolicy.ts'
export { holdsResolved } from './closing/closing.ts'
export { cardCreated } from './opening/askIssuer.ts'
export { blockCards, cardStateChanged } from './controls/blockCards.ts'
export type { BillMeta } from './details/cardBill.ts'

export { rehearsedCards, type Rehearsed } from './lists/rehearsedCards.ts'
export { cardIdsOfSub } from './queries.ts'
export { budgetOf } from './figures/budget.ts'

// For figures over all cards of an account or of a sub-account.
export { cardCounts, cardFigures, countExpiring, type CardFigures } from './figures/queries.ts'
export { spendFigures, type Spend } from './posting/spend.ts'

// For files of all cards that a filter finds, and of their numbers.
export { cardsAsSheet, seesGroups } from './lists/cardsAsSheet.ts'
export { logReveals, revealMany, type Revealed } from './details/revealMany.ts'
// For whoever wants to hear that little is left on a card.
export { cardsBelow } from './lowQueries.ts'
// For staff.
export { accountsWithLastFour } from './deskQueries.ts'
export { listCards } from './lists/listCards.ts'
