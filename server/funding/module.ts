import * as railDeskContract from '#contract/funding/desk/rails.ts'
import * as suspenseContract from '#contract/funding/desk/suspense.ts'
import * as topUpDeskContract from '#contract/funding/desk/topUps.ts'
import * as treasuryContract from '#contract/funding/desk/treasury.ts'
import * as wireDeskContract from '#contract/funding/desk/wires.ts'
import * as forecastsContract from '#contract/funding/forecasts.ts'
import * as fundingContract from '#contract/funding/funding.ts'
import type { Answers } from '../core/answer.ts'
import { ago, DAY, HOUR } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db, transaction } from '../core/db.ts'
import { cancelRailChange, changeRail, railApproval, applyPlanned } from './desk/rails/changeRail.ts'
import { listRails, railHistory, railPicture, uploadRailPicture } from './desk/rails/listRails.ts'
import { listRates, rateApproval, setRateByHand } from './desk/rails/rates.ts'
import { listBreaks, resolveBreak, showBreak, listRuns, runRecon } from './desk/recon.ts'
import { assignSuspense, priceSuspense, suspenseAssignApproval } from './desk/suspense/assignSuspense.ts'
import { listSuspense, showSuspense } from './desk/suspense/listSuspense.ts'
import { returnSuspense, suspenseReturnApproval } from './desk/suspense/returnSuspense.ts'
import { askTopUp, topUpOrder, listTopUps } from './desk/topUps.ts'
import { listTreasuryMoves, treasuryPositions } from './desk/treasury/listTreasury.ts'
import { recordSale, saleApproval } from './desk/treasury/recordSale.ts'
import { recordSettlement, settlementApproval } from './desk/treasury/recordSettlement.ts'
import { recordSweep, sweepApproval } from './desk/treasury/recordSweep.ts'
import { assignLine, wireAssignApproval, returnLine, wireReturnApproval } from './desk/wires/assignLine.ts'
import { matchForecast, wireCreditApproval } from './desk/wires/creditForecast.ts'
import { importStatement } from './desk/wires/importStatement.ts'
import { bankLine, bankLines, deskForecast, deskForecasts, deskSlip } from './desk/wires/listForecasts.ts'
import { waitingLines } from './desk/wires/queries.ts'
import { recallForecast, wireRecallApproval } from './desk/wires/recallForecast.ts'
import { answerForecast, takeForecast } from './desk/wires/reviewForecast.ts'
import { putAsideLate } from './desk/wires/suspense.ts'
import { listFlows } from './listFlows.ts'
import { announceWire, resubmitForecast, revokeForecast, expireForecasts } from './forecasts/announceWire.ts'
import { listForecasts, wireAmount } from './forecasts/listForecasts.ts'
import { underWay, waitingForecasts, forgetLooseSlips } from './forecasts/queries.ts'
import { downloadFile, uploadSlip, uploadFile } from './forecasts/slips.ts'
import { openOrders } from './orders/queries.ts'
import { rechargeInfo } from './orders/rechargeInfo.ts'
import { rechargeStatus } from './orders/rechargeStatus.ts'
import { waitingItems } from './orders/suspenseQueries.ts'
import { askBankCode } from './payments/askBankCode.ts'
import { askLeftOver, paymentMetrics } from './payments/intake.ts'
import { pollOrder } from './payments/pollOrder.ts'
import { askAboutOrders, readDay, readDueDays } from './payments/reconcile.ts'
import { makePayment } from './payments/startPayment.ts'
import {
  directoryProofs,
  providerProofs,
  topUpProofs,
  suspenseProofs,
  statementProofs,
  treasuryProofs,
} from './proof.ts'
import { newestRate } from './rails/queries.ts'
import { railOf } from './rails/rails.ts'
import { waitingBreaks } from './rails/reconQueries.ts'
import { bankLimits } from './rails/terms.ts'
import { checkRecharge, createRecharge } from './recharge.ts'
import { moveEarnings, revalue } from './treasury/earnings.ts'
import { keepWatching, watchOnce } from './usdt/watch.ts'

export const answers = {
  rechargeInfo,
  createRecharge,
  askBankCode,
  bankLimits,
  rechargeStatus,
  checkRecharge,
  listFlows,
} satisfies Answers<typeof fundingContract>

export const forecastAnswers = {
  listForecasts,
  announceWire,
  revokeForecast,
  resubmitForecast,
  wireAmount,
  uploadSlip,
  uploadFile,
  uploadFileHere: uploadFile,
  downloadFile,
  downloadFileHere: downloadFile,
} satisfies Answers<typeof forecastsContract>

