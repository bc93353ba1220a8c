import * as tryOnContract from '#contract/controls/tryOn.ts'
import * as declineLadderContract from '#contract/trades/declineLadder.ts'
import * as boardContract from '#contract/trades/desk/board.ts'
import * as heldEventsContract from '#contract/trades/desk/heldEvents.ts'
import * as listsContract from '#contract/trades/desk/lists.ts'
import * as refundReviewsContract from '#contract/trades/desk/refundReviews.ts'
import * as rulesContract from '#contract/trades/desk/rules.ts'
import * as moneyFlowContract from '#contract/trades/moneyFlow.ts'
import * as rebindsContract from '#contract/trades/rebinds.ts'
import * as replaysContract from '#contract/trades/replays.ts'
import * as recurringContract from '#contract/trades/recurring.ts'
import * as rehearsalsContract from '#contract/trades/rehearsals.ts'
import * as spendContract from '#contract/trades/spend.ts'
import * as tradesContract from '#contract/trades/trades.ts'
import * as wouldPassContract from '#contract/trades/wouldPass.ts'
import type { Answers } from '../core/answer.ts'
import { ago, HOUR } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { matchMerchants } from './brands/matchMerchants.ts'
import { blockedByCvc, liftCvcBlocks, ranShort } from './cardBlocks.ts'
import { declineBoard, riskState, riskiest } from './desk/board/board.ts'
import { chargeAllDeclines, chargeDeclines, declinesThisMonth } from './declineFees/chargeDeclines.ts'
import { declineFeeProofs, feesOfOpenMonths } from './declineFees/proof.ts'
import { settleDeclineMonths } from './declineFees/settleMonths.ts'
import { askResume, haltDecisions, resumeApproval } from './desk/board/halt.ts'
import { daysOfAll, stoppedNow } from './desk/board/queries.ts'
import { restoreEvidence } from './desk/board/restoreEvidence.ts'
import { askRestore, restoreApproval, shutAccount } from './desk/board/stopAccount.ts'
import { dismissEvent, dismissEventApproval, listHeldEvents, retryEvent } from './desk/heldEvents/heldEvents.ts'
import { waitingEventsAtDesk } from './desk/heldEvents/queries.ts'
import { addToList, loosenApproval, riskLists, takeOffList } from './desk/lists.ts'
import {
  listRefundReviews,
  refundReleaseApproval,
  refundReturnApproval,
  releaseRefund,
  returnRefund,
} from './desk/refundReviews.ts'
import { backTest, backTestRules, cancelBackTest, showBackTest } from './desk/rules/backTest.ts'
import { discardRules, listRuleSets, saveRules, showRuleSet } from './desk/rules/drafts.ts'
import { publishRules, rollBackRules, rulesApproval, shadowRules } from './desk/rules/stages.ts'
import { applyEvents } from './events/apply.ts'
import { applyLeftOver, fillGaps } from './events/intake.ts'
import { waitingReviews } from './events/queries.ts'
import { expireOverdue } from './events/releaseHold.ts'
import { issuerUse } from './figures.ts'
import { declineDayProofs } from './declineDays/proof.ts'
import { keepDeclineDays } from './declineDays/keepDays.ts'
import { tellDeclines } from './declineNotices/tellDeclines.ts'
import { declineLadder } from './ladder/declineLadder.ts'
import { declineRateOfCard } from './ladder/rate.ts'
import { weighAll, weighDeclines } from './ladder/weighDeclines.ts'
import { pageAuthorizations, pageSubAuthorizations } from './lists/authorizations.ts'
import { pageDeclines, pageSubDeclines } from './lists/declines.ts'
import { pageSubTrades, pageTrades } from './lists/settled.ts'
import { heldByAuths, tradeProofs } from './proof.ts'
import { countersOf, forgetAwaited, writeCounters } from './queries.ts'
import { moneyFlowEntries } from './moneyFlow/listEntries.ts'
import { moneyFlow } from './moneyFlow/showFlow.ts'
import { cardRebinds } from './rehearse/rebinds.ts'
import { cardRecurring } from './recurring/cardRecurring.ts'
import { rehearse } from './rehearse/rehearse.ts'
import { wouldPass } from './rehearse/wouldPass.ts'
import { replayDecline } from './replay/replayDecline.ts'
import { AWAITED_FOR_MS } from './rules/limits.ts'
import { lastApprovals } from './rules/queries.ts'
import { readDueSettlements, readSettlement } from './settlement/readSettlement.ts'
import { spendAnalysis } from './spend/analysis.ts'
import { cardSpend } from './spend/cardSpend.ts'
import { keepSpend } from './spend/keepSpend.ts'
import { cardSpendProof } from './spend/proof.ts'
import { tryControls } from './tryOn/tryControls.ts'
import { followLeftBehind, followUses } from './uses/followUses.ts'
import { waitingMetrics } from './waitingMetrics.ts'

export const answers = {
  pageAuthorizations,
  pageSubAuthorizations,
  pageTrades,
  pageSubTrades,
  pageDeclines,
  pageSubDeclines,
  declineLadder,
  rehearse,
  cardRecurring,
  wouldPass,
  replayDecline,
} satisfies Answers<
  typeof tradesContract &
    typeof declineLadderContract &
    typeof rehearsalsContract &
    typeof recurringContract &
    typeof wouldPassContract &
    typeof replaysContract
>

