/** Every rail of a provider against the provider's own word: what was lost on the way is found here. */
import { add } from '#contract/core/money.ts'
import { ago, DAY, HOUR, MINUTE, now, nowMs, dateOf, dayBegan } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { outside, OutsideUnknown, providerIds, type ProviderId, type ProviderPayment } from '#server/outside/outside.ts'
import { expireOrders } from '../queries.ts'
import { railOf, type YuanRail } from '../rails.ts'
import { closeRun, openRun } from '../recon/runQueries.ts'
import { breaksSince, keepBreak } from './breakQueries.ts'
import { keepDay, daysRead } from './dayQueries.ts'
import { toldOf } from './eventQueries.ts'
import { lookAtOrder } from './lookAtOrder.ts'
import { makePayment } from './makePayment.ts'
import { ordersWithoutProvider, takeDueOrders } from './orderQueries.ts'
import { paymentsBetween, paymentsByRef } from './paymentQueries.ts'

const AT_ONCE = 20
/** What was paid a moment ago may still be told in the usual way. */
const GRACE_MS = 2 * MINUTE

/** No answer is no news: it is asked again. */
const ifAnswered = (error: unknown): void => {
  if (!(error instanceof OutsideUnknown)) throw error
}

/** Ask about orders that somebody may have paid without our being told. One that fails does not keep the others waiting. */
export async function askAboutOrders(): Promise<void> {
  await expireOrders()
  for (const orderNo of await ordersWithoutProvider(AT_ONCE)) await makePayment({ orderNo }).catch(ifAnswered)
  for (
    let due = await takeDueOrders(AT_ONCE);
    due.length;
    due = due.length < AT_ONCE ? [] : await takeDueOrders(AT_ONCE)
  ) {
    const looks = await Promise.allSettled(due.map(({ rail, orderNo }) => lookAtOrder(rail, orderNo).catch(ifAnswered)))
    const failed = looks.find((look) => look.status === 'rejected')
    if (failed) throw failed.reason
  }
}

/** Read the providers' lists of today and yesterday that have not been read for an hour. */
export async function readDueDays(): Promise<void> {
  const today = dayBegan().getTime()
  for (const provider of providerIds)
    for (const from of [today - DAY, today]) {
      const day = dateOf(from)
      const read = (await daysRead(db, provider)).get(day)
      // Yesterday's list is finished once it was read well into the next day.
      const finished = read !== undefined && read.getTime() > from + DAY + 6 * HOUR
      if (!finished && (read === undefined || read <= ago(HOUR))) await readDay(provider, from).catch(ifAnswered)
    }
}

/** One day of one provider: everything that it was paid is in our books, and everything in our books it was paid. Kept as a run. */
export async function readDay(provider: ProviderId, fromMs: number): Promise<void> {
  const day = dateOf(fromMs)
  await openRun(db, provider, day, null) // unless somebody at the desk has asked for it
  const since = now()
  try {
    const listed = await readThrough(provider, fromMs, day)
    const sum = listed.reduce((total, { amount }) => add(total, amount), 0)
    const breaks = await breaksSince(db, railOf[provider], since)
    await closeRun(db, provider, day, { state: 'DONE', payments: listed.length, units: sum, breaks })
  } catch (error) {
    await closeRun(db, provider, day, { state: 'FAILED' })
    throw error
  }
}

async function readThrough(provider: ProviderId, fromMs: number, day: string): Promise<ProviderPayment[]> {
  const listed: ProviderPayment[] = []
  for (let cursor: string | undefined; ;) {
    const page = await outside.payments[provider].paymentsOf(day, cursor)
    listed.push(...page.payments)
    if (page.next === undefined || page.next === cursor) break
    cursor = page.next
  }
  for (let at = 0; at < listed.length; at += 500) await compare(provider, listed.slice(at, at + 500))
  const refs = new Set(listed.map(({ ref }) => ref))
  for (const ours of await paymentsBetween(db, provider, new Date(fromMs), new Date(fromMs + DAY)))
    if (!refs.has(ours.ref)) await keepBreak(db, about(provider, 'NOT_AT_PROVIDER', ours, { amount: ours.amount }))
  await transaction((tx) => keepDay(tx, provider, day, listed))
  return listed
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
    await lookAtOrder(
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
  for (const payment of listed) {
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
