import { add } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { outside, type ProviderId, type ProviderOrder, type ProviderPayment } from '#server/outside/outside.ts'
import { fitsLimit } from '../limits.ts'
import { lockOrder, type Order } from '../queries.ts'
import { providerOf, railOf, type YuanRail } from '../rails.ts'
import { rateNow, type Rate } from '../rates.ts'
import { termsOf } from '../terms.ts'
import { keepBreak, mendBreaks } from './breakQueries.ts'
import { takeEvents, type Told } from './eventQueries.ts'
import { judgePayment } from './judgePayment.ts'
import { askAgain, moveOrder, orderByNo } from './orderQueries.ts'
import { keepPayments, lockPayments, type Kept } from './paymentQueries.ts'
import { reversePayment } from './reversePayment.ts'
import { takenBack } from '../suspense/giveBack.ts'
import { lockItemOf } from '../suspense/suspenseQueries.ts'
import { bizOf, creditPayment, keepInSuspense, orderedOf } from './settlePayment.ts'

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
  const rate = told && (await anyLate(orderNo, told)) ? await rateNow() : undefined
  await transaction((tx) => act(tx, provider, orderNo, told, rate, askedAt))
}

async function anyLate(orderNo: string, { payments }: ProviderOrder): Promise<boolean> {
  const order = payments.length ? await orderByNo(db, orderNo) : undefined
  return order !== undefined && payments.some(({ paidAt }) => paidAt > order.expiresAt.getTime())
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
  let payments = await lockPayments(tx, provider, orderNo)
  const news = (told?.payments ?? []).filter((one) => !isKept(one, payments))
  if (news.length) {
    await keepPayments(tx, provider, rail, order?.accountId ?? null, news)
    payments = await lockPayments(tx, provider, orderNo)
  }
  for (const payment of payments) {
    order = await decide(tx, order, payment, rate)
    // Also one that was paid and taken back before we heard of either: both stand in the books.
    if (payment.reversedAt && !payment.reversalId && payment.transferId) order = await unmade(tx, order, payment)
  }
  if (order && told) await follow(tx, order, told)
  await compare(tx, rail, orderNo, payments, await takeEvents(tx, provider, orderNo, askedAt))
  if (news.length) await mendBreaks(tx, 'CONTRADICTION', orderNo)
  if (order && (news.length || !order.creditedAt)) await askAgain(tx, orderNo)
}

const isKept = ({ ref, reversedAt }: ProviderPayment, payments: readonly Kept[]): boolean =>
  payments.some((kept) => kept.ref === ref && (reversedAt === undefined || kept.reversedAt !== null))

/** Taken back: out of suspense, or out of the wallet that it was credited to. */
async function unmade(tx: Tx, order: Order | undefined, payment: Kept): Promise<Order | undefined> {
  if (payment.outcome !== 'SUSPENSE') return reversePayment(tx, order, payment)
  const item = (await lockItemOf(tx, bizOf(payment).id))!
  return (await takenBack(tx, order, payment, item)) ?? order
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
  if (judged.outcome === 'SUSPENSE') return keepInSuspense(tx, order, payment, judged.reason)
  // An order that had expired reserves nothing: many of them paid late would walk round the limit of the day.
  if (!(await fitsLimit(tx, order!, judged.price.value, payment.paidAt)))
    return keepInSuspense(tx, order, payment, 'over_identity_limit')
  return creditPayment(tx, order!, payment, judged)
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
): Promise<void> {
  const known = new Map(payments.map(({ ref, amount }) => [ref, amount]))
  for (const { id, type, paymentRef, amount } of events) {
    if (type !== 'payment.paid') continue
    const answered = paymentRef ? known.get(paymentRef) : add(0, ...known.values()) || undefined
    const about = { rail, ref: id, orderNo, detail: { told: amount, answered: answered ?? null, paymentRef } }
    if (answered === undefined) await keepBreak(tx, { ...about, kind: 'CONTRADICTION' })
    else if (amount !== null && amount !== answered) await keepBreak(tx, { ...about, kind: 'AMOUNT_DIFFERS' })
  }
}
