import { parse, show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { credit, debit, PLATFORM, platform, post, wallet } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { changeOrder, type Order } from '../orders/queries.ts'
import { openItem } from '../orders/suspenseQueries.ts'
import type { Classification, Ordered } from './classifyPayment.ts'
import { tellOverLimit } from '../orders/limits.ts'
import { decidePayment, type Kept } from './queries.ts'
import type { Price } from '../rails/rates.ts'

export const bizOf = ({ provider, ref }: Pick<Kept, 'provider' | 'ref'>) => ({
  type: 'provider_payment',
  id: `${provider}:${ref}`,
})

export const orderedOf = (order: Order): Ordered => ({
  ...order,
  midMicros: parse(order.mid ?? '', 6) ?? 0,
  credited: order.creditedAt !== null,
})

/** TOPUP_ONLINE and TOPUP_UNIONPAY: the postings of a payment in yuan. */
const topUpLines = (rail: string, provider: string, accountId: string, gross: Cents, price: Price) => [
  debit(platform('1210', provider, 'CNY'), gross),
  credit(platform('4030', rail, 'CNY'), price.fee),
  credit(platform('1900', '', 'CNY'), price.net),
  debit(platform('1900'), price.mid),
  credit(wallet(accountId), price.credit),
  credit(platform('4060'), price.spread),
]

/** Writes the books, the order, the log, the notice and the jobs for cards that wait for money: all or nothing. */
export async function creditPayment(
  tx: Tx,
  order: Order,
  payment: Kept,
  { price, late }: Classification & { outcome: 'CREDITED' },
): Promise<Order> {
  const { amount } = payment
  const { transferId } = await post(tx, {
    kind: order.rail === 'UNIONPAY' ? 'TOPUP_UNIONPAY' : 'TOPUP_ONLINE',
    accountId: order.accountId,
    biz: bizOf(payment),
    actor: order.loginId,
    effectiveAt: payment.paidAt,
    // Figures are the same in both languages.
    meta: { bizNo: order.orderNo, remark: `${show(amount, 'CNY')} − ${show(price.fee, 'CNY')} @ ${order.rate}` },
    lines: topUpLines(order.rail, payment.provider, order.accountId, amount, price),
  })
  const after: Order = {
    ...order,
    status: 'SUCCESS',
    receivedUnits: amount,
    valueCents: price.value,
    feeCents: price.fee,
    creditCents: price.credit,
    failReason: null,
    paidAt: payment.paidAt,
    creditedAt: now(),
  }
  await changeOrder(tx, order, after)
  await decided(tx, payment, { outcome: 'CREDITED', reason: late ? 'late' : null, transferId })
  await record(tx, system(order.accountId), {
    type: 'TOPUP',
    target: order.orderNo,
    content: {
      cn: `收到 ${show(amount, 'CNY')}，入账 ${show(price.credit)}`,
      en: `${show(amount, 'CNY')} received, ${show(price.credit)} credited`,
    },
    before: { status: order.status },
    after: { status: 'SUCCESS', paymentRef: payment.ref, fee: price.fee },
    amount: price.credit,
  })
  const about = { type: 'topup', id: order.orderNo }
  await notify(tx, order, 'topup_credited', { amount: { cents: price.credit }, orderNo: order.orderNo }, about)
  // A card may owe money since a forced debit; that is covered before new purchases.
  await later(tx, 'cards.coverDebts', { accountId: order.accountId }, { key: `cards.coverDebts ${order.accountId}` })
  return after
}

/** SUSPENSE_RECEIVED: the money is in our custody and cannot be spent yet; customer service decides. */
export async function keepInSuspense(
  tx: Tx,
  order: Order | undefined,
  payment: Kept,
  reason: (Classification & { outcome: 'SUSPENSE' })['reason'] | 'over_identity_limit',
): Promise<Order | undefined> {
  const { rail, amount } = payment
  const owner = reason === 'no_order' ? undefined : order
  const { transferId } = await post(tx, {
    kind: 'SUSPENSE_RECEIVED',
    accountId: owner?.accountId ?? PLATFORM,
    biz: bizOf(payment),
    effectiveAt: payment.paidAt,
    memo: reason,
    lines: [debit(platform('1210', payment.provider, 'CNY'), amount), credit(platform('2030', rail, 'CNY'), amount)],
  })
  await decided(tx, payment, { outcome: 'SUSPENSE', reason, transferId })
  await openItem(tx, {
    source: 'PROVIDER',
    bizId: bizOf(payment).id,
    rail,
    currency: 'CNY',
    units: amount,
    reason,
    orderNo: payment.orderNo,
    accountId: owner?.accountId ?? null,
    receivedAt: payment.paidAt,
    inId: transferId,
  })
  if (!owner) return order
  // The quote stays valid: the right amount may still arrive.
  const changes = !owner.creditedAt
  const after: Order = changes
    ? { ...owner, status: 'MISMATCH', receivedUnits: amount, failReason: reason, paidAt: payment.paidAt }
    : owner
  if (changes) await changeOrder(tx, owner, after)
  await record(tx, system(owner.accountId), {
    type: 'TOPUP',
    target: owner.orderNo,
    content: { cn: `收到 ${show(amount, 'CNY')}，待人工确认`, en: `${show(amount, 'CNY')} received, kept for review` },
    after: { paymentRef: payment.ref, reason },
    result: 'FAIL',
  })
  if (reason === 'over_identity_limit') {
    await tellOverLimit(tx, owner, show(amount, 'CNY'))
    return after
  }
  const figures = `${show(owner.payUnits, 'CNY')} → ${show(amount, 'CNY')}`
  const about = { type: 'topup', id: owner.orderNo }
  await notify(tx, owner, 'topup_mismatch', { orderNo: owner.orderNo, reason: figures }, about)
  return after
}

/** Stores the decision, in the table and on the row in memory. */
async function decided(
  tx: Tx,
  payment: Kept,
  to: { outcome: 'CREDITED' | 'SUSPENSE'; reason: string | null; transferId: string },
): Promise<void> {
  await decidePayment(tx, payment, to)
  Object.assign(payment, to)
}
