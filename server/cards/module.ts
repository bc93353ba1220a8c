import * as batchesContract from '#contract/cards/batches.ts'
import * as cardsContract from '#contract/cards/cards.ts'
import * as cardDeskContract from '#contract/cards/desk/openings.ts'
import * as rangeDeskContract from '#contract/cards/desk/ranges.ts'
import * as cardGroupsContract from '#contract/cards/groups.ts'
import * as cardHoldersContract from '#contract/cards/holders.ts'
import * as importsContract from '#contract/cards/imports.ts'
import * as remarkContract from '#contract/cards/remark.ts'
import * as replacingContract from '#contract/cards/replacing.ts'
import * as withdrawingContract from '#contract/cards/withdrawing.ts'
import * as tagsContract from '#contract/cards/tags.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { forgetOldQuotes } from '../core/quotes.ts'
import { batchCard, listBatches } from './batches/batchCard.ts'
import { cancelBatch } from './batches/cancelBatch.ts'
import { deleteBatch } from './batches/deleteBatch.ts'
import { loadBatch, priceBatchLoad } from './batches/loadBatch.ts'
import { openBatch, priceBatchOpening } from './batches/openBatch.ts'
import { priceRetry, retryBatch } from './batches/retryBatch.ts'
import { workBatch, workDueBatches } from './batches/workBatch.ts'
import { deleteCard } from './closing/deleteCard.ts'
import { expireCards } from './closing/expireCards.ts'
import { freezeCard } from './controls/freezeCard.ts'
import { tellIssuer } from './controls/tellIssuer.ts'
import { coverDebts, payDebts, settleAllDebts } from './debts/coverDebts.ts'
import { STUCK_MS, stuckCount } from './desk/openings/queries.ts'
import { askForOpening, listStuckOpenings } from './desk/openings/stuckOpenings.ts'
import { addRange, offeredRanges } from './desk/ranges/addRange.ts'
import { askPrice, priceApproval, priceChange } from './desk/ranges/askPrice.ts'
import { priceEffect } from './desk/ranges/priceEffect.ts'
import { changeRange, rangeChange } from './desk/ranges/changeRange.ts'
import { listRangesAtDesk, showRangeAtDesk } from './desk/ranges/listRanges.ts'
import { dearestFees } from './desk/ranges/queries.ts'
import { cardBill } from './details/cardBill.ts'
import { cardLog } from './details/cardLog.ts'
import { changeRemark } from './details/changeRemark.ts'
import { forgetOldReveals } from './details/queries.ts'
import { askCardCode, checkCardCode } from './details/reveals.ts'
import { showCard, cardBalance } from './details/showCard.ts'
import { cardsOfSubs } from './figures/cardsOfSubs.ts'
import { monthFeeProofs } from './fees/proof.ts'
import { takeMonthFees } from './fees/takeMonthFees.ts'
import { tellMonthFees } from './fees/tellMonthFees.ts'
import { cardsOpened } from './figures/queries.ts'
import { addCardGroup, changeCardGroup, orderCardGroup } from './groups/editGroups.ts'
import { countCardGroups, countUngrouped, listCardGroups } from './groups/listGroups.ts'
import { groupCard, groupCards } from './groups/moveCards.ts'
import { removeCardGroup, removeCardGroups, mergeCardGroups } from './groups/removeGroups.ts'
import { editAddress } from './holders/editAddress.ts'
import { forgetHolders } from './holders/queries.ts'
import { tellDueHolders, tellHolder } from './holders/tellHolder.ts'
import { importData } from './imports/importData.ts'
import { importResult } from './imports/importResult.ts'
import { importTemplate } from './imports/importTemplate.ts'
import { listCards, listCardsOfSubs } from './lists/listCards.ts'
import { loadCard, priceLoad } from './loading/loadCard.ts'
import { withdrawFromCard, priceWithdrawal } from './loading/withdrawFromCard.ts'
import { priceWithdrawals, withdrawFromCards } from './loading/withdrawFromCards.ts'
import { askDueOpenings, askIssuer } from './opening/askIssuer.ts'
import { openCard, priceOpening } from './opening/openCard.ts'
import { suggestHolder } from './opening/suggestHolder.ts'
import { cardProofs, batchProofs } from './proof.ts'
import { countLiveCards } from './queries.ts'
import { cardRanges } from './ranges/cardRanges.ts'
import { cardUse, pastUse } from './ranges/prices.ts'
import { followReplacements } from './replacing/closeFormer.ts'
import { replacementsOfCard } from './replacing/lineage.ts'
import { priceReplacement, replaceCard } from './replacing/replaceCard.ts'
import { compareDaily, compareWithIssuer, closeFailedOpening } from './reconciliation/compareWithIssuer.ts'
import { changeTag, removeTags, listTags } from './tags/manageTags.ts'
import { addTag, untagCards } from './tags/tagCards.ts'

