/**
 * Cards: opened through the issuer, loaded, withdrawn from, frozen and deleted by their owners. Their money is in the ledger; their numbers are with the
 * issuer, and only keyed hashes of them are stored here.
 */
// For transactions: decisions, postings and their lists.
export { cardByMoneySql, cardsByMoneySql, decidedCardColumns, placesByNumberSql } from './posting/queries.ts'
export { groupNames } from './groups/queries.ts'
export { cardsByRef } from './reconciliation/queries.ts'
export { cardOfIssuer, lockForPosting, spent, WalletToo, type PostedCard } from './posting/posting.ts'
export { cardIdsBy, cardNames, cardNamesSql } from './lists/cardNames.ts'
export { cardHashOf, cvcCode, cvcFits, panHash, sameZip } from './sealed.ts'
export { crossBorderOf, termsOfAll, type Terms } from './ranges/terms.ts'
export { hasRangesOf } from './ranges/queries.ts'
export { tagsNamed, tagsOfCards } from './tags/queries.ts'
export { keepsMoney, lockPayers, metaOf, postFees, type PaidFrom, type Payers } from './fees/payers.ts'
export { postedFees } from './fees/proof.ts'
export { chargesDeclines, feePricesOf, type FeePrices } from './fees/feePrices.ts'
export { chargeClosedCards, coverNegative } from './debts/coverDebts.ts'
export { debtPolicy, useDebtPolicy, type DebtPolicy } from './debts/shareDebt.ts'
export { holdsResolved, startClosing, SYSTEM } from './closing/deleteCard.ts'
export { lockMoneyOf } from './lockCard.ts'
export { cardCreated } from './opening/askIssuer.ts'
export { dueLives, lastOwnBlock, noLife, setLives, type Life as CardLife } from './controls/lives.ts'
export { closeOnDate } from './closing/closeOnDate.ts'
export type { Template as OpeningTemplate } from './opening/fromTemplate.ts'
export type { Starts } from './opening/openCards.ts'
export { blockCards, cardStateChanged } from './controls/blockCards.ts'
export { actsOfHolderSince } from './details/queries.ts'
export type { BillMeta } from './details/cardBill.ts'

// For figures over all cards of an account or a sub-account.
export { cardCounts, cardFigures, countExpiring, hasSeenNumber, type CardFigures } from './figures/queries.ts'
export { budgetOf } from './figures/budget.ts'
export { spendFigures, type Spend } from './posting/spend.ts'

// For exports: files of all cards that a filter finds, and of their numbers.
export { cardsAsSheet, seesGroups } from './lists/cardsAsSheet.ts'
export { logReveals, revealMany, type Revealed } from './details/reveals.ts'

// For staff, notices and previews.
export {
  accountsWithLastFour,
  cardsInUseSql,
  cardIdsOfSub,
  cardsIn,
  cardsWithin,
  cardOfMoneySql,
  cardsBelow,
  lockCardRows as lockCards,
  type CardRow,
  nameOf as cardNameOf,
  pointControls,
  maybeCard,
  owedOnClosedCards,
  moneyOfCardsSql,
  segmentsSql,
} from './queries.ts'
export { formerCardOf } from './replacing/lineage.ts'
export { controlledCards, documentsOfCards } from './lists/controlled.ts'
export { listCards } from './lists/listCards.ts'
export { logCards } from './orders/log.ts'
export { cardsToTry, type CardToTry, type TryFilter } from './lists/cardsToTry.ts'
export { rehearsedCards, type Rehearsed } from './lists/rehearsedCards.ts'
