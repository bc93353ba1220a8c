import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identified, openingRows, rowsOf, statusOf } from '#test/fixtures/batches.ts'
import { booksHold, newsTo, operationsOf, walletOf, withIssuer, withIssuerThat, work } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount } from '#test/world.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { issuerOf, OutsideUnknown } from '#server/outside/outside.ts'
import { forgetTerms } from '../ranges/terms.ts'
import { takeRows } from './queries.ts'
import { startBatch, priceRows } from './startBatch.ts'
import { workDueBatches } from './workBatch.ts'

const issuer = withIssuer({ connections: 24 })

const opens = (who: Actor, rows: ReturnType<typeof openingRows>, more: object = {}) =>
  transaction((tx) => startBatch(tx, who, { kind: 'OPEN', rows, ...more }))
const pick = ({ posted, held }: { posted: number; held: number }) => ({ posted, held })

test('the whole price is held at once, and each row posts or releases exactly its own', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await identified(ana)
  const before = await issuer.cardsMade()
  const rows = openingRows(5, (at) => (at === 1 ? { firstName: 'REFUSE', rechargeAmount: 700 } : {}))
  const { total } = await priceRows(db, ana, rows)
  const started = await opens(ana, rows, { expectTotal: total })
  assert.deepEqual([started.total, started.totalCost, started.status], [5, 4 * 5650 + 1221, 'RUNNING'])
  assert.deepEqual(pick(await walletOf(ana)), { posted: 100_000, held: started.totalCost })
  assert.deepEqual(await operationsOf(ana), [`CARD_BATCH OK ${started.totalCost}`])
  await booksHold()

  await work()
  assert.deepEqual(await rowsOf(started.batchNo), [
    '2 SUCCESS',
    '3 FAILED HOLDER_REFUSED',
    '4 SUCCESS',
    '5 SUCCESS',
    '6 SUCCESS',
  ])
  assert.equal(await statusOf(started.batchNo), 'PARTIAL')
  assert.deepEqual(pick(await walletOf(ana)), { posted: 100_000 - 4 * 5650, held: 0 })
  assert.equal(await issuer.cardsMade(), before + 4)
  assert.deepEqual((await operationsOf(ana)).slice(1), ['CARD_OPEN FAIL 1221'])
  assert.deepEqual(await newsTo(ana), ['batch_done'])
  await booksHold()
})

test('a batch that the wallet, the plan or a faulty row does not allow leaves nothing', async () => {
  const ana = await newAccount({ balanceCents: 4 * 5650 })
  await assert.rejects(opens(ana, openingRows(4)), refusedAs('identity_required'))
  await identified(ana)
  await assert.rejects(opens(ana, openingRows(5)), (error: { refusal: string; data: { shortCents: number } }) => {
    assert.deepEqual([error.refusal, error.data.shortCents], ['insufficient_wallet', 5650])
    return true
  })
  await assert.rejects(opens(ana, openingRows(6)), refusedAs('plan_limit', 'num')) // BASIC allows five cards in a batch
  const faulty = openingRows(3, (at) => (at === 2 ? { zipCode: '9720' } : {}))
  await assert.rejects(opens(ana, faulty), (error: { data: { row: number; field: string } }) => {
    assert.deepEqual([error.data.row, error.data.field], [4, 'zipCode'])
    return true
  })
  await assert.rejects(opens(ana, openingRows(2), { expectTotal: 1 }), refusedAs('quote_changed'))
  assert.deepEqual(pick(await walletOf(ana)), { posted: 4 * 5650, held: 0 })
  assert.equal(
    await db.selectFrom('card_batch').select('batch_no').where('account_id', '=', ana.accountId).executeTakeFirst(),
    undefined,
  )
  await booksHold()
})

test('prices name every faulty row with its field', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const rows = openingRows(4, (at) => [{}, { vid: 'VISA-XX-9' }, { rechargeAmount: 1 }, { state: 'Oregon' }][at]!)
  const { problems, openings, total } = await priceRows(db, ana, rows)
  assert.deepEqual(
    problems.map(({ row, field, refusal }) => [row, field, refusal]),
    [
      [3, 'vid', 'range_unavailable'],
      [4, 'rechargeAmount', 'amount_below_min'],
      [5, 'state', 'invalid'],
    ],
  )
  assert.deepEqual([openings.length, total], [1, 5650])
})

test('a segment gives no more cards than it has left, and gets back those that fail', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await identified(ana)
  const stock = (left: number | null) => sql`UPDATE card_range SET stock = ${left} WHERE vid = 'VISA-US-2'`.execute(db)
  await stock(3)
  forgetTerms()
  const of = (count: number) =>
    openingRows(count, (at) => ({ vid: 'VISA-US-2', firstName: at === 0 ? 'REFUSE' : 'Ana' }))
  await assert.rejects(opens(ana, of(4)), refusedAs('range_unavailable', 'vid'))
  await opens(ana, of(3))
  const left = () =>
    db.selectFrom('card_range').select('stock').where('vid', '=', 'VISA-US-2').executeTakeFirstOrThrow()
  assert.deepEqual(await left(), { stock: 0 })
  await work()
  assert.deepEqual(await left(), { stock: 1 })
  await stock(null)
  forgetTerms()
  await booksHold()
})

test('no answer is no failure: the row stays held, is asked for again, and is made once', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await identified(ana)
  const before = await issuer.cardsMade()
  const real = issuerOf('simulated')
  const lost = new Set<string>()
  const started = await opens(ana, openingRows(4))
  await withIssuerThat(
    {
      createCard: async (input) => {
        const made = await real.createCard(input)
        if (lost.size >= 2) return made
        lost.add(input.idem)
        throw new OutsideUnknown('the line went dead')
      },
    },
    work,
  )
  const states = (await rowsOf(started.batchNo)).map((row) => row.split(' ')[1]!).toSorted((a, b) => (a < b ? -1 : 1))
  assert.deepEqual(states, ['SUCCESS', 'SUCCESS', 'UNKNOWN', 'UNKNOWN'])
  assert.deepEqual(pick(await walletOf(ana)), { posted: 100_000 - 2 * 5650, held: 2 * 5650 })
  assert.equal(await statusOf(started.batchNo), 'RUNNING')
  await booksHold()

  await sql`UPDATE card_order SET ask_at = created_at WHERE ask_at IS NOT NULL`.execute(db)
  await workDueBatches()
  await work()
  assert.equal(await statusOf(started.batchNo), 'DONE')
  assert.equal(await issuer.cardsMade(), before + 4)
  assert.deepEqual(pick(await walletOf(ana)), { posted: 100_000 - 4 * 5650, held: 0 })
  await booksHold()
})

test('a worker takes no more rows than it asks for, whatever plan PostgreSQL makes', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  await identified(ana)
  const { batchNo } = await transaction((tx) => startBatch(tx, ana, { kind: 'OPEN', rows: openingRows(12) }))
  const taken = await transaction(async (tx) => {
    // The plan of a table about which it knows too little: each row is compared with the subquery.
    for (const how of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'memoize'])
      await sql`SELECT set_config(${`enable_${how}`}, 'off', true)`.execute(tx)
    return takeRows(tx, ana.accountId, batchNo, 3)
  })
  assert.equal(taken.length, 3)
})
