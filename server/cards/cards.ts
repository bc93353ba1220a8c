/**
 * Cards: opened through the issuer, loaded, emptied, frozen and deleted by their owners. Their money is in the ledger;
 * their numbers are with the issuer, and here are only keyed hashes of them.
 */
import { db } from '../db.ts'
import { blocksClosing, forgets, settleDebtsBy } from '../identity/identity.ts'
import { proveBatches } from './batches/proof.ts'
import { dearestBy, priceUsesBy } from '../coupons/coupons.ts'
import { countUsageBy, pastUseBy } from '../plans/plans.ts'
import { payDebts } from './coverDebts.ts'
import { dearestFees } from './rangeDesk/rangeDeskQueries.ts'
import { pastUse } from './pastUse.ts'
import { serveSubs } from './ofSubs.ts'
import { proveCards } from './proof.ts'
import { forgetHolders } from './holders/forgetHolders.ts'
import { loadPrice, openingPrice } from './prices.ts'
import { countLiveCards } from './queries.ts'
import { termsOfAll } from './terms.ts'

proveCards()
serveSubs()
proveBatches()
settleDebtsBy(payDebts)
blocksClosing('CARDS', countLiveCards)
forgets(forgetHolders)
countUsageBy((accountId) => countLiveCards(db, accountId))
pastUseBy(pastUse)
dearestBy('open', async (on) => (await dearestFees(on)).open)
dearestBy('load', async (on) => (await dearestFees(on)).load)
for (const scene of ['OPEN', 'BATCH_OPEN', 'RECHARGE'] as const)
  priceUsesBy(scene, async ({ accountId }, { vid, amount }) => {
    if (vid === undefined || amount === undefined) return undefined
    // A file and a pasted card name their segment by its first digits.
    const terms = (await termsOfAll(db, accountId)).find(({ range }) => [range.vid, range.bin].includes(vid))
    return terms && { scene, vid: terms.range.vid, ...(scene === 'RECHARGE' ? loadPrice : openingPrice)(terms, amount) }
  })

// For the transactions, which stand above.
export { cardsByNumberSql, decidedCardColumns, moneyByNumberSql, type DecidedCardRow } from './decision.ts'
export { sameZip } from './holders/sealedHolder.ts'
export { cvcFits, panHash } from './lookup.ts'
export { crossBorderOf, termsOfAll, type Terms } from './terms.ts'
export { tagsOfCards } from './tags/queries.ts'
export { countStatsBy, type CardStats } from './stats.ts'
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
} from './posting.ts'
export { coverNegative } from './coverDebts.ts'
export { debtPolicies, debtPolicy, useDebtPolicy, type DebtPolicy } from './debtPolicy.ts'
export { holdsResolved } from './closing.ts'
export { cardCreated } from './askIssuer.ts'
export { blockCards, cardStateChanged, type BlockWish } from './blockCards.ts'
export type { BillMeta } from './cardBill.ts'

export { rehearsedCards, type Rehearsed } from './rehearsed.ts'
export { cardIdsOfSub } from './queries.ts'
export { budgetOf, type BudgetUse } from './budget.ts'

// For figures over all cards of an account or of a sub-account.
export { cardCounts, cardFigures, countExpiring, type CardFigures } from './figures.ts'
export { spendFigures, type Spend } from './spend.ts'

// For files of all cards that a filter finds, and of their numbers.
export { cardsAsSheet, seesGroups } from './cardsAsSheet.ts'
export { logReveals, revealMany, type Revealed } from './revealMany.ts'
// For whoever wants to hear that little is left on a card.
export { cardsBelow } from './lowQueries.ts'
// For staff.
export { accountsWithLastFour } from './deskQueries.ts'
export { listCards } from './listCards.ts'
