/** Compares every rail of a provider with the provider's records, to find what was lost. */
import { add } from '#contract/core/money.ts'
import { ago, DAY, HOUR, MINUTE, now, nowMs, dateOf, dayBegan } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import {
  OutsideUnknown,
  providerAt,
  providersHere,
  type ProviderId,
  type ProviderPayment,
} from '#server/outside/outside.ts'
import { expireOrders } from '../orders/queries.ts'
import { railOf, type YuanRail } from '../rails/rails.ts'
import { closeRun, openRun, keepDay, daysRead, breaksSince, keepBreak } from '../rails/reconQueries.ts'
import { receive } from './intake.ts'
import { isYuan } from './otherCurrency.ts'
import { pollOrder } from './pollOrder.ts'
import { findDueOrders, ordersWithoutProvider, takePoll, toldOf, paymentsBetween, paymentsByRef } from './queries.ts'
import { makePayment } from './startPayment.ts'

const AT_ONCE = 20
/** A payment of a moment ago may still be notified in the usual way. */
const GRACE_MS = 2 * MINUTE

/** No answer is not a result: it is retried. */
const ifAnswered = (error: unknown): void => {
  if (!(error instanceof OutsideUnknown)) throw error
}

/** Polls orders that may have been paid without a notification. One that fails does not hold up the others. */
export async function askAboutOrders(): Promise<void> {
  await expireOrders()
  for (const order of await ordersWithoutProvider(AT_ONCE)) await makePayment(order).catch(ifAnswered)
  for (
    let due = await findDueOrders(AT_ONCE);
    due.length;
    due = due.length < AT_ONCE ? [] : await findDueOrders(AT_ONCE)
  ) {
    const looks = await Promise.allSettled(
      due.map(async ({ rail, ...order }) => {
        if (await takePoll(order)) await pollOrder(rail, order.orderNo).catch(ifAnswered)
      }),
    )
    const failed = looks.find((look) => look.status === 'rejected')
    if (failed) throw failed.reason
  }
}

/** Lists that were not readable, or not wanted because we were away, are read within this time. */
const BACK_DAYS = 31
/** Per day. A longer list is broken, and would exhaust the memory. */
const PAYMENTS_MAX = 500_000

/**
 * Reads the providers' lists of today, and of the last days that are not complete, that have not been read for an hour. The newest first: without an answer, the
 * provider's older ones are left for the next minute.
 */
export async function readDueDays(): Promise<void> {
  for (const provider of providersHere()) await readDueDaysOf(provider).catch(ifAnswered)
}

async function readDueDaysOf(provider: ProviderId): Promise<void> {
  const today = dayBegan().getTime()
  const { listedAfterMs = -DAY } = providerAt(provider)
  const reads = await daysRead(db, provider)
  for (let from = today; from >= today - BACK_DAYS * DAY; from -= DAY) {
    if (nowMs() < from + DAY + listedAfterMs) continue
    const read = reads.get(dateOf(from))
    // A list is complete once it was read well into the next day.
    const finished = read !== undefined && read.getTime() > from + DAY + 6 * HOUR
    if (!finished && (read === undefined || read <= ago(HOUR))) await readDay(provider, from)
  }
}

/** Reconciles one day of one provider: each of its payments is in our books, and each of ours in its list. Recorded as a run. */
export async function readDay(provider: ProviderId, fromMs: number): Promise<void> {
  const day = dateOf(fromMs)
  await openRun(db, { provider }, day, null) // unless somebody at the desk has requested it
  const since = now()
  try {
    const listed = await readThrough(provider, fromMs, day)
    const sum = listed.reduce((total, { amount }) => add(total, amount), 0)
    const breaks = await breaksSince(db, railOf[provider], since)
    await closeRun(db, { provider }, day, { state: 'DONE', payments: listed.length, units: sum, breaks })
  } catch (error) {
    await closeRun(db, { provider }, day, { state: 'FAILED' })
    throw error
  }
}

async function readThrough(provider: ProviderId, fromMs: number, day: string): Promise<ProviderPayment[]> {
  const listed: ProviderPayment[] = []
  for (let cursor: string | undefined; ;) {
    const page = await providerAt(provider).paymentsOf(day, cursor)
    listed.push(...page.payments)
    if (page.events?.length) await receive(provider, page.events)
    if (listed.length > PAYMENTS_MAX) throw new OutsideUnknown('the list of payments does not end')
    if (page.next === undefined || page.next === cursor) break
    cursor = page.next
  }
  for (let at = 0; at < listed.length; at += 500) await compare(provider, listed.slice(at, at + 500))
  const refs = new Set(listed.map(({ ref }) => ref))
  for (const ours of await paymentsBetween(db, provider, new Date(fromMs), new Date(fromMs + DAY)))
    if (!refs.has(ours.ref)) await keepBreak(db, about(provider, 'NOT_AT_PROVIDER', ours, { amount: ours.amount }))
  const inYuan = listed.filter(isYuan)
  await transaction((tx) => keepDay(tx, provider, day, inYuan))
  return inYuan
}

async function compare(provider: ProviderId, listed: readonly ProviderPayment[]): Promise<void> {
  const rail: YuanRail = railOf[provider]
  const known = new Map(
    (
      await paymentsByRef(
        db,
        provider,
        listed.map(({ ref }) => ref),
      )
    ).map((one) => [one.ref, one]),
  )
  const missing = listed.filter(({ ref, reversedAt }) => {
    const ours = known.get(ref)
    return !ours?.outcome || (reversedAt !== undefined && !ours.reversalId)
  })
  for (const orderNo of new Set(missing.map((payment) => payment.orderNo))) {
    await pollOrder(
      rail,
      orderNo,
      missing.filter((payment) => payment.orderNo === orderNo),
    )
  }
  const told = await toldOf(
    db,
    provider,
    listed.map(({ orderNo }) => orderNo),
  )
  for (const payment of listed.filter(isYuan)) {
    const ours = known.get(payment.ref)
    const detail = { amount: payment.amount, paidAt: payment.paidAt }
    if (ours && ours.amount !== payment.amount)
      await keepBreak(db, about(provider, 'AMOUNT_DIFFERS', payment, { ...detail, ours: ours.amount }))
    if (!told.has(payment.ref) && payment.paidAt < nowMs() - GRACE_MS)
      await keepBreak(db, { ...about(provider, 'LOST_NOTICE', payment, detail), mended: true })
  }
  const settled = await paymentsByRef(
    db,
    provider,
    missing.map(({ ref }) => ref),
  )
  for (const one of settled)
    if (one.reason === 'no_order') await keepBreak(db, about(provider, 'UNKNOWN_ORDER', one, { amount: one.amount }))
}

const about = (
  provider: ProviderId,
  kind: 'LOST_NOTICE' | 'AMOUNT_DIFFERS' | 'NOT_AT_PROVIDER' | 'UNKNOWN_ORDER',
  { ref, orderNo }: { ref: string; orderNo: string },
  detail: Record<string, unknown>,
) => ({ rail: railOf[provider], kind, ref, orderNo, detail })
