/** Disputes of the buyer: one is won, one is with the issuer, and one waits at the desk. The simulated issuer decides after three days. */
import { fileDispute } from '#contract/disputes/desk.ts'
import {
  checkDispute,
  saveDispute,
  submitDispute,
  uploadEvidence,
  type DisputeReason,
} from '#contract/disputes/disputes.ts'
import { pageTrades } from '#contract/trades/trades.ts'
import { HOUR } from '#server/core/clock.ts'
import type { PurchaseAnswer } from '#simulators/network/authorizations.ts'
import { asks } from './asks.ts'
import { dayOf } from './business.ts'
import { picture } from './finance.ts'
import type { OwnCard, Owner } from './owner.ts'
import { colleague } from './staff.ts'

type Told = {
  remark: string
  /** What the card pays for, on this day. Without it, the card's forced debit is disputed. */
  buys?: { daysAgo: number; merchantId: string; amountCents: number }
  reason: DisputeReason
  note: string
  proof?: string
  submitted: number
  filed?: number
}

const disputes: readonly Told[] = [
  {
    remark: '采购-01',
    reason: 'NO_AUTHORIZATION',
    note: '这张卡没有在该商户下过单，账户后台也没有对应的订单，商户未作答复。',
    submitted: 20,
    filed: 19,
  },
  {
    remark: '测试-04',
    buys: { daysAgo: 12, merchantId: 'mer_temu', amountCents: 16_80 },
    reason: 'FRAUD',
    note: '非本人操作：该卡仅用于测试订阅，当天没有同事使用过，发现后已停用。',
    submitted: 2,
    filed: 1,
  },
  {
    remark: '测试-05',
    buys: { daysAgo: 9, merchantId: 'mer_github', amountCents: 10_00 },
    reason: 'CANCELED',
    note: '续费前一天已在商户后台取消订阅，仍被扣款，附取消确认页面的截图。',
    proof: 'cancellation.png',
    submitted: 1,
  },
]

export function disputed(owner: Owner, cardOf: (remark: string) => OwnCard): void {
  const { agenda, actor } = owner
  const on = (daysAgo: number, hours: number): number => dayOf(owner, daysAgo) + hours * HOUR
  for (const [at, { remark, buys, reason, note, proof, submitted, filed }] of disputes.entries()) {
    if (buys) {
      const { daysAgo, ...what } = buys
      agenda.alone(on(daysAgo, 8), async () => {
        const { authorizationId } = await agenda.stage.outside<PurchaseAnswer>('/network/purchases', {
          ...cardOf(remark).paying,
          ...what,
        })
        await agenda.stage.outside(`/network/authorizations/${authorizationId}/clear`, {})
      })
    }
    let disputeId: string
    agenda.alone(on(submitted, 9), async () => {
      const { cardId } = cardOf(remark)
      const { data } = await asks(actor, pageTrades, { cardId, type: [buys ? 'PURCHASE' : 'FORCED'] })
      const { tradeId } = data[0]!
      const { maxAmount: amount, fee: expectFee } = await asks(actor, checkDispute, { tradeId })
      const files = proof ? [(await asks(actor, uploadEvidence, { file: (await picture(proof)) as never })).fileId] : []
      const about = { tradeId, reason, amount, note, files, requestNo: `demo-dispute-save-${at}` }
      ;({ disputeId } = await asks(actor, saveDispute, about))
      await asks(actor, submitDispute, { disputeId, expectFee, requestNo: `demo-dispute-submit-${at}` })
    })
    if (filed !== undefined)
      agenda.alone(on(filed, 4), async () => {
        await asks(await colleague('risk1'), fileDispute, { disputeId, requestNo: `demo-dispute-file-${at}` })
      })
  }
}
