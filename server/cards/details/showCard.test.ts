import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, moneyOn, operationsOf, opensCard, requestNo, withIssuer, withIssuerThat } from '#test/fixtures/cards.ts'
import { owner } from '#test/database.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount, subOf, textsTo, type Person } from '#test/world.ts'
import { HOUR, MINUTE, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { stepUpTicket } from '#server/identity/identity.ts'
import { OutsideUnknown } from '#server/outside/outside.ts'
import { cvcCode, cvcFits, panHash } from '../cards.ts'

withIssuer()

const reveal = async (who: Person, cardId: string) => {
  const { ticket } = await stepUpTicket(who, 'reveal')
  return asks(who, 'showCard', { cardId, reveal: true, ticket })
}

test('a code to the own phone opens the number once, and it is logged', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  await assert.rejects(asks(ana, 'showCard', { cardId, reveal: true }), refusedAs('step_up'))
  await asks(ana, 'askCardCode', { scene: 'REVEAL' })
  const code = (await textsTo(ana.mobile))[0]!.code!
  await assert.rejects(asks(ana, 'checkCardCode', { code, scene: 'EXPORT' }), refusedAs('code_wrong'))
  const { ticket } = await asks(ana, 'checkCardCode', { code, scene: 'REVEAL' })
  const { card } = await asks(ana, 'showCard', { cardId, reveal: true, ticket })
  assert.match(card.number!, /^40000012\d{8}$/)
  assert.match(card.cvc!, /^\d{3}$/)
  await assert.rejects(asks(ana, 'showCard', { cardId, reveal: true, ticket }), refusedAs('step_up'))
  assert.deepEqual((await operationsOf(ana)).slice(1), ['CARD_REVEAL OK'])
  assert.equal((await asks(ana, 'cardLog', { cardId })).data[0]!.type, 'REVEAL')
})

test('a proof is remembered for five minutes, by its session alone, and each view is logged', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const [first, second] = [await opensCard(ana), await opensCard(ana)]
  const shows = (who: Person, cardId = second) => asks(who, 'showCard', { cardId, reveal: true })
  const begin = Date.now()
  setClock(() => begin)
  await reveal(ana, first)
  assert.match((await shows(ana)).card.number!, /^\d{16}$/)
  await assert.rejects(shows({ ...ana, sessionId: 'ses_other' }), refusedAs('step_up'))
  const sub = await subOf(ana)
  await assert.rejects(shows({ ...sub, sessionId: ana.sessionId }, await opensCard(sub)), refusedAs('step_up'))

  // A remembered view does not prolong it.
  setClock(() => begin + 4 * MINUTE)
  await shows(ana)
  setClock(() => begin + 5 * MINUTE)
  await assert.rejects(shows(ana), refusedAs('step_up'))
  // It is no proof for anything else.
  await reveal(ana, first)
  await assert.rejects(asks(ana, 'deleteBatch', { cardIds: [first], requestNo: requestNo() }), refusedAs('step_up'))
  setClock()
  assert.deepEqual(
    (await asks(ana, 'cardLog', { cardId: second })).data.filter(({ type }) => type === 'REVEAL').length,
    2,
  )
})

test('neither the number nor the code is anywhere in the database, and charges find the card all the same', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const { card } = await reveal(ana, cardId)
  const [pan, cvc] = [card.number!, card.cvc!]
  const { rows: tables } = await sql<{ name: string }>`
    SELECT schemaname || '.' || relname AS name FROM pg_stat_user_tables`.execute(db)
  for (const { name } of tables) {
    const { rows } = await sql`SELECT FROM ${sql.raw(name)} AS row WHERE row::text LIKE ${`%${pan}%`}`.execute(owner)
    assert.equal(rows.length, 0, name)
  }
  const found = await db
    .selectFrom('card_number')
    .selectAll()
    .where('pan_hmac', '=', panHash(pan))
    .executeTakeFirstOrThrow()
  assert.equal(found.card_id, cardId)
  assert.ok(cvcFits(cvcCode(cardId, found.cvc_enc!), pan, cvc))
})

test('thirty numbers in any hour, not one more, also at once', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 50 * MINUTE
  const shownAt = async (minutes: number, asked: number) => {
    setClock(() => start + minutes * MINUTE)
    const ends = await Promise.all(Array.from({ length: asked }, () => endOf(reveal(ana, cardId))))
    return ends.filter((end) => end === 'ok').length
  }
  assert.equal(await shownAt(0, 10), 10)
  assert.equal(await shownAt(5, 40), 20)
  assert.equal(await shownAt(11, 1), 0, 'another hour of the clock is not another hour')
  assert.equal(await shownAt(61, 40), 10, 'what is an hour old')
  assert.equal(await shownAt(66, 40), 20)
  setClock()
})

test('who may not reveal, may not; a frozen-out account neither', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const viewer = await subOf(ana, { keys: ['card:view', 'card:open'] })
  const cardId = await opensCard(viewer)
  await assert.rejects(reveal(viewer, cardId), refusedAs('not_permitted'))
  await assert.rejects(asks(viewer, 'askCardCode', { scene: 'REVEAL' }), refusedAs('not_permitted'))
  await assert.rejects(reveal({ ...ana, standing: 'SHUTDOWN' }, cardId), refusedAs('account_shutdown'))
  await assert.rejects(reveal(await newAccount(), cardId), refusedAs('not_found'))
  assert.equal((await asks(viewer, 'showCard', { cardId })).card.cvc, undefined)
})

test('an issuer that does not answer is said to be away, and the attempt is in the log', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  await withIssuerThat({ reveal: async () => Promise.reject(new OutsideUnknown('no answer')) }, async () => {
    await assert.rejects(reveal(ana, cardId), refusedAs('issuer_unavailable'))
  })
  assert.equal((await asks(ana, 'cardLog', { cardId })).data[0]!.type, 'REVEAL')
})

test('the statement has every movement with the balance after it, and a month its opening and closing', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const cardId = await opensCard(ana)
  await asks(ana, 'loadCard', { cardId, amount: 3000, requestNo: requestNo() })
  await asks(ana, 'withdrawFromCard', { cardId, amount: 1000, requestNo: requestNo() })
  const bill = await asks(ana, 'cardBill', { cardId })
  assert.deepEqual(
    bill.data.map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter]),
    [
      ['UNLOAD', -1000, 7000],
      ['LOAD', 3000, 8000],
      ['LOAD', 5000, 5000],
    ],
  )
  assert.deepEqual(bill.summary, { open: 0, in: 8000, out: 1000, close: 7000 })
  assert.equal((await moneyOn(ana, cardId)).posted, 7000)
  assert.deepEqual((await asks(ana, 'cardBill', { cardId, month: '2020-01' })).summary, {
    open: 0,
    in: 0,
    out: 0,
    close: 0,
  })
  const first = await asks(ana, 'cardBill', { cardId, pageSize: 2 })
  const rest = await asks(ana, 'cardBill', { cardId, pageSize: 2, cursor: first.cursor })
  assert.deepEqual(
    rest.data.map(({ balanceAfter }) => balanceAfter),
    [5000],
  )
  assert.equal((await asks(ana, 'cardBill', { cardId, type: 'UNLOAD' })).total, 1)
})

test('the balance comes from the books', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const { balance, available, pending, unit } = await asks(ana, 'cardBalance', { cardId })
  assert.deepEqual({ balance, available, pending, unit }, { balance: 5000, available: 5000, pending: 0, unit: 'USD' })
  await assert.rejects(asks(await newAccount(), 'cardBalance', { cardId }), refusedAs('not_found'))
})
