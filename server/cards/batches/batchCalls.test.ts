import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Progress, Resolved } from '#contract/cards/batches.ts'
import { identified, rowsOf, statusOf } from '#test/fixtures/batches.ts'
import {
  asks,
  booksHold,
  entriesOfOrder,
  moneyOn,
  newsTo,
  operationsOf,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
  work,
} from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { freeze, newAccount, subOf, type Person } from '#test/world.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { changeAccount, stepUpTicket } from '#server/identity/identity.ts'

withIssuer({ connections: 24 })

const pick = ({ posted, held }: { posted: number; held: number }) => ({ posted, held })
const progress = async (who: Actor, batchNo: string) =>
  (await asks(who, 'batchCard', { batchNo, pageSize: 200 })) as Progress
const resolved = async (who: Actor, text: string) => (await asks(who, 'batchCard', { text })) as Resolved
const ticketOf = async (who: Actor): Promise<string> => (await stepUpTicket(who, 'batchDelete')).ticket

async function withCards(count: number, balanceCents = 100_000): Promise<{ ana: Person; cards: string[] }> {
  const ana = await newAccount({ balanceCents })
  await identified(ana)
  const cards: string[] = []
  for (let at = 0; at < count; at++) cards.push(await opensCard(ana, { rechargeAmount: 1000 }))
  return { ana, cards }
}
const closed = (cardId: string) => sql`UPDATE card SET blocks = 2 WHERE card_id = ${cardId}`.execute(db)

test('a batch opening is priced as it is charged, with names and addresses of its own', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await identified(ana)
  const input = { vid: 'VISA-US-1', num: 4 }
  const price = await asks(ana, 'priceBatchOpening', { ...input, amount: 5000 })
  assert.deepEqual([price.perCard, price.total, price.num, price.batchMax, price.remainQuota], [5650, 22_600, 4, 5, 20])
  assert.equal(price.feeDetail, 'Open fee $20.00 + recharge $200.00 + service fee $6.00 = $226.00')
  const { quoteId } = price
  await assert.rejects(
    asks(ana, 'openBatch', { ...input, num: 3, rechargeAmount: 5000, quoteId, requestNo: requestNo() }),
    refusedAs('quote_changed'),
  )
  const asked = { ...input, rechargeAmount: 5000, quoteId, expectTotal: 22_600, requestNo: requestNo() }
  const { batchNo, total, totalCost } = await asks(ana, 'openBatch', asked)
  assert.deepEqual([total, totalCost], [4, 22_600])
  assert.deepEqual(await asks(ana, 'openBatch', asked), { batchNo, total, totalCost, status: 'RUNNING' }, 'sent twice')
  assert.deepEqual((await progress(ana, batchNo)).queued, 4)
  await work()
  const done = await progress(ana, batchNo)
  assert.deepEqual([done.status, done.success, done.charged, done.released], ['DONE', 4, 22_600, 0])
  assert.ok(done.items.data.every(({ status, lastFour }) => status === 'SUCCESS' && lastFour))
  assert.deepEqual(pick(await walletOf(ana)), { posted: 77_400, held: 0 })
  assert.deepEqual(await operationsOf(ana), ['CARD_BATCH OK 22600'])
  await booksHold()
})

test('a fixed holder and address are on every card, and must be whole', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const input = { vid: 'VISA-US-1', num: 2, rechargeAmount: 500, nameMode: 'FIXED', addressMode: 'FIXED' } as const
  await assert.rejects(asks(ana, 'openBatch', { ...input, requestNo: requestNo() }))
  const holder = {
    firstName: 'Bo',
    lastName: 'Lin',
    street: '2 Elm Court',
    city: 'Salem',
    state: 'OR',
    zipCode: '97301',
  }
  await assert.rejects(asks(ana, 'openBatch', { ...input, ...holder, zipCode: '973', requestNo: requestNo() }))
  // The segment determines the country, so a foreign zip code is rejected.
  const abroad = asks(ana, 'openBatch', { ...input, ...holder, zipCode: 'SW1A 1AA', requestNo: requestNo() })
  await assert.rejects(abroad, refusedAs('invalid', 'zipCode'))
  const { batchNo } = await asks(ana, 'openBatch', { ...input, ...holder, requestNo: requestNo() })
  const { items } = await progress(ana, batchNo)
  assert.deepEqual(
    items.data.map(({ holder }) => holder),
    ['Bo Lin', 'Bo Lin'],
  )
})

