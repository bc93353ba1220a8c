import * as forecastsContract from '#contract/funding/forecasts.ts'
import * as fundingContract from '#contract/funding/funding.ts'
import * as railDeskContract from '#contract/funding/desk/rails.ts'
import * as suspenseContract from '#contract/funding/desk/suspense.ts'
import * as topUpDeskContract from '#contract/funding/desk/topUps.ts'
import * as wireDeskContract from '#contract/funding/desk/wires.ts'
import type { Answers } from '../core/answer.ts'
import { ago, DAY, HOUR } from '../core/clock.ts'
import { answered, type Module } from '../core/composition.ts'
import { db, transaction } from '../core/db.ts'
import { cancelRailChange, changeRail, railApproval } from './changes/changeRail.ts'
import { applyPlanned } from './changes/due.ts'
import { listRails, railHistory, railPicture, uploadRailPicture } from './changes/railsAtDesk.ts'
import { listRates, rateApproval, setRateByHand } from './changes/rateAtDesk.ts'
import { checkRecharge } from './checkRecharge.ts'
import { createRecharge } from './createRecharge.ts'
import { listTopUps } from './desk/listTopUps.ts'
import { askTopUp, topUpOrder } from './desk/topUpOrder.ts'
import { announceWire, resubmitForecast } from './forecasts/announce.ts'
import { bankLine, bankLines, deskForecast, deskForecasts, deskSlip } from './forecasts/atDesk.ts'
import { matchForecast, wireCreditApproval } from './forecasts/creditForecast.ts'
import { expireForecasts } from './forecasts/expireForecasts.ts'
import { underWay, waitingForecasts } from './forecasts/forecastQueries.ts'
import { listForecasts, wireAmount } from './forecasts/listForecasts.ts'
import { recallForecast, wireRecallApproval } from './forecasts/recallForecast.ts'
import { answerForecast, takeForecast } from './forecasts/reviewForecast.ts'
import { revokeForecast } from './forecasts/revokeForecast.ts'
import { forgetLooseSlips } from './forecasts/slipQueries.ts'
import { downloadFile, uploadSlip } from './forecasts/slips.ts'
import { uploadFile } from './forecasts/uploadFile.ts'
import { listFlows } from './listFlows.ts'
import { sealOldPayers } from './payers/sealOldPayers.ts'
import { askBankCode } from './payments/askBankCode.ts'
import { bankLimits } from './payments/bankLimits.ts'
import { askLeftOver } from './payments/intake.ts'
import { lookAtOrder } from './payments/lookAtOrder.ts'
import { makePayment } from './payments/makePayment.ts'
import { moveEarnings } from './payments/moveEarnings.ts'
import { askAboutOrders, readDay, readDueDays } from './payments/reconcile.ts'
import { revalue } from './payments/revalue.ts'
import { providerProofs, topUpProofs } from './proof.ts'
import { openOrders } from './queries.ts'
import { railOf } from './rails.ts'
import { newestRate } from './rateQueries.ts'
import { rechargeInfo } from './rechargeInfo.ts'
import { rechargeStatus } from './rechargeStatus.ts'
import { listBreaks, resolveBreak, showBreak } from './recon/breaks.ts'
import { waitingBreaks } from './recon/runQueries.ts'
import { listRuns, runRecon } from './recon/runs.ts'
import { assignLine, wireAssignApproval } from './statements/assignLine.ts'
import { importStatement } from './statements/importStatement.ts'
import { waitingLines } from './statements/lineQueries.ts'
import { statementProofs } from './statements/proof.ts'
import { returnLine, wireReturnApproval } from './statements/returnLine.ts'
import { putAsideLate } from './statements/suspense.ts'
import { assignSuspense, priceSuspense, suspenseAssignApproval } from './suspense/assign.ts'
import { returnSuspense, suspenseReturnApproval } from './suspense/giveBack.ts'
import { listSuspense, showSuspense } from './suspense/list.ts'
import { suspenseProofs } from './suspense/proof.ts'
import { waitingItems } from './suspense/suspenseQueries.ts'
import { keepWatching, watchOnce } from './watch.ts'

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

export const module = {
  calls: [
    answered(fundingContract, answers),
    answered(forecastsContract, forecastAnswers),
    answered(wireDeskContract, wireDeskAnswers),
    answered(suspenseContract, suspenseAnswers),
    answered(topUpDeskContract, topUpAnswers),
    answered(railDeskContract, railAnswers),
  ],
  jobs: {
    'funding.makePayment': makePayment,
    'funding.askProvider': ({ provider, orderNo }) => lookAtOrder(railOf[provider], orderNo),
    'funding.readDay': ({ provider, fromMs }) => readDay(provider, fromMs),
    'funding.watch': watchOnce,
  },
  sweeps: {
    'funding.expireForecasts': { every: 'minute', work: async () => void (await expireForecasts()) },
    'funding.putAsideLate': { every: 'minute', work: async () => void (await putAsideLate()) },
    'funding.sealOldPayers': { every: 'minute', work: async () => void (await sealOldPayers()) },
    'funding.forgetLooseSlips': { every: 'day', work: async () => void (await forgetLooseSlips(db, ago(7 * DAY))) },
    // Earnings are counted after the day's gain or loss on currency.
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
  proofs: [...topUpProofs, ...providerProofs, ...statementProofs, ...suspenseProofs],
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