export const wireDeskAnswers = {
  deskForecasts,
  deskForecast,
  deskSlip,
  takeForecast,
  answerForecast,
  matchForecast,
  recallForecast,
  importStatement,
  bankLines,
  bankLine,
  assignLine,
  returnLine,
} satisfies Answers<typeof wireDeskContract>

export const suspenseAnswers = {
  listSuspense,
  showSuspense,
  priceSuspense,
  assignSuspense,
  returnSuspense,
} satisfies Answers<typeof suspenseContract>

export const topUpAnswers = {
  listTopUps,
  topUpOrder,
  askTopUp,
  listRuns,
  runRecon,
  listBreaks,
  showBreak,
  resolveBreak,
} satisfies Answers<typeof topUpDeskContract>

export const railAnswers = {
  listRails,
  railHistory,
  changeRail,
  cancelRailChange,
  uploadRailPicture,
  railPicture,
  listRates,
  setRateByHand,
} satisfies Answers<typeof railDeskContract>

export const treasuryAnswers = {
  treasuryPositions,
  listTreasuryMoves,
  recordSettlement,
  recordSale,
  recordSweep,
} satisfies Answers<typeof treasuryContract>

export const module = {
  calls: [
    answered(fundingContract, answers),
    answered(forecastsContract, forecastAnswers),
    answered(wireDeskContract, wireDeskAnswers),
    answered(suspenseContract, suspenseAnswers),
    answered(topUpDeskContract, topUpAnswers),
    answered(railDeskContract, railAnswers),
    answered(treasuryContract, treasuryAnswers),
  ],
  jobs: {
    'funding.makePayment': makePayment,
    'funding.askProvider': ({ provider, orderNo }) => pollOrder(railOf[provider], orderNo),
    'funding.readDay': ({ provider, fromMs }) => readDay(provider, fromMs),
    'funding.watch': watchOnce,
  },
  sweeps: {
    'funding.expireForecasts': { every: 'minute', work: async () => void (await expireForecasts()) },
    'funding.putAsideLate': { every: 'minute', work: async () => void (await putAsideLate()) },
    'funding.forgetLooseSlips': { every: 'day', work: async () => void (await forgetLooseSlips(db, ago(7 * DAY))) },
    // Earnings are moved after the day's currency revaluation.
    'funding.revalue': {
      every: 'day',
      work: async () => {
        await revalue()
        await moveEarnings()
      },
    },
    'funding.look': { every: 'minute', work: () => transaction((tx) => keepWatching(tx)) },
    'funding.askAboutOrders': { every: 'minute', work: askAboutOrders },
    'funding.askLeftOver': { every: 'minute', work: askLeftOver },
    'funding.plannedChanges': { every: 'minute', work: applyPlanned },
    'funding.readDays': { every: 'minute', work: readDueDays },
  },
  metrics: [paymentMetrics],
  proofs: [
    ...topUpProofs,
    ...directoryProofs,
    ...providerProofs,
    ...statementProofs,
    ...suspenseProofs,
    ...treasuryProofs,
  ],
  queues: [
    {
      queue: 'forecasts',
      name: { cn: '汇款预报', en: 'Funding forecasts' },
      for: ['staff:money.make'],
      slaMs: 2 * HOUR,
      path: '/forecasts',
      waiting: () => waitingForecasts(db),
    },
    {
      queue: 'bankLines',
      name: { cn: '银行来款', en: 'Bank payments to match' },
      for: ['staff:money.make'],
      slaMs: DAY,
      path: '/statements',
      waiting: () => waitingLines(db),
    },
    {
      queue: 'suspense',
      name: { cn: '待确认款项', en: 'Unmatched payments' },
      for: ['staff:money.make'],
      slaMs: DAY,
      path: '/suspense',
      waiting: () => waitingItems(db),
    },
    {
      queue: 'breaks',
      name: { cn: '对账差异', en: 'Breaks' },
      for: ['staff:books.make'],
      slaMs: DAY,
      path: '/recon',
      waiting: () => waitingBreaks(db),
    },
  ],
  approvals: {
    'rail.change': railApproval,
    'fx.rate': rateApproval,
    'treasury.settle': settlementApproval,
    'treasury.sell': saleApproval,
    'treasury.sweep': sweepApproval,
    'suspense.assign': suspenseAssignApproval,
    'suspense.return': suspenseReturnApproval,
    'wire.credit': wireCreditApproval,
    'wire.recall': wireRecallApproval,
    'wire.assign': wireAssignApproval,
    'wire.return': wireReturnApproval,
  },
  ports: {
    'identity.openForecasts': underWay,
    'identity.openTopUps': openOrders,
    'ledger.newestYuanRate': (on) => newestRate(on, 'CNY'),
  },
} satisfies Module