test('a batch load holds all, loads each, and a card that refuses costs nothing', async () => {
  const { ana, cards } = await withCards(3)
  const before = await walletOf(ana)
  await closed(cards[1]!)
  const price = await asks(ana, 'priceBatchLoad', { cardIds: cards, amount: 2000 })
  assert.deepEqual([price.num, price.refused, price.total], [2, 1, 4120])
  assert.deepEqual(
    price.lines.map(({ ok, msg }) => [ok, msg]),
    [
      [1, ''],
      [0, 'The card isn’t active'],
      [1, ''],
    ],
  )

  const asked = { cardIds: cards, amount: 2000, quoteId: price.quoteId, requestNo: requestNo() }
  const { batchNo, total, totalCost } = await asks(ana, 'loadBatch', asked)
  assert.deepEqual([total, totalCost], [3, 4120])
  assert.equal((await walletOf(ana)).held, 4120)
  await booksHold()

  // One more card fails after its money was held.
  await closed(cards[2]!)
  await work()
  assert.deepEqual(await rowsOf(batchNo), ['1 SUCCESS', '2 FAILED card_not_active', '3 FAILED card_not_active'])
  const done = await progress(ana, batchNo)
  assert.deepEqual([done.status, done.charged, done.released, done.retryable], ['PARTIAL', 2060, 2060, 2])
  assert.deepEqual(pick(await walletOf(ana)), { posted: before.posted - 2060, held: 0 })
  assert.equal((await moneyOn(ana, cards[0]!)).posted, 3000)
  const order = await db
    .selectFrom('card_order')
    .select('order_no')
    .where('batch_no', '=', batchNo)
    .where('row_no', '=', 1)
    .executeTakeFirstOrThrow()
  assert.deepEqual(await entriesOfOrder(order.order_no), ['D 2010 2060', 'C 2020 2000', 'C 4020 60'])
  assert.deepEqual((await operationsOf(ana)).slice(-3), [
    'CARD_RECHARGE OK',
    'CARD_RECHARGE OK 2060',
    'CARD_RECHARGE FAIL 2060',
  ])
  assert.equal((await newsTo(ana)).at(-1), 'batch_done')
  await booksHold()

  // A failed row can be retried once, as a batch of its own.
  await sql`UPDATE card SET blocks = 0 WHERE card_id = ANY (${cards})`.execute(db)
  const again = await asks(ana, 'priceRetry', { batchNo })
  assert.deepEqual([again.num, again.total, again.needTicket], [2, 4120, 0])
  await assert.rejects(
    asks(ana, 'retryBatch', { batchNo, expectTotal: 1, requestNo: requestNo() }),
    refusedAs('quote_changed'),
  )
  const retried = await asks(ana, 'retryBatch', { batchNo, expectTotal: 4120, requestNo: requestNo() })
  await assert.rejects(asks(ana, 'retryBatch', { batchNo, requestNo: requestNo() }), refusedAs('conflict'))
  await work()
  assert.equal(await statusOf(retried.batchNo), 'DONE')
  assert.deepEqual(
    (await progress(ana, batchNo)).items.data.map(({ retriedIn }) => retriedIn),
    [null, retried.batchNo, retried.batchNo],
  )
  assert.deepEqual(pick(await walletOf(ana)), { posted: before.posted - 3 * 2060, held: 0 })
  await booksHold()
})

test('a load of cards with amounts of their own; too little money and strangers’ cards are refused whole', async () => {
  const { ana, cards } = await withCards(2, 4000)
  const [bo, { posted }] = [await withCards(1), await walletOf(ana)]
  const items = [
    { cardId: cards[0]!, amount: 100 },
    { cardId: cards[1]!, amount: 300 },
  ]
  await assert.rejects(
    asks(ana, 'loadBatch', { cardIds: cards, amount: 50_000, requestNo: requestNo() }),
    refusedAs('insufficient_wallet'),
  )
  const foreign = { cardIds: [cards[0]!, bo.cards[0]!], amount: 100 }
  await assert.rejects(asks(ana, 'priceBatchLoad', foreign), refusedAs('not_found', 'cardIds'))
  await assert.rejects(
    asks(ana, 'loadBatch', { ...foreign, requestNo: requestNo() }),
    refusedAs('not_found', 'cardIds'),
  )
  const { batchNo } = await asks(ana, 'loadBatch', { items, requestNo: requestNo() })
  await work()
  assert.deepEqual(await rowsOf(batchNo), ['1 SUCCESS', '2 SUCCESS'])
  assert.deepEqual(pick(await walletOf(ana)), { posted: posted - 103 - 309, held: 0 })
  await booksHold()
})

test('a batch deletion needs a ticket, and ends each card as a single one ends', async () => {
  const { ana, cards } = await withCards(3)
  const { posted } = await walletOf(ana)
  await closed(cards[2]!)
  const input = { cardIds: cards, requestNo: requestNo() }
  await assert.rejects(asks(ana, 'deleteBatch', input), refusedAs('step_up'))
  const { batchNo } = await asks(ana, 'deleteBatch', { ...input, ticket: await ticketOf(ana), requestNo: requestNo() })
  await work()
  assert.deepEqual(await rowsOf(batchNo), ['1 SUCCESS', '2 SUCCESS', '3 FAILED card_not_active'])
  const done = await progress(ana, batchNo)
  assert.deepEqual([done.status, done.returned, done.charged], ['PARTIAL', 2000, 0])
  assert.equal((await walletOf(ana)).posted, posted + 2000)
  assert.deepEqual((await operationsOf(ana)).slice(-4), [
    'CARD_DELETE OK',
    'CARD_DELETE OK 1000',
    'CARD_DELETE OK 1000',
    'CARD_DELETE FAIL 0',
  ])
  await booksHold()
})