export const answers = {
  cardRanges,
  listCards,
  listCardsOfSubs,
  suggestHolder,
  askCardCode,
  checkCardCode,
  priceOpening,
  openCard,
  freezeCard,
  editAddress,
  showCard,
  cardBalance,
  cardBill,
  priceLoad,
  loadCard,
  priceWithdrawal,
  withdrawFromCard,
  deleteCard,
  cardLog,
} satisfies Answers<typeof cardsContract & typeof cardHoldersContract>

export const batchAnswers = {
  priceBatchOpening,
  openBatch,
  priceBatchLoad,
  loadBatch,
  deleteBatch,
  batchCard,
  listBatches,
  retryBatch,
  priceRetry,
  cancelBatch,
} satisfies Answers<typeof batchesContract>

export const groupAnswers = {
  listCardGroups,
  countUngrouped,
  countCardGroups,
  addCardGroup,
  changeCardGroup,
  orderCardGroup,
  removeCardGroup,
  removeCardGroups,
  mergeCardGroups,
  groupCards,
  groupCard,
} satisfies Answers<typeof cardGroupsContract>

const remarkAnswers = { changeRemark } satisfies Answers<typeof remarkContract>
export const withdrawingAnswers = { priceWithdrawals, withdrawFromCards } satisfies Answers<typeof withdrawingContract>

export const tagAnswers = { listTags, addTag, changeTag, removeTags, untagCards } satisfies Answers<typeof tagsContract>

export const replacingAnswers = { priceReplacement, replaceCard, replacementsOfCard } satisfies Answers<
  typeof replacingContract
>

const importAnswers = { importTemplate, importData, importResult } satisfies Answers<typeof importsContract>

export const deskAnswers = { listStuckOpenings, askForOpening } satisfies Answers<typeof cardDeskContract>

export const rangeDeskAnswers = {
  listRangesAtDesk,
  showRangeAtDesk,
  changeRange,
  askPrice,
  priceEffect,
  offeredRanges,
  addRange,
} satisfies Answers<typeof rangeDeskContract>

export const module = {
  calls: [
    answered({ ...cardsContract, ...cardHoldersContract }, answers),
    answered(batchesContract, batchAnswers),
    answered(cardGroupsContract, groupAnswers),
    answered(tagsContract, tagAnswers),
    answered(remarkContract, remarkAnswers),
    answered(importsContract, importAnswers),
    answered(replacingContract, replacingAnswers),
    answered(withdrawingContract, withdrawingAnswers),
    answered(cardDeskContract, deskAnswers),
    answered(rangeDeskContract, rangeDeskAnswers),
  ],
  jobs: {
    'cards.askIssuer': askIssuer,
    'cards.tellIssuer': tellIssuer,
    'cards.tellHolder': tellHolder,
    'cards.coverDebts': coverDebts,
    'cards.compareWithIssuer': compareWithIssuer,
    'cards.closeFailedOpening': closeFailedOpening,
    'cards.workBatch': workBatch,
  },
  sweeps: {
    /** Openings that are due for another attempt: their job was lost, or a long wait has ended. */
    'cards.askDue': { every: 'minute', work: askDueOpenings },
    /** Rows of batches that are due: their worker has died, or a long wait has ended. */
    'cards.batchesDue': { every: 'minute', work: workDueBatches },
    'cards.holdersDue': { every: 'minute', work: tellDueHolders },
    'cards.settleDebts': { every: 'hour', work: settleAllDebts },
    'cards.compareDaily': { every: 'day', work: compareDaily },
    'cards.tellMonthFees': { every: 'hour', work: tellMonthFees },
    'cards.takeMonthFees': { every: 'hour', work: takeMonthFees },
    /** Steps of replacements: new cards that were made or refused, former cards that close. */
    'cards.replacements': { every: 'minute', work: followReplacements },
    'cards.expire': { every: 'hour', work: expireCards },
    'cards.forget': {
      every: 'day',
      work: async () => {
        await forgetOldReveals(db)
        await forgetOldQuotes()
      },
    },
  },
  proofs: [...cardProofs, ...batchProofs, ...monthFeeProofs],
  queues: [
    {
      queue: 'stuckCards',
      name: { cn: '未决开卡', en: 'Unconfirmed openings' },
      for: ['staff:account.make'],
      slaMs: STUCK_MS,
      path: '/stuck',
      waiting: () => stuckCount(db),
    },
  ],
  approvals: { 'product.price': priceApproval },
  changes: { RANGE: rangeChange, PRICE: priceChange },
  ports: {
    'identity.liveCards': countLiveCards,
    'identity.forgetHolders': forgetHolders,
    'identity.payDebts': payDebts,
    'coupons.dearestOpening': async (on) => (await dearestFees(on)).open,
    'coupons.dearestLoad': async (on) => (await dearestFees(on)).load,
    'coupons.priceCardUse': cardUse,
    'plans.liveCards': (accountId) => countLiveCards(db, accountId),
    'plans.pastUse': pastUse,
    'programs.cardsOpened': cardsOpened,
    'subaccounts.cards': cardsOfSubs,
  },
} satisfies Module
