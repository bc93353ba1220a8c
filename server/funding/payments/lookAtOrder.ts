import { add } from '../../../contract/money.ts'
import { now } from '../../clock.ts'
import { db, transaction, type Tx } from '../../db.ts'
import { outside, type ProviderId, type ProviderOrder, type ProviderPayment } from '../../outside/outside.ts'
import { lockOrder, type Order } from '../queries.ts'
import { providerOf, railOf, type YuanRail } from '../rails.ts'
import { rateNow, type Rate } from '../rates.ts'
import { termsOf } from '../terms.ts'
import { keepBreak, mendBreaks } from './breakQueries.ts'
import { markApplied, waitingEvents, type Told } from './eventQueries.ts'
import { judgePayment } from './judgePayment.ts'
import { askAgain, moveOrder, orderByNo } from './orderQueries.ts'
import { keepPayments, lockPayments, type Kept } from './paymentQueries.ts'
import { reversePayment } from './reversePayment.ts'
import { creditPayment, keepInSuspense, orderedOf } from './settlePayment.ts'

/**
 * Ask the provider how an order stands and act on its answer: the one way in which yuan become dollars. A notification only makes us ask.
 * Safe to do twice and by two processes at once: the order is locked, a payment is decided once, and the ledger takes it once.
 */
export async function lookAtOrder(
  rail: YuanRail,
  orderNo: string,
  listed: readonly ProviderPayment[] = [],
): Promise<void> {
  const provider = providerOf[rail]
  const askedAt = now()
  const answer = await outside.payments[provider].queryOrder(orderNo)
  // Of a payment that names no order of the provider's only its list of the day knows.
  const told = answer ?? (listed.length ? { orderNo, state: 'PAID' as const, payments: [...listed] } : null)
  const order = await orderByNo(db, orderNo)
  const late = order && told?.payments.some(({ paidAt }) => paidAt > order.expiresAt.getTime())
  const rate = late ? await rateNow() : undefined
  await transaction((tx) => act(tx, provider, orderNo, told, rate, askedAt))
}

async function act(
  tx: Tx,
  provider: ProviderId,
  orderNo: string,
  told: ProviderOrder | null,
  rate: Rate | undefined,
  askedAt: Date,
): Promise<void> {
  const rail = railOf[provider]
  let order = await lockOrder(tx, orderNo)
  if (told?.payments.length) await keepPayments(tx, provider, rail, order?.accountId ?? null, told.payments)
  const payments = await lockPayments(tx, provider, orderNo)
  for (const payment of payments) {
    order = await decide(tx, order, payment, rate)
    // Also one that was paid and taken back before we heard of either: both stand in the books.
    if (payment.reversedAt && !payment.reversalId && payment.transferId)
      order = (await reversePayment(tx, order, payment)) ?? order
  }
  if (order && told) await follow(tx, order, told)
  await compare(tx, rail, orderNo, payments, await waitingEvents(tx, provider, orderNo, askedAt), provider)
  if (order) await askAgain(tx, orderNo)
}

/** Decide a payment, once and for good; gives the order as it stands then. */
async function decide(
  tx: Tx,
  order: Order | undefined,
  payment: Kept,
  rate: Rate | undefined,
): Promise<Order | undefined> {
  if (payment.outcome) return order
  const paid = { rail: payment.rail, amount: payment.amount, at: payment.paidAt }
  const judged = judgePayment(paid, order && orderedOf(order), await termsOf(payment.rail as YuanRail, tx), rate)
  if (judged.outcome === 'WAITS') return order
  return judged.outcome === 'CREDITED'
    ? creditPayment(tx, order!, payment, judged)
    : keepInSuspense(tx, order, payment, judged.reason)
}

/** What the provider says of an order that nobody has paid. */
async function follow(tx: Tx, order: Order, told: ProviderOrder): Promise<void> {
  if (told.payments.length) return
  if (told.state === 'FAILED')
    await moveOrder(tx, order.orderNo, ['WAIT_PAY', 'WAIT_CODE', 'PAYING'], 'FAILED', told.reason ?? 'FAILED')
  // The code was never taken in: the process that carried it was cut short. It may be entered again.
  if (told.state === 'WAITING') await moveOrder(tx, order.orderNo, ['PAYING'], 'WAIT_CODE')
  if (told.state === 'CLOSED') await moveOrder(tx, order.orderNo, ['PAYING'], 'EXPIRED')
}

/** What was told against what was answered. Where they differ the answer counts, and the difference is kept. */
async function compare(
  tx: Tx,
  rail: YuanRail,
  orderNo: string,
  payments: readonly Kept[],
  events: readonly Told[],
  provider: ProviderId,
): Promise<void> {
  if (events.length === 0 && payments.length === 0) return
  const known = new Map(payments.map(({ ref, amount }) => [ref, amount]))
  for (const { id, type, paymentRef, amount } of events) {
    if (type !== 'payment.paid') continue
    const answered = paymentRef ? known.get(paymentRef) : add(0, ...known.values()) || undefined
    const about = { rail, ref: id, orderNo, detail: { told: amount, answered: answered ?? null, paymentRef } }
    if (answered === undefined) await keepBreak(tx, { ...about, kind: 'CONTRADICTION' })
    else if (amount !== null && amount !== answered) await keepBreak(tx, { ...about, kind: 'AMOUNT_DIFFERS' })
  }
  if (known.size) await mendBreaks(tx, 'CONTRADICTION', orderNo)
  if (events.length)
    await markApplied(
      tx,
      provider,
      events.map(({ id }) => id),
    )
}
