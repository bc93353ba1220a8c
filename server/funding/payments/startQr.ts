import { show } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { providerOf, type YuanRail } from '../rails.ts'
import type { Taken } from '../takeQuote.ts'
import { insertYuanOrder, type NewYuanOrder } from './orderQueries.ts'

/** An order for WeChat or Alipay: the code to scan comes from the provider, who is asked when the order stands. */
export async function startQr(tx: Tx, actor: Actor, rail: YuanRail, taken: Taken) {
  await startYuan(tx, actor, rail, taken, { status: 'WAIT_PAY' })
  const { orderNo, quote, takenAt, expiresAt } = taken
  return {
    orderNo,
    payAmount: quote.units,
    payAmountStr: (quote.units / 100).toFixed(2),
    payUnit: 'CNY',
    fee: quote.fee,
    creditAmount: quote.credit,
    createTime: takenAt.getTime(),
    expireTime: expiresAt.getTime(),
    tips: { minutes: '1–5', contactAfterMin: 30 },
  }
}

/** The order, its log and the question to the provider, in one transaction. */
export async function startYuan(
  tx: Tx,
  actor: Actor,
  rail: YuanRail,
  { orderNo, quoteId, quote, expiresAt }: Taken,
  more: Pick<NewYuanOrder, 'status' | 'requestNo' | 'card'>,
): Promise<void> {
  await insertYuanOrder(tx, {
    accountId: actor.accountId,
    orderNo,
    loginId: actor.loginId,
    rail,
    provider: providerOf[rail],
    quoteId,
    payCurrency: 'CNY',
    payUnits: quote.units,
    valueCents: quote.value,
    feeBps: quote.feeBps,
    feeCents: quote.fee,
    creditCents: quote.credit,
    rate: quote.rate,
    mid: quote.mid!,
    expiresAt,
    ...more,
  })
  await record(tx, actor, {
    type: 'TOPUP',
    target: orderNo,
    content: {
      cn: `创建充值订单 ${show(quote.units, 'CNY')}`,
      en: `Top-up order for ${show(quote.units, 'CNY')}`,
    },
    after: { rail, rate: quote.rate, fee: quote.fee, ...(more.card && { card: more.card.mask }) },
    amount: quote.credit,
  })
  await later(tx, 'funding.makePayment', { orderNo }, { key: `funding.makePayment ${orderNo}` })
}