test('what is queued can be cancelled; what the issuer was asked for cannot', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await identified(ana)
  const { batchNo } = await asks(ana, 'openBatch', {
    vid: 'VISA-US-1',
    num: 4,
    rechargeAmount: 5000,
    requestNo: requestNo(),
  })
  await sql`UPDATE card_order SET status = 'SENT', tries = 1, ask_at = created_at WHERE batch_no = ${batchNo} AND row_no = 1`.execute(
    db,
  )
  const gone = await asks(ana, 'cancelBatch', { batchNo, requestNo: requestNo() })
  assert.deepEqual(gone, { cancelled: 3, released: 3 * 5650 })
  assert.equal((await walletOf(ana)).held, 5650)
  await assert.rejects(asks(ana, 'cancelBatch', { batchNo, requestNo: requestNo() }), refusedAs('conflict'))
  await work()
  const done = await progress(ana, batchNo)
  assert.deepEqual([done.status, done.success, done.cancelled, done.failed], ['PARTIAL', 1, 3, 0])
  assert.deepEqual(pick(await walletOf(ana)), { posted: 100_000 - 5650, held: 0 })
  await booksHold()
})

test('a sub-account’s batch is its own: its cards, its progress, and nothing after it was frozen', async () => {
  const { ana, cards } = await withCards(1)
  const [sub, other] = [await subOf(ana), await subOf(ana)]
  const { batchNo } = await asks(sub, 'openBatch', {
    vid: 'VISA-US-1',
    num: 2,
    rechargeAmount: 500,
    requestNo: requestNo(),
  })
  await work()
  const owners = await db.selectFrom('card').select('owner_sub_uid').where('owner_sub_uid', '=', sub.subUid).execute()
  assert.equal(owners.length, 2)
  assert.equal((await progress(sub, batchNo)).status, 'DONE')
  assert.equal((await progress(ana, batchNo)).status, 'DONE')
  await assert.rejects(progress(other, batchNo), refusedAs('not_found'))
  assert.deepEqual((await asks(other, 'listBatches', {})).total, 0)
  await assert.rejects(asks(sub, 'priceBatchLoad', { cardIds: cards, amount: 100 }), refusedAs('not_found'))

  const mine = (await progress(sub, batchNo)).items.data.map(({ cardId }) => cardId)
  const load = await asks(sub, 'loadBatch', { cardIds: mine, amount: 500, requestNo: requestNo() })
  await freeze(sub)
  await work()
  assert.deepEqual(await rowsOf(load.batchNo), ['1 FAILED sub_frozen', '2 FAILED sub_frozen'])
  assert.equal((await walletOf(ana)).held, 0)
  await booksHold()
})

test('an account that was shut down in the middle opens nothing more', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const { batchNo } = await asks(ana, 'openBatch', {
    vid: 'VISA-US-1',
    num: 3,
    rechargeAmount: 500,
    requestNo: requestNo(),
  })
  await transaction((tx) => changeAccount(tx, ana.accountId, { risk: 'SHUTDOWN' }))
  await work()
  assert.deepEqual(
    await rowsOf(batchNo),
    [1, 2, 3].map((row) => `${row} FAILED account_shutdown`),
  )
  assert.deepEqual(pick(await walletOf(ana)), { posted: 100_000, held: 0 })
  await booksHold()
})

test('pasted cards are found by serial number, last four and masked number; what means two is asked about', async () => {
  const { ana, cards } = await withCards(3)
  const rows = await db
    .selectFrom('card')
    .select(['card_id', 'card_seq_no', 'last4'])
    .where('card_id', 'in', cards)
    .orderBy('card_id')
    .execute()
  const [a, b, c] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
  await sql`UPDATE card SET last4 = ${c.last4} WHERE card_id = ${b.card_id}`.execute(db)
  const found = await resolved(
    ana,
    `${a.card_seq_no}, ${a.last4}\n4000 **** **** ${c.last4}\tnonsense ４２\n${b.card_seq_no};4111111111111111`,
  )
  assert.deepEqual(
    found.matched.map(({ cardId }) => cardId),
    [a.card_id, b.card_id],
  )
  assert.deepEqual(found.unmatched, ['nonsense', '42', '411111****1111'])
  assert.deepEqual(
    found.ambiguous.map(({ text, cards }) => [text, cards.length]),
    [[`4000****${c.last4}`, 2]],
  )
  const bo = await newAccount()
  assert.deepEqual((await resolved(bo, a.card_seq_no)).unmatched, [a.card_seq_no])
  const many = Array.from({ length: 501 }, (_, at) => 1_000_000_000 + at).join(' ')
  await assert.rejects(resolved(ana, many), refusedAs('invalid', 'text'))
})
