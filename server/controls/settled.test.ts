import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Limit } from '#contract/controls/documents.ts'
import { asks, booksHold, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, event, increments, request, shop, tells, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount, subOf } from '#test/world.ts'
import { randomOf } from '#test/walks/randomOf.ts'
import { DAY, HOUR, MINUTE, nowMs, setClock } from '../core/clock.ts'
import { transaction } from '../core/db.ts'
import { saveControls } from './saveControls.ts'
import { showControls } from './showControls.ts'

withIssuer({ connections: 12 })
afterEach(() => setClock())

/** What is known of a purchase: the rest of its hold, what was settled of it in how many parts, what was refunded of that. */
type Purchase = {
  on: number
  ref: string
  time: number
  held: number
  cleared: number
  parts: number
  refunded: number
}
/** What each card is locked to: by up to a dollar for a day. */
type Locks = ({ to: string; until: number } | undefined)[]
const spentOn = ({ held, cleared }: Purchase): number => held + cleared

const ZONE_MS = 8 * HOUR // Shanghai, the zone of new accounts
/** Whether both moments are in one window, by the calendar of Shanghai. */
const together: Record<string, (a: number, b: number) => boolean> = {
  DAY: (a, b) => Math.floor((a + ZONE_MS) / DAY) === Math.floor((b + ZONE_MS) / DAY),
  WEEK: (a, b) => Math.floor((a + ZONE_MS + 3 * DAY) / (7 * DAY)) === Math.floor((b + ZONE_MS + 3 * DAY) / (7 * DAY)),
  HOURS: (a, b) => Math.abs(Math.floor(a / HOUR) - Math.floor(b / HOUR)) < 24,
}
const limits: Limit[] = [
  { limitId: 'perday', window: 'DAY', amount: 4_000, refunds: 'KEEP' },
  { limitId: 'perweek', window: 'WEEK', amount: 10_000, count: 12, refunds: 'RESTORE' },
  { limitId: 'rolling', window: 'HOURS', hours: 24, amount: 5_000, refunds: 'RESTORE' },
]

/** The documents of a run: of each of two cards, of the group that the first is in, of the sub-account that has both, and of the account. */
type Scope = 'CARD' | 'GROUP' | 'SUB' | 'ACCOUNT'
const isIn = (scope: Scope, on: number, { on: its }: Purchase): boolean =>
  scope === 'CARD' ? its === on : scope === 'GROUP' ? its === 0 : true
/** Of the wider scopes more may be spent, by more purchases. */
const limitsOf = (scope: Scope): Limit[] => {
  const times = { CARD: 1, GROUP: 0.9, SUB: 1.5, ACCOUNT: 1.7 }[scope]
  return limits.map((limit) => ({
    ...limit,
    amount: Math.round(limit.amount! * times),
    ...(limit.count !== undefined && { count: Math.round(limit.count * times) }),
  }))
}
const scopesOn = (on: number): Scope[] => (on === 0 ? ['CARD', 'GROUP', 'SUB', 'ACCOUNT'] : ['CARD', 'SUB', 'ACCOUNT'])

/** What the limits have counted, summed over all purchases again. */
const usedBy = (purchases: readonly Purchase[], { window, refunds }: Limit, now: number) => {
  const own = purchases.filter(({ time }) => together[window]!(time, now))
  return {
    cents: own.reduce((sum, one) => sum + spentOn(one) - (refunds === 'RESTORE' ? one.refunded : 0), 0),
    count: own.filter((one) => spentOn(one) > 0).length,
  }
}
/** What a purchase may still cost. */
const leftOf = (purchases: readonly Purchase[], on: number, now: number, more = false): number =>
  Math.min(
    ...scopesOn(on).flatMap((scope) =>
      limitsOf(scope).map((limit) => {
        const own = purchases.filter((one) => isIn(scope, on, one))
        const { cents, count } = usedBy(own, limit, now)
        return !more && count >= (limit.count ?? Infinity) ? 0 : Math.max(0, (limit.amount ?? Infinity) - cents)
      }),
    ),
  )

const RUNS = 8 * Number(process.env.KAIKA_WALKS ?? 1)
const STEPS = 30

