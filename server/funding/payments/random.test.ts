import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seeded } from '#simulators/world.ts'
import { pays, withPayments, type Pretended } from '#test/fixtures/payments.ts'
import { accountHolder, inWallet, later, withChain } from '#test/fixtures/topUps.ts'
import type { Actor } from '#server/core/actor.ts'
import { ago, ahead, DAY, HOUR, MINUTE, nowMs, dayBegan } from '#server/core/clock.ts'
import { db, many, run, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { prove, saveCheckpoint } from '#server/ledger/ledger.ts'
import { providerIds, type ProviderEvent, type ProviderId, type ProviderPayment } from '#server/outside/outside.ts'
import { providerOf, railOf, type YuanRail } from '../rails/rails.ts'
import { receive } from './intake.ts'
import { pollOrder } from './pollOrder.ts'
import { insertYuanOrder } from './queries.ts'
import { readDay } from './reconcile.ts'
import { priceOf } from '../rails/rates.ts'

const SEED = Number(process.env['RANDOM_SEED'] ?? 20_260_301)
const NOTIFICATIONS = 10_000
const rails = ['ONLINE_WECHAT', 'ONLINE_ALIPAY', 'UNIONPAY'] as const
const FEE = { ONLINE_WECHAT: 100, ONLINE_ALIPAY: 100, UNIONPAY: 80 }
const RATE = { fen: 728, midMicros: 7_200_000 }

type Sent = { provider: ProviderId; event: ProviderEvent }
type World = {
  random: () => number
  paid: { payment: ProviderPayment; provider: ProviderId; told: boolean }[]
  /** The expected final balance of each wallet, by the rules and not by the program. */
  due: Map<string, number>
  sent: Sent[]
}

/** One order and a random payer: pays, pays twice, pays a wrong amount, late, or never; the provider reports it often, once or not at all. */
async function happens(world: World, pretended: Pretended, actor: Actor): Promise<void> {
  const { random } = world
  const chance = (part: number) => random() < part
  const rail: YuanRail = rails[Math.floor(random() * 3)]!
  const provider = providerOf[rail]
  const units = 50_000 + Math.floor(random() * 900_000)
  const price = priceOf(units, { feeBps: FEE[rail], feeFixed: 0 }, RATE)
  const orderNo = newId('tup')
  const expiresAt = ahead(15 * MINUTE)
  await transaction(async (tx) => {
    await insertYuanOrder(tx, {
      ...{ accountId: actor.accountId, orderNo, loginId: actor.loginId, rail, provider, quoteId: newId('quo') },
      ...{ status: rail === 'UNIONPAY' ? 'WAIT_CODE' : 'WAIT_PAY', payCurrency: 'CNY', payUnits: units },
      ...{ valueCents: price.value, feeBps: FEE[rail], feeCents: price.fee, creditCents: price.credit },
      ...{ rate: '7.28', mid: '7.20', expiresAt },
    })
    // Each on a different day: the daily identity limit is not under test here.
    const daysAgo = pretended.orders.size
    await run(tx, sql`UPDATE recharge_order SET created_at = ${ago(daysAgo * DAY)} WHERE order_no = ${orderNo}`)
  })
  pretended.orders.set(orderNo, { provider, amount: units, orderNo, state: 'WAITING', payments: [] })
  const event = (more: Partial<ProviderEvent>): ProviderEvent => ({
    id: newId('evt'),
    type: 'payment.paid',
    orderNo,
    occurredAt: nowMs(),
    ...more,
  })
  if (chance(0.03)) {
    // Never paid, but reported.
    world.sent.push({ provider, event: event({ amount: units, paymentRef: 'nothing' }) })
    return
  }
  const times = chance(0.05) ? 2 : 1
  let credited = false
  for (let n = 0; n < times; n++) {
    const wrong = chance(0.04)
    const paidAt = chance(0.05)
      ? expiresAt.getTime() + 20 * MINUTE
      : expiresAt.getTime() - Math.floor(random() * 14 * MINUTE)
    const payment = pays(pretended, orderNo, { paidAt, ...(wrong && { amount: units - 1 }) })
    const lost = chance(0.1)
    world.paid.push({ payment, provider, told: !lost })
    if (!lost) {
      const told = event({ amount: payment.amount, paymentRef: payment.ref })
      const copies = 1 + Math.floor(random() ** 2 * 20)
      // The same event again, or another about the same payment.
      for (let copy = 0; copy < copies; copy++)
        world.sent.push({ provider, event: chance(0.5) ? told : { ...told, id: newId('evt') } })
    }
    credited ||= !wrong
  }
  if (credited) world.due.set(actor.accountId, (world.due.get(actor.accountId) ?? 0) + price.credit)
}

/** Delivers events in random order; which orders are queried, when and how often is random too. */
async function deliver({ sent, random }: World): Promise<void> {
  for (let at = sent.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[sent[at], sent[other]] = [sent[other]!, sent[at]!]
  }
  const waiting = new Map<string, ProviderId>()
  const ask = async (orders: [string, ProviderId][]): Promise<void> => {
    for (let n = 0; n < orders.length; n += 10)
      await Promise.all(orders.slice(n, n + 10).map(([orderNo, provider]) => pollOrder(railOf[provider], orderNo)))
  }
  for (let at = 0; at < sent.length; at += 500) {
    const batch = sent.slice(at, at + 500)
    await Promise.all(
      providerIds.map((provider) =>
        receive(
          provider,
          batch.filter((one) => one.provider === provider).map(({ event }) => event),
        ),
      ),
    )
    for (const { provider, event } of batch) waiting.set(event.orderNo, provider)
    // One query is scheduled per order, as with the jobs; some run late, some twice concurrently.
    const now = [...waiting].filter(() => random() < 0.4)
    for (const [orderNo] of now) waiting.delete(orderNo)
    await ask(now.flatMap((one) => (random() < 0.05 ? [one, one] : [one])))
  }
  await ask([...waiting].filter(() => random() < 0.9))
}

describe(`${NOTIFICATIONS} notifications, doubled, lost and out of order`, () => {
  withChain()

  test(`each payment is credited once, and reconciliation finds every lost one (seed ${SEED})`, async (t) => {
    const pretended = withPayments(t)
    const people = [
      await accountHolder(),
      await accountHolder(),
      await accountHolder(),
      await accountHolder(),
      await accountHolder(),
    ]
    await run(db, sql`UPDATE account SET identity = 'PASSED', identity_type = 'PERSON'`)
    const world: World = { random: seeded(SEED), paid: [], due: new Map(), sent: [] }
    while (world.sent.length < NOTIFICATIONS) await Promise.all(people.map((actor) => happens(world, pretended, actor)))
    later(HOUR)
    await saveCheckpoint(nowMs(), undefined, 0)
    await deliver(world)

    const today = dayBegan().getTime()
    for (const rail of rails) for (const day of [today - 24 * HOUR, today]) await readDay(providerOf[rail], day)

    for (const actor of people) assert.equal(await inWallet(actor), world.due.get(actor.accountId))
    const kept = await many(
      db,
      sql<{ ref: string; outcome: string }>`SELECT payment_ref AS ref, outcome FROM provider_payment`,
    )
    assert.equal(kept.length, world.paid.length)
    assert.ok(kept.every(({ outcome }) => outcome !== null))
    const twice = await many(
      db,
      sql`SELECT order_no FROM provider_payment WHERE outcome = 'CREDITED' GROUP BY order_no HAVING count(*) > 1`,
    )
    assert.deepEqual(twice, [])
    const lost = await many(db, sql<{ ref: string }>`SELECT ref FROM rail_break WHERE kind = 'LOST_NOTICE'`)
    assert.deepEqual(
      lost.map(({ ref }) => ref).sort(),
      world.paid
        .filter(({ told }) => !told)
        .map(({ payment }) => payment.ref)
        .sort(),
    )
    const lied = world.sent.filter(({ event }) => event.paymentRef === 'nothing').length
    const contradictions = await many(db, sql`SELECT 1 FROM rail_break WHERE kind = 'CONTRADICTION'`)
    assert.ok(contradictions.length > 0 && contradictions.length <= lied)
    assert.deepEqual(await prove(), [])
    assert.deepEqual(await prove({ kind: 'NEW' }), [])
  })
})