const tryOnAnswers = { tryControls } satisfies Answers<typeof tryOnContract>
const spendAnswers = { cardSpend, spendAnalysis } satisfies Answers<typeof spendContract>
const moneyFlowAnswers = { moneyFlow, moneyFlowEntries } satisfies Answers<typeof moneyFlowContract>
const rebindAnswers = { cardRebinds } satisfies Answers<typeof rebindsContract>

export const boardAnswers = {
  declineBoard,
  shutAccount,
  askRestore,
  restoreEvidence,
  riskState,
  haltDecisions,
  askResume,
} satisfies Answers<typeof boardContract>

export const listAnswers = { riskLists, addToList, takeOffList } satisfies Answers<typeof listsContract>

export const heldEventAnswers = { listHeldEvents, retryEvent, dismissEvent } satisfies Answers<
  typeof heldEventsContract
>
export const refundReviewAnswers = { listRefundReviews, releaseRefund, returnRefund } satisfies Answers<
  typeof refundReviewsContract
>

export const ruleAnswers = {
  listRuleSets,
  showRuleSet,
  saveRules,
  discardRules,
  shadowRules,
  publishRules,
  rollBackRules,
  backTestRules,
  showBackTest,
  cancelBackTest,
} satisfies Answers<typeof rulesContract>

export const module = {
  calls: [
    answered(
      {
        ...tradesContract,
        ...declineLadderContract,
        ...rehearsalsContract,
        ...recurringContract,
        ...wouldPassContract,
        ...replaysContract,
      },
      answers,
    ),
    answered(spendContract, spendAnswers),
    answered(moneyFlowContract, moneyFlowAnswers),
    answered(rebindsContract, rebindAnswers),
    answered(tryOnContract, tryOnAnswers),
    answered(boardContract, boardAnswers),
    answered(listsContract, listAnswers),
    answered(heldEventsContract, heldEventAnswers),
    answered(refundReviewsContract, refundReviewAnswers),
    answered(rulesContract, ruleAnswers),
  ],
  jobs: {
    'trades.applyEvents': applyEvents,
    'trades.followUses': followUses,
    'trades.weighDeclines': async (payload) => {
      await weighDeclines(payload)
      await chargeDeclines(payload)
    },
    'trades.ranShort': ranShort,
    'trades.blockedByCvc': blockedByCvc,
    'trades.backTest': (payload) => backTest(payload),
    'trades.readSettlement': readSettlement,
    'trades.matchMerchants': matchMerchants,
  },
  sweeps: {
    'trades.fillGaps': { every: 'minute', work: fillGaps },
    'trades.applyLeftOver': { every: 'minute', work: applyLeftOver },
    'trades.expireOverdue': { every: 'minute', work: expireOverdue },
    'trades.liftCvcBlocks': { every: 'minute', work: liftCvcBlocks },
    'trades.matchMerchants': { every: 'minute', work: matchMerchants },
    'trades.tellDeclines': { every: 'minute', work: tellDeclines },
    'trades.readDueSettlements': { every: 'hour', work: readDueSettlements },
    'trades.usesLeftBehind': { every: 'hour', work: followLeftBehind },
    'trades.weighAll': { every: 'hour', work: weighAll },
    'trades.keepDeclineDays': { every: 'hour', work: keepDeclineDays },
    'trades.keepSpend': { every: 'hour', work: keepSpend },
    'trades.chargeAllDeclines': { every: 'hour', work: chargeAllDeclines },
    'trades.settleDeclineMonths': { every: 'hour', work: settleDeclineMonths },
    'trades.forgetAwaited': { every: 'day', work: async () => void (await forgetAwaited(ago(AWAITED_FOR_MS))) },
  },
  heldElsewhere: [heldByAuths],
  undecidedFees: [feesOfOpenMonths],
  metrics: [waitingMetrics],
  proofs: [...tradeProofs, ...declineFeeProofs, ...declineDayProofs, cardSpendProof],
  queues: [
    {
      queue: 'stoppedAccounts',
      name: { cn: '停用账户待处理', en: 'Stopped accounts' },
      for: ['staff:risk.make', 'staff:risk.check'],
      slaMs: 24 * HOUR,
      path: '/risk',
      waiting: () => stoppedNow(db),
    },
    {
      queue: 'heldEvents',
      name: { cn: '挂起的网络通知', en: 'Network events on hold' },
      for: ['staff:money.make'],
      slaMs: 4 * HOUR,
      path: '/events',
      waiting: () => waitingEventsAtDesk(db),
    },
    {
      queue: 'refundReviews',
      name: { cn: '审核中的退款', en: 'Refunds under review' },
      for: ['staff:money.make'],
      slaMs: 24 * HOUR,
      path: '/refunds',
      waiting: () => waitingReviews(db),
    },
  ],
  approvals: {
    'event.dismiss': dismissEventApproval,
    'refund.release': refundReleaseApproval,
    'refund.return': refundReturnApproval,
    'risk.loosen': loosenApproval,
    'risk.restore': restoreApproval,
    'risk.resume': resumeApproval,
    'risk.rules': rulesApproval,
  },
  ports: {
    'cards.declineStats': (accountId, cardId) => declineRateOfCard(db, accountId, cardId),
    'cards.declinesThisMonth': declinesThisMonth,
    'accounts.riskiest': riskiest,
    'programs.cardUse': issuerUse,
    'staff.purchaseDays': (fromDay) => daysOfAll(db, fromDay),
    'controls.countersOf': countersOf,
    'controls.lastApprovals': lastApprovals,
    'controls.writeCounters': writeCounters,
  },
} satisfies Module
