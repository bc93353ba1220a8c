import { add } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { providerAt, type ProviderId, type ProviderOrder, type ProviderPayment } from '#server/outside/outside.ts'
import { fitsLimit } from '../orders/limits.ts'
import { lockOrderByNo, orderByNo, type Order } from '../orders/queries.ts'
import { providerOf, railOf, type YuanRail } from '../rails/rails.ts'
import { rateNow, type Rate } from '../rails/rates.ts'
import { termsOf } from '../rails/terms.ts'
import { classifyPayment } from './classifyPayment.ts'
import {
  askAgain,
  moveOrder,
  takeEvents,
  type Told,
  keepPayments,
  lockPayments,
  refundsOf,
  type Kept,
} from './queries.ts'
import { isYuan, keepOtherCurrency } from './otherCurrency.ts'
import { reversePayment, reverseSuspenseItem } from './reversePayment.ts'
import { lockItemOf } from '../orders/suspenseQueries.ts'
import { bizOf, creditPayment, keepInSuspense, orderedOf } from './settlePayment.ts'
import { keepBreak, mendBreaks } from '../rails/reconQueries.ts'

/**
 * Asks the provider for an order's status and acts on the answer. This is the only way in which yuan are credited; a notification only
 * triggers it. Safe to run twice and in two processes at once: the order is locked, a payment is decided once, and the ledger posts it once.
 */
export async function pollOrder(
  rail: YuanRail,
  orderNo: string,
  listed: readonly ProviderPayment[] = [],
): Promise<void> {
  const provider = providerOf[rail]
  const askedAt = now()
  const answer = await providerAt(provider).queryOrder(orderNo, await refundsOf(db, provider, orderNo))
  // A payment that names none of the provider's orders is only on its list of the day.
  const told = answer ?? (listed.length ? { orderNo, state: 'PAID' as const, payments: [...listed] } : null)
  const rate = told && (await anyLate(orderNo, told)) ? await rateNow() : undefined
  await transaction((tx) => applyAnswer(tx, provider, orderNo, told, rate, askedAt))
}

async function anyLate(orderNo: string, { payments }: ProviderOrder): Promise<boolean> {
  const order = payments.length ? await orderByNo(orderNo) : undefined
  return order !== undefined && payments.some(({ paidAt }) => paidAt > order.expiresAt.getTime())
}

async function applyAnswer(
  tx: Tx,
  provider: ProviderId,
  orderNo: string,
  told: ProviderOrder | null,
  rate: Rate | undefined,
  askedAt: Date,
): Promise<void> {
  const rail = railOf[provider]
  let order = await lockOrderByNo(tx, orderNo)
  let payments = await lockPayments(tx, provider, orderNo)
  const others = (told?.payments ?? []).filter((one) => !isYuan(one))
  for (const other of others) await keepOtherCurrency(tx, rail, other)
  const news = (told?.payments ?? []).filter((one) => isYuan(one) && !isKept(one, payments))
  if (news.length) {
    await keepPayments(tx, provider, rail, order?.accountId ?? null, news)
    payments = await lockPayments(tx, provider, orderNo)
  }
  for (const payment of payments) {
    order = await decide(tx, order, payment, rate)
    // Also one that was paid and reversed before we learned of either: both are booked.
    if (payment.reversedAt && !payment.reversalId && payment.transferId) order = await unmakePayment(tx, order, payment)
  }
  if (order && told) await follow(tx, order, told)
  const events = await takeEvents(tx, provider, orderNo, askedAt)
  await compare(tx, { rail, orderNo, others: others.length > 0 }, payments, events)
  if (news.length) await mendBreaks(tx, 'CONTRADICTION', orderNo)
  if (order && (news.length || !order.creditedAt)) await askAgain(tx, order)
}

const isKept = ({ ref, reversedAt }: ProviderPayment, payments: readonly Kept[]): boolean =>
  payments.some((kept) => kept.ref === ref && (reversedAt === undefined || kept.reversedAt !== null))

/** A payment that was taken back leaves suspense, or the wallet that it was credited to. */
async function unmakePayment(tx: Tx, order: Order | undefined, payment: Kept): Promise<Order | undefined> {
  if (payment.outcome !== 'SUSPENSE') return reversePayment(tx, order, payment)
  const item = (await lockItemOf(tx, bizOf(payment).id))!
  return (await reverseSuspenseItem(tx, order, payment, item)) ?? order
}

/** Decides a payment, once and finally; returns the updated order. */
async function decide(
  tx: Tx,
  order: Order | undefined,
  payment: Kept,
  rate: Rate | undefined,
): Promise<Order | undefined> {
  if (payment.outcome) return order
  const paid = { rail: payment.rail, amount: payment.amount, at: payment.paidAt }
  const judged = classifyPayment(paid, order && orderedOf(order), await termsOf(payment.rail as YuanRail, tx), rate)
  if (judged.outcome === 'WAITS') return order
  if (judged.outcome === 'SUSPENSE') return keepInSuspense(tx, order, payment, judged.reason)
  // An expired order reserves nothing, so many orders paid late could get round the daily limit.
  if (!(await fitsLimit(tx, order!, judged.price.value, payment.paidAt)))
    return keepInSuspense(tx, order, payment, 'over_identity_limit')
  return creditPayment(tx, order!, payment, judged)
}

/** Applies the provider's status of an unpaid order. */
async function follow(tx: Tx, order: Order, told: ProviderOrder): Promise<void> {
  if (told.payments.length) return
  if (told.state === 'FAILED')
    await moveOrder(tx, order, ['WAIT_PAY', 'WAIT_CODE', 'PAYING'], 'FAILED', told.reason ?? 'FAILED')
  // The code was never received: the process that sent it was interrupted. It may be entered again.
  if (told.state === 'WAITING') await moveOrder(tx, order, ['PAYING'], 'WAIT_CODE')
  if (told.state === 'CLOSED') await moveOrder(tx, order, ['PAYING'], 'EXPIRED')
}

/** Compares notifications with the provider's answer. Where they differ the answer counts, and a break is kept. */
async function compare(
  tx: Tx,
  { rail, orderNo, others }: { rail: YuanRail; orderNo: string; others: boolean },
  payments: readonly Kept[],
  events: readonly Told[],
): Promise<void> {
  const known = new Map(payments.map(({ ref, amount }) => [ref, amount]))
  for (const { id, type, paymentRef, amount } of events) {
    const kept = payments.find(({ ref }) => ref === paymentRef)
    // Only a whole payment is reversed; a refund of a part waits for staff.
    if (type === 'payment.reversed' && kept && !kept.reversedAt) {
      const detail = { told: amount, answered: kept.amount, paymentRef }
      await keepBreak(tx, { rail, ref: id, orderNo, detail, kind: 'CONTRADICTION' })
    }
    if (type !== 'payment.paid') continue
    const answered = paymentRef ? known.get(paymentRef) : add(0, ...known.values()) || undefined
    const about = { rail, ref: id, orderNo, detail: { told: amount, answered: answered ?? null, paymentRef } }
    // A payment in another currency is the answer to its notification, and has its own break.
    if (answered === undefined && others) continue
    if (answered === undefined) await keepBreak(tx, { ...about, kind: 'CONTRADICTION' })
    else if (amount !== null && amount !== answered) await keepBreak(tx, { ...about, kind: 'AMOUNT_DIFFERS' })
  }
}
