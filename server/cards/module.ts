import * as batchesContract from '#contract/cards/batches.ts'
import * as cardDeskContract from '#contract/cards/desk/openings.ts'
import * as cardGroupsContract from '#contract/cards/groups.ts'
import * as cardHoldersContract from '#contract/cards/holders.ts'
import * as cardsContract from '#contract/cards/cards.ts'
import * as importsContract from '#contract/cards/imports.ts'
import * as rangeDeskContract from '#contract/cards/desk/ranges.ts'
import * as tagsContract from '#contract/cards/tags.ts'
import type { Answers } from '../core/answer.ts'
import { askDueOpenings, askIssuer } from './askIssuer.ts'
import { batchCard, listBatches } from './batches/batchCard.ts'
import { cancelBatch } from './batches/cancelBatch.ts'
import { deleteBatch } from './batches/deleteBatch.ts'
import { loadBatch, priceBatchLoad } from './batches/loadBatch.ts'
import { openBatch, priceBatchOpening } from './batches/openBatch.ts'
import { batchProofs } from './batches/proof.ts'
import { priceRetry, retryBatch } from './batches/retryBatch.ts'
import { workBatch, workDueBatches } from './batches/workBatch.ts'
import { cardBalance } from './cardBalance.ts'
import { cardBill } from './cardBill.ts'
import { askCardCode, checkCardCode } from './cardCodes.ts'
import { cardLog } from './cardLog.ts'
import { cardRanges } from './cardRanges.ts'
import { closeFailedOpening } from './closeFailedOpening.ts'
import { compareDaily, compareWithIssuer } from './compareWithIssuer.ts'
import { coverDebts, payDebts, settleAllDebts } from './coverDebts.ts'
import { deleteCard } from './deleteCard.ts'
import { askForOpening, listStuckOpenings } from './desk/stuckOpenings.ts'
import { STUCK_MS, stuckCount } from './desk/stuckQueries.ts'
import { expireCards } from './expireCards.ts'
import { freezeCard } from './freezeCard.ts'
import { addCardGroup } from './groups/addGroup.ts'
import { changeCardGroup } from './groups/changeGroup.ts'
import { countCardGroups, countUngrouped, listCardGroups } from './groups/listGroups.ts'
import { mergeCardGroups } from './groups/mergeGroups.ts'
import { groupCard, groupCards } from './groups/moveCards.ts'
import { orderCardGroup } from './groups/orderGroup.ts'
import { removeCardGroup, removeCardGroups } from './groups/removeGroups.ts'
import { editAddress } from './holders/editAddress.ts'
import { forgetHolders } from './holders/forgetHolders.ts'
import { sealOldHolders } from './holders/sealOldHolders.ts'
import { tellDueHolders, tellHolder } from './holders/tellHolder.ts'
import { importData } from './imports/importData.ts'
import { importResult } from './imports/importResult.ts'
import { importTemplate } from './imports/importTemplate.ts'
import { listCards, listCardsOfSubs } from './listCards.ts'
import { loadCard } from './loadCard.ts'
import { cardsOfSubs } from './ofSubs.ts'
import { openCard } from './openCard.ts'
import { forgetOldReveals } from './orderQueries.ts'
import { pastUse } from './pastUse.ts'
import { priceLoad } from './priceLoad.ts'
import { priceOpening } from './priceOpening.ts'
import { cardUse } from './priceUse.ts'
import { priceWithdrawal } from './priceWithdrawal.ts'
import { cardProofs } from './proof.ts'
import { countLiveCards } from './queries.ts'
import { askPrice, priceApproval, priceChange } from './rangeDesk/askPrice.ts'
import { changeRange, rangeChange } from './rangeDesk/changeRange.ts'
import { dearestFees } from './rangeDesk/rangeDeskQueries.ts'
import { listRangesAtDesk, showRangeAtDesk } from './rangeDesk/rangesAtDesk.ts'
import { showCard } from './showCard.ts'
import { suggestHolder } from './suggestHolder.ts'
import { addTag } from './tags/addTag.ts'
import { changeTag } from './tags/changeTag.ts'
import { listTags } from './tags/listTags.ts'
import { removeTags } from './tags/removeTags.ts'
import { untagCards } from './tags/untagCards.ts'
import { tellIssuer } from './tellIssuer.ts'
import { withdrawFromCard } from './withdrawFromCard.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { forgetOldQuotes } from '../core/quotes.ts'

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

export const tagAnswers = { listTags, addTag, changeTag, removeTags, untagCards } satisfies Answers<typeof tagsContract>

const importAnswers = { importTemplate, importData, importResult } satisfies Answers<typeof importsContract>

export const deskAnswers = { listStuckOpenings, askForOpening } satisfies Answers<typeof cardDeskContract>

export const rangeDeskAnswers = { listRangesAtDesk, showRangeAtDesk, changeRange, askPrice } satisfies Answers<
  typeof rangeDeskContract
>

export const module = {
  calls: [
    answered({ ...cardsContract, ...cardHoldersContract }, answers),
    answered(batchesContract, batchAnswers),
    answered(cardGroupsContract, groupAnswers),
    answered(tagsContract, tagAnswers),
    answered(importsContract, importAnswers),
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
    /** Openings that are due to be asked for again: their job is lost, or it is long since they were asked for. */
    'cards.askDue': { every: 'minute', work: askDueOpenings },
    /** Rows of batches that are due: their worker is gone, or they waited long. */
    'cards.batchesDue': { every: 'minute', work: workDueBatches },
    'cards.holdersDue': { every: 'minute', work: tellDueHolders },
    'cards.sealOldHolders': { every: 'minute', work: async () => void (await sealOldHolders()) },
    'cards.settleDebts': { every: 'hour', work: settleAllDebts },
    'cards.compareDaily': { every: 'day', work: compareDaily },
    'cards.expire': { every: 'hour', work: expireCards },
    'cards.forget': {
      every: 'day',
      work: async () => {
        await forgetOldReveals(db)
        await forgetOldQuotes()
      },
    },
  },
  proofs: [...cardProofs, ...batchProofs],
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
    'subaccounts.cards': cardsOfSubs,
  },
} satisfies Module
