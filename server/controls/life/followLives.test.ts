import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { Controls } from '#contract/controls/documents.ts'
import { owner } from '#test/database.ts'
import { asks, booksHold, newsTo, operationsOf, requestNo, walletOf, withIssuer, work } from '#test/fixtures/cards.ts'
import { cardInHand, charges, decides, event, request, tells, type Plastic } from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { closeOnDate } from '#server/cards/cards.ts'
import { DAY, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { SERVER_ROLE } from '#server/core/database/serverRole.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { saveControls } from '../saveControls.ts'
import { showControls } from '../showControls.ts'
import { followLives } from './followLives.ts'
import { returnControls } from './returnControls.ts'

withIssuer({ connections: 24 })
afterEach(() => setClock())

type Life = NonNullable<Controls['life']>
const saves = (who: Person, cardIds: readonly string[], controls: Controls, until?: number) =>
  transaction((tx) => saveControls(who, { scope: 'CARD', scopeIds: [...cardIds], controls, until }, tx))
const lives = (who: Person, { cardId }: Plastic, life: Life) => saves(who, [cardId], { life })
async function at(ms: number): Promise<void> {
  setClock(() => ms)
  await followLives()
  await followLives()
}
async function someone(): Promise<{ ana: Person; card: Plastic; now: number }> {
  const ana = await newAccount({ balanceCents: 200_000 })
  return { ana, card: await cardInHand(ana, { rechargeAmount: 50_000 }), now: nowMs() }
}
const freezes = (who: Person, { cardId }: Plastic, frozen: boolean) =>
  asks(who, 'freezeCard', { cardIds: [cardId], frozen, requestNo: requestNo() })
const statusOf = async (who: Person, { cardId }: Plastic) => (await asks(who, 'showCard', { cardId })).card.status
const news = async (who: Person) =>
  (await newsTo(who)).filter((name) => ['card_ends_soon', 'card_frozen_by_controls'].includes(name))
const told = async ({ accountId }: Person) =>
  (
    await many(
      db,
      sql<{ params: { count: number; cards: string } }>`
      SELECT payload -> 'params' AS params
        FROM graphile_worker._private_jobs AS job
       WHERE payload ->> 'accountId' = ${accountId}
         AND payload ->> 'event' IN ('card_ends_soon', 'card_frozen_by_controls')`,
    )
  ).map(({ params }) => params)
const deadlines = ({ accountId }: Person) =>
  many(
    db,
    sql<{ due: number }>`
    SELECT num_nonnulls(close_at, freeze_at, thaw_at, idle_freeze_at, life_tell_at) AS due FROM card WHERE account_id = ${accountId}`,
  ).then((rows) => rows.map(({ due }) => due))

test('a card is frozen and unfrozen on the dates of its controls, and its log and its owner hear why', async () => {
  const { ana, card, now } = await someone()
  const [freezeAt, thawAt] = [now + 10 * DAY, now + 20 * DAY]
  await lives(ana, card, { freezeAt, thawAt })
  await at(freezeAt - 3 * DAY - 1)
  assert.deepEqual(await news(ana), [])
  await at(freezeAt - 3 * DAY)
  assert.deepEqual(await news(ana), ['card_ends_soon'])
  await at(freezeAt - 1)
  assert.equal((await charges(card, 100)).approved, true)
  await at(freezeAt)
  assert.equal(await statusOf(ana, card), 'FROZEN')
  assert.equal((await charges(card, 100)).approved, false)
  assert.deepEqual(await news(ana), ['card_ends_soon', 'card_frozen_by_controls'])
  await at(thawAt)
  assert.equal(await statusOf(ana, card), 'ACTIVE')
  const { data } = await asks(ana, 'cardLog', { cardId: card.cardId })
  assert.deepEqual(
    data.slice(0, 2).map(({ type, remark }) => [type, remark]),
    [
      ['UNBLOCK', 'The unfreeze date in the card’s controls was reached'],
      ['BLOCK', 'The freeze date in the card’s controls was reached'],
    ],
  )
  assert.deepEqual((await operationsOf(ana)).slice(-2), ['CARD_FREEZE OK', 'CARD_FREEZE OK'])
  assert.deepEqual(await deadlines(ana), [0])
})

test('a date that comes while it is saved is refused or kept', async () => {
  const { ana, card, now } = await someone()
  let [kept, refused] = [0, 0]
  for (let nth = 1; nth <= 12; nth++) {
    const from = now + nth * HOUR
    const freezeAt = from + nth * 20
    let ms = from
    // Time goes by with every look at the clock.
    setClock(() => (ms += 10))
    const problem = await lives(ana, card, { freezeAt }).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (problem) {
      assert.ok(refusedAs('invalid', 'controls.life.freezeAt')(problem))
      refused++
      continue
    }
    await at(freezeAt + 1)
    assert.equal(await statusOf(ana, card), 'FROZEN', `ahead by ${freezeAt - from} ms`)
    await freezes(ana, card, false)
    kept++
  }
  assert.ok(kept > 0 && refused > 0, `${kept} kept, ${refused} refused`)
})

test('a freeze by its owner, before or after the one on the date, is not lifted by a date', async () => {
  const { ana, card, now } = await someone()
  const [freezeAt, thawAt] = [now + HOUR, now + 2 * HOUR]
  await lives(ana, card, { freezeAt, thawAt })
  await freezes(ana, card, true)
  await at(freezeAt)
  assert.deepEqual(await news(ana), [])
  await at(thawAt)
  assert.equal(await statusOf(ana, card), 'FROZEN')
  await freezes(ana, card, false)

  await lives(ana, card, { freezeAt: thawAt + HOUR, thawAt: thawAt + 2 * HOUR })
  await at(thawAt + HOUR)
  await freezes(ana, card, false)
  await freezes(ana, card, true)
  await at(thawAt + 2 * HOUR)
  assert.equal(await statusOf(ana, card), 'FROZEN')
})

test('a card is deleted on its date: its owner is told three days before, and its balance is in the wallet', async () => {
  const { ana, card, now } = await someone()
  const before = (await walletOf(ana)).posted
  const closeAt = now + 10 * DAY
  await lives(ana, card, { closeAt })
  const closes = async () => (await asks(ana, 'showCard', { cardId: card.cardId })).card.closeTime
  assert.equal(await closes(), closeAt)
  await at(closeAt - 2 * DAY)
  assert.deepEqual(await news(ana), ['card_ends_soon'])
  await at(closeAt - 1)
  assert.equal(await statusOf(ana, card), 'ACTIVE')
  await at(closeAt)
  assert.equal(await statusOf(ana, card), 'CLOSED')
  assert.equal(await closes(), null)
  assert.equal((await walletOf(ana)).posted, before + 50_000)
  await work()
  assert.ok((await newsTo(ana)).includes('card_close_done'))
  assert.equal((await operationsOf(ana)).at(-1), 'CARD_DELETE OK 50000')
  const { data } = await asks(ana, 'cardLog', { cardId: card.cardId })
  assert.equal(data.find(({ type }) => type === 'DELETE')!.remark, 'The end date in the card’s controls was reached')
  assert.deepEqual(await deadlines(ana), [0])
  await booksHold()
})

test('while a purchase is held the card is closing, and it closes when the purchase settles', async () => {
  const { ana, card, now } = await someone()
  const asked = request(card, 1_000)
  assert.equal((await decides(asked)).approved, true)
  await lives(ana, card, { closeAt: now + HOUR })
  await at(now + HOUR)
  assert.equal(await statusOf(ana, card), 'CLOSING')
  await tells(event('clearing.posted', card, 1_000, { authRef: asked.ref, final: true }))
  assert.equal(await statusOf(ana, card), 'CLOSED')
  await booksHold()
})

test('a sweep that is killed has closed nothing, and three at once close, freeze and tell once', async () => {
  const { ana, card, now } = await someone()
  const other = await cardInHand(ana, { rechargeAmount: 5_000 })
  await lives(ana, card, { closeAt: now + HOUR })
  await lives(ana, other, { freezeAt: now + HOUR })
  const before = (await walletOf(ana)).posted
  setClock(() => now + HOUR)
  await sql`REVOKE INSERT ON card_log FROM ${sql.id(SERVER_ROLE)}`.execute(owner)
  try {
    await assert.rejects(followLives(), /permission denied/)
  } finally {
    await sql`GRANT INSERT ON card_log TO ${sql.id(SERVER_ROLE)}`.execute(owner)
  }
  assert.deepEqual([await statusOf(ana, card), await statusOf(ana, other)], ['ACTIVE', 'ACTIVE'])
  await Promise.all([followLives(), followLives(), followLives()])
  assert.deepEqual([await statusOf(ana, card), await statusOf(ana, other)], ['CLOSED', 'FROZEN'])
  assert.equal((await walletOf(ana)).posted, before + 50_000)
  assert.deepEqual(await news(ana), ['card_frozen_by_controls'])
  await booksHold()
})

test('a card whose date was taken away after the sweep had found it stays', async () => {
  const { ana, card, now } = await someone()
  for (const controls of [{}, { life: { closeAt: now + HOUR } }] as Controls[]) {
    await saves(ana, [card.cardId], controls)
    await transaction((tx) => closeOnDate(tx, ana.accountId, card.cardId))
    assert.equal(await statusOf(ana, card), 'ACTIVE')
  }
})

test('a card that is not used is frozen, and each purchase and each unfreeze puts it off', async () => {
  const { ana, card, now } = await someone()
  const idle = await cardInHand(ana, { rechargeAmount: 5_000 })
  setClock(() => now)
  for (const one of [card, idle]) await lives(ana, one, { idleDays: 7 })
  setClock(() => now + 5 * DAY)
  await charges(card, 100)
  await at(now + 7 * DAY - 1)
  assert.equal(await statusOf(ana, idle), 'ACTIVE')
  await at(now + 7 * DAY)
  assert.deepEqual([await statusOf(ana, card), await statusOf(ana, idle)], ['ACTIVE', 'FROZEN'])
  assert.deepEqual(await news(ana), ['card_frozen_by_controls'])
  // Its usage keeps the hour of the last purchase.
  await at(now + 12 * DAY - HOUR)
  assert.equal(await statusOf(ana, card), 'ACTIVE')
  await at(now + 12 * DAY + HOUR)
  assert.equal(await statusOf(ana, card), 'FROZEN')
  setClock(() => now + 13 * DAY)
  await freezes(ana, idle, false)
  await at(now + 20 * DAY - 1)
  assert.equal(await statusOf(ana, idle), 'ACTIVE')
  await at(now + 20 * DAY)
  assert.equal(await statusOf(ana, idle), 'FROZEN')
})

test('cards that end on the same day are told of in one notice', async () => {
  const { ana, card, now } = await someone()
  const cards = [
    card,
    await cardInHand(ana, { rechargeAmount: 5_000 }),
    await cardInHand(ana, { rechargeAmount: 5_000 }),
  ]
  const ids = cards.map(({ cardId }) => cardId)
  await saves(ana, ids, { life: { freezeAt: now + 10 * DAY, closeAt: now + 30 * DAY } })
  await at(now + 7 * DAY)
  await at(now + 10 * DAY)
  await at(now + 27 * DAY)
  assert.deepEqual(await news(ana), ['card_ends_soon', 'card_frozen_by_controls', 'card_ends_soon'])
  const endings = cards.map(({ cardNumber }) => cardNumber.slice(-4)).toSorted()
  for (const { count, cards: named } of await told(ana)) {
    assert.equal(count, 3)
    assert.deepEqual(named.split(', ').toSorted(), endings)
  }
})

test('controls that replace them, and controls that only watch, end nothing', async () => {
  const { ana, card, now } = await someone()
  await lives(ana, card, { closeAt: now + HOUR, idleDays: 7 })
  await saves(ana, [card.cardId], { singleMax: 100 })
  assert.deepEqual(await deadlines(ana), [0])
  await saves(ana, [card.cardId], { mode: 'WATCH', life: { closeAt: now + HOUR, idleDays: 7 } })
  assert.deepEqual(await deadlines(ana), [0])
  // A server of the version before, which knows of no dates, replaces the document.
  await lives(ana, card, { closeAt: now + HOUR, freezeAt: now + HOUR, idleDays: 7 })
  await sql`UPDATE card SET control_no = NULL WHERE account_id = ${ana.accountId}`.execute(owner)
  await at(now + 8 * DAY)
  assert.deepEqual([await statusOf(ana, card), await deadlines(ana)], ['ACTIVE', [0]])
})

test('dates that are past, in the wrong order or of anything but a card are refused at their field', async () => {
  const { ana, card, now } = await someone()
  for (const name of ['closeAt', 'freezeAt', 'thawAt'] as const)
    await assert.rejects(lives(ana, card, { [name]: now - 1 }), refusedAs('invalid', `controls.life.${name}`))
  const controls = { life: { closeAt: now + DAY } }
  await assert.rejects(
    transaction((tx) => saveControls(ana, { scope: 'ACCOUNT', controls }, tx)),
    refusedAs('invalid', 'controls.life'),
  )
  for (const life of [{}, { freezeAt: now + DAY, thawAt: now + DAY }, { idleDays: 6 }, { idleDays: 366 }])
    assert.equal(Controls.safeParse({ life }).success, false)
})

test('dates that come back with earlier controls do what was due in between, and nothing twice', async () => {
  const { ana, card, now } = await someone()
  const others = await Promise.all([1, 2].map(() => cardInHand(ana, { rechargeAmount: 5_000 })))
  const [past, due] = others as [Plastic, Plastic]
  await lives(ana, past, { freezeAt: now + HOUR, idleDays: 7 })
  await lives(ana, due, { freezeAt: now + 3 * HOUR })
  await lives(ana, card, { closeAt: now + 3 * HOUR })
  await at(now + HOUR)
  await freezes(ana, past, false)
  setClock(() => now + 2 * HOUR)
  for (const { cardId } of [card, past, due]) await saves(ana, [cardId], { singleMax: 100 }, now + 4 * HOUR)
  await at(now + 3 * HOUR)
  assert.deepEqual([await statusOf(ana, card), await statusOf(ana, due)], ['ACTIVE', 'ACTIVE'])
  setClock(() => now + 4 * HOUR)
  await returnControls()
  await followLives()
  assert.deepEqual(
    [await statusOf(ana, card), await statusOf(ana, past), await statusOf(ana, due)],
    ['CLOSED', 'ACTIVE', 'FROZEN'],
  )
})

test('a card that takes the place of another keeps its life, and a sub-account sets that of its own', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const leo = await subOf(ana)
  const card = await cardInHand(leo, { rechargeAmount: 5_000 })
  const closeAt = nowMs() + 20 * DAY
  await lives(leo, card, { closeAt })
  const { cardId } = await asks(ana, 'replaceCard', {
    cardId: card.cardId,
    reason: 'EXPIRING',
    keepDays: 7,
    requestNo: requestNo(),
  })
  await work()
  assert.equal((await showControls(leo, { scope: 'CARD', scopeId: cardId })).controls.life?.closeAt, closeAt)
  await at(closeAt)
  assert.equal((await asks(ana, 'showCard', { cardId })).card.status, 'CLOSED')
  await booksHold()
})
