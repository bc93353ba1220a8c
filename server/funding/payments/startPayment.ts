import { show } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { record } from '#server/audit/audit.ts'
import { type Tx, transaction } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { providerOf, type YuanRail } from '../rails/rails.ts'
import { insertYuanOrder, type NewYuanOrder, cardTokenOf, keepProviderRef, moveOrder } from './queries.ts'
import { orderOf, type OrderKey } from '../orders/queries.ts'
import type { Taken } from '../orders/rechargeInfo.ts'
import { nowMs } from '#server/core/clock.ts'
import { notify } from '#server/core/news.ts'
import { OutsideRefused, providerAt } from '#server/outside/outside.ts'

/** Starts an order for WeChat or Alipay: the provider is requested to make the code to scan once the order exists. */
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

/** Inserts the order, its log and the job for the provider, in one transaction. */
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
    content: { cn: `创建充值订单 ${show(quote.units, 'CNY')}`, en: `Top-up order for ${show(quote.units, 'CNY')}` },
    after: { rail, rate: quote.rate, fee: quote.fee, ...(more.card && { card: more.card.mask }) },
    amount: quote.credit,
  })
  const { accountId } = actor
  await later(tx, 'funding.makePayment', { accountId, orderNo }, { key: `funding.makePayment ${orderNo}` })
}

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Has the provider create its side of an order: the code to scan, or the bank's text message. */
    'funding.makePayment': OrderKey
  }
}

/** Idempotent: repeated after a time-out it is the same order at the provider; a rejection ends our order. */
export async function makePayment({ accountId, orderNo }: OrderKey): Promise<void> {
  const order = await orderOf({ accountId, orderNo })
  if (!order || order.providerRef || order.expiresAt.getTime() <= nowMs()) return
  if (order.status !== 'WAIT_PAY' && order.status !== 'WAIT_CODE') return
  const rail = order.rail as YuanRail
  const cardToken = rail === 'UNIONPAY' ? await cardTokenOf(order) : null
  try {
    const made = await providerAt(providerOf[rail]).createOrder({
      orderNo,
      amount: order.payUnits,
      subject: 'Kaika',
      expiresAt: order.expiresAt.getTime(),
      ...(cardToken && { cardToken }),
    })
    await keepProviderRef(order, made.ref, made.qrContent)
  } catch (error) {
    if (!(error instanceof OutsideRefused)) throw error
    await transaction(async (tx) => {
      if (!(await moveOrder(tx, order, ['WAIT_PAY', 'WAIT_CODE'], 'FAILED', error.code))) return
      await notify(tx, order, 'topup_failed', { orderNo, reason: error.code }, { type: 'topup', id: orderNo })
    })
  }
}