test(`in ${RUNS} random runs of decisions and events, late ones too, limits of four scopes and locks of cards decline and count what a list of all purchases says, to the cent`, async () => {
  let offset = 0
  setClock(() => Date.now() + offset)
  const outcomes = { approved: 0, part: 0, declined: 0, locked: 0 }
  for (let run = 1; run <= RUNS; run++) {
    const random = randomOf(run)
    const ana = await newAccount({ balanceCents: 3_000_00 })
    const leo = await subOf(ana)
    const cards = [
      await cardInHand(leo, { rechargeAmount: 1_000_00 }),
      await cardInHand(leo, { rechargeAmount: 1_000_00 }),
    ] as const
    const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
    await asks(ana, 'groupCards', { gid, cardIds: [cards[0].cardId] })
    const idsOf = { CARD: cards.map(({ cardId }) => cardId), GROUP: [gid], SUB: [leo.subUid], ACCOUNT: undefined }
    for (const [scope, scopeIds] of Object.entries(idsOf) as [Scope, string[] | undefined][]) {
      const lock = scope === 'CARD' ? ({ by: 'MERCHANT' } as const) : undefined
      const controls = { limits: limitsOf(scope), lock }
      await transaction((tx) => saveControls(ana, { scope, scopeIds, controls }, tx))
    }
    const purchases: Purchase[] = []
    const locks: Locks = [undefined, undefined]
    for (let step = 0; step < STEPS; step++) {
      offset += Math.floor(random() * [MINUTE, HOUR, 6 * HOUR, 15 * HOUR][Math.floor(random() * 4)]!)
      const on = Math.floor(random() * 2)
      const said = await (random() < 0.5 || !purchases.length
        ? purchase(cards[on]!, on, purchases, locks, random, `${run * 1000 + step}`)
        : happens(cards, purchases, random))
      if (said in outcomes) outcomes[said as keyof typeof outcomes]++
      const now = nowMs()
      for (const each of [0, 1]) {
        const { standing, effective } = await showControls(ana, { scope: 'CARD', scopeId: cards[each]!.cardId })
        const shown = [{ scope: 'CARD', standing }, ...effective]
        assert.deepEqual(
          shown.map((one) => [one.scope, one.standing.map(({ limitId, used, count }) => [limitId, used, count])]),
          scopesOn(each).map((scope) => {
            const own = purchases.filter((one) => isIn(scope, each, one))
            const counted = limitsOf(scope).map((limit) => {
              const { cents, count } = usedBy(own, limit, now)
              return [limit.limitId, cents, count]
            })
            return [scope, counted]
          }),
          `run ${run}, step ${step}, card ${each}: ${said}`,
        )
      }
    }
  }
  for (const [outcome, times] of Object.entries(outcomes)) assert.ok(times > RUNS / 8, `${outcome}: ${times}`)
  await booksHold()
})

async function purchase(
  card: Plastic,
  on: number,
  purchases: Purchase[],
  locks: Locks,
  random: () => number,
  trace: string,
): Promise<string> {
  const cents = 20 + Math.floor(random() * 1_980)
  const partialOk = random() < 0.4
  const merchant = random() < 0.9 ? shop : { ...shop, id: 'another shop' }
  const asked = request(card, cents, { trace, partialOk, merchant })
  const left = leftOf(purchases, on, nowMs())
  const answer = await decides(asked)
  const known = locks[on]
  const lock = known && nowMs() < known.until ? known : undefined
  if (lock && lock.to !== merchant.id) {
    assert.equal(answer.reason, 'CONTROL_LOCK')
    return 'locked'
  }
  if (!answer.approved) {
    assert.equal(answer.reason, 'CONTROL_LIMIT')
    assert.ok(partialOk ? left === 0 : left < cents, `declined ${cents} where ${left} were left`)
    return 'declined'
  }
  assert.equal(answer.amountCents, partialOk ? Math.min(cents, left) : cents)
  assert.ok(answer.amountCents <= left, `approved ${answer.amountCents} where ${left} were left`)
  if (answer.amountCents > 100) locks[on] = { to: merchant.id, until: Infinity }
  else locks[on] = lock ?? { to: merchant.id, until: nowMs() + DAY }
  const made = { on, ref: asked.ref, time: nowMs(), held: answer.amountCents, cleared: 0, parts: 0, refunded: 0 }
  purchases.push(made)
  if (random() < 0.2) {
    const more = 20 + Math.floor(random() * 600)
    const room = leftOf(purchases, on, nowMs(), true)
    const raised = await increments(card, asked.ref, more, undefined, { merchant })
    assert.equal(raised.approved, more <= room, `an increment of ${more} where ${room} were left`)
    if (raised.approved) made.held += more
  }
  return answer.amountCents < cents ? 'part' : 'approved'
}

/** Something that the network says of an earlier purchase, however late, or of one that nobody asked for. */
async function happens(cards: readonly Plastic[], purchases: Purchase[], random: () => number): Promise<string> {
  const of = purchases[Math.floor(random() * purchases.length)]!
  const card = cards[of.on]!
  const authRef = of.ref
  const what = random()
  if (what < 0.15 && of.held > 0) {
    const by = random() < 0.5 ? of.held : 1 + Math.floor(random() * of.held)
    await tells(event('auth.reversed', card, by, { authRef, final: by === of.held }))
    of.held -= by
    return `reversed ${by}`
  }
  // A refund belongs to one settled part; which one, of several, is tested with the refunds.
  if (what < 0.3 && of.parts === 1 && of.cleared > of.refunded && !of.ref.startsWith('forced')) {
    const back = 1 + Math.floor(random() * (of.cleared - of.refunded))
    await tells(event('refund.posted', card, back, { authRef }))
    of.refunded += back
    return `refunded ${back}`
  }
  if (what < 0.4) {
    const cents = 20 + Math.floor(random() * 600)
    const ref = `forced ${purchases.length}`
    await tells(event('clearing.posted', card, cents, { final: true }))
    purchases.push({ on: of.on, ref, time: nowMs(), held: 0, cleared: cents, parts: 1, refunded: 0 })
    return `forced ${cents}`
  }
  if (of.ref.startsWith('forced') || of.refunded > 0) return 'nothing'
  const final = random() < 0.7
  const cents = 1 + Math.floor(random() * 1.4 * Math.max(of.held, 100))
  await tells(event('clearing.posted', card, cents, { authRef, final }))
  of.held = final ? 0 : Math.max(0, of.held - cents)
  of.cleared += cents
  of.parts++
  return `settled ${cents}${final ? ', the last' : ''}`
}
