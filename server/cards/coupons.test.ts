import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identified, openingRows, rowsOf } from '#test/fixtures/batches.ts'
import {
  asks,
  booksHold,
  entriesOfOrder,
  operationsOf,
  opensCard,
  openingInput,
  requestNo,
  walletOf,
  withIssuer,
  work,
} from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, type Person } from '#test/world.ts'
import { db, sql, transaction } from '../core/db.ts'
import { giveCoupons, makeTemplate } from '../coupons/coupons.ts'
import { answers as coupons } from '../coupons/module.ts'
import { startBatch } from './batches/startBatch.ts'

withIssuer({ connections: 24 })

type Kind = Pick<Parameters<typeof makeTemplate>[1], 'type' | 'value' | 'vids' | 'minAmountCents'>
const gets = (who: Person, kind: Kind): Promise<string> =>
  transaction(async (tx) => {
    const name = { cn: '券', en: 'Coupon' }
    const { templateId } = await makeTemplate(tx, { name, validDays: 30, budget: 9, ...kind })
    return (await giveCoupons(tx, templateId, [who.accountId]))[0]!.couponId
  })
const stateOf = async (who: Person) => (await coupons.listCoupons(who, { pageNo: 1, pageSize: 10 })).data[0]!.status
const money = async (who: Person) => {
  const { posted, held } = await walletOf(who)
  return [posted, held]
}
const orderOf = async (batchNo: string, row: number): Promise<string> => {
  const of = await sql<{ order_no: string }>`
    SELECT order_no FROM card_order WHERE batch_no = ${batchNo} AND row_no = ${row}`.execute(db)
  return of.rows[0]!.order_no
}
async function holder(balanceCents = 100_000): Promise<Person> {
  const ana = await newAccount({ balanceCents })
  await identified(ana)
  return ana
}

test('opening for 3.00 + 50.00 + 1.25 with 2.00 off takes 52.25', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
  const couponId = await gets(ana, { type: 'OPEN_OFF', value: 200 })
  const price = await asks(ana, 'priceOpening', { vid: 'VISA-US-1', amount: 5000, couponId })
  assert.deepEqual([price.couponOff, price.total], [200, 5225])
  const { orderNo } = await asks(ana, 'openCard', openingInput({ couponId, quoteId: price.quoteId }))
  assert.deepEqual([(await walletOf(ana)).held, await stateOf(ana)], [5225, 'USED'])
  await work()
  assert.deepEqual(await entriesOfOrder(orderNo), [
    'D 2010 5225',
    'D 4015 200',
    'C 2020 5000',
    'C 4010 300',
    'C 4020 125',
  ])
  await assert.rejects(asks(ana, 'openCard', openingInput({ couponId })), refusedAs('coupon_unusable', 'couponId'))
  await booksHold()
})

test('a coupon of less than the fee takes no more than the fee, and one with a minimum needs it', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
  const free = await gets(ana, { type: 'OPEN_FREE', value: 0 })
  const big = await gets(ana, { type: 'OPEN_OFF', value: 9900, minAmountCents: 10_000 })
  const offers = await asksFor(ana, 5000)
  assert.deepEqual(offers, [[free, 300]])
  assert.deepEqual(
    (await asksFor(ana, 10_000)).map(([, off]) => off),
    [300, 300],
  )
  await assert.rejects(
    asks(ana, 'priceOpening', { vid: 'VISA-US-1', amount: 5000, couponId: big }),
    refusedAs('coupon_unusable', 'couponId'),
  )
})
const asksFor = async (who: Person, amount: number) => {
  const offers = await coupons.usableCoupons(who, { scene: 'OPEN', vid: 'VISA-US-1', amount, num: 1, months: 1 })
  return offers.map(({ couponId, off }) => [couponId, off])
}

test('half of the service fee of a load', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
  const couponId = await gets(ana, { type: 'LOAD_OFF', value: 5000 })
  const { cardId } = await asks(ana, 'openCard', openingInput())
  await work()
  const { total, quoteId } = await asks(ana, 'priceLoad', { cardId, amount: 20_000, couponId })
  assert.equal(total, 20_250)
  const { orderNo } = await asks(ana, 'loadCard', { cardId, amount: 20_000, couponId, quoteId, requestNo: requestNo() })
  assert.deepEqual(await entriesOfOrder(orderNo), ['D 2010 20250', 'D 4015 250', 'C 2020 20000', 'C 4020 500'])
  await booksHold()
})

test('a coupon makes the first card of a batch cheaper, and only that one', async () => {
  const ana = await holder()
  const couponId = await gets(ana, { type: 'OPEN_OFF', value: 200 })
  const input = { vid: 'VISA-US-1', num: 3, couponId }
  const price = await asks(ana, 'priceBatchOpening', { ...input, amount: 5000 })
  assert.deepEqual([price.perCard, price.couponOff, price.total], [5650, 200, 3 * 5650 - 200])
  const { quoteId } = price
  const asked = { vid: 'VISA-US-1', num: 3, rechargeAmount: 5000, requestNo: requestNo() }
  await assert.rejects(asks(ana, 'openBatch', { ...asked, quoteId }), refusedAs('quote_changed'), 'for another wish')
  const { batchNo, totalCost } = await asks(ana, 'openBatch', { ...asked, couponId, quoteId, requestNo: requestNo() })
  assert.equal(totalCost, price.total)
  assert.deepEqual(await money(ana), [100_000, price.total])
  await assert.rejects(
    asks(ana, 'openBatch', { ...asked, couponId, requestNo: requestNo() }),
    refusedAs('coupon_unusable', 'couponId'),
  )
  await work()
  assert.deepEqual(await entriesOfOrder(await orderOf(batchNo, 1)), [
    'D 2010 5450',
    'D 4015 200',
    'C 2020 5000',
    'C 4010 500',
    'C 4020 150',
  ])
  assert.deepEqual(await entriesOfOrder(await orderOf(batchNo, 2)), [
    'D 2010 5650',
    'C 2020 5000',
    'C 4010 500',
    'C 4020 150',
  ])
  assert.deepEqual(await money(ana), [100_000 - price.total, 0])
  assert.deepEqual(await operationsOf(ana), [`CARD_BATCH OK ${price.total}`])
  assert.equal(await stateOf(ana), 'USED')
  await booksHold()
})

test('the row with the coupon fails: its own price is let go, and the coupon is free again', async () => {
  const ana = await holder()
  const couponId = await gets(ana, { type: 'OPEN_FREE', value: 0 })
  const rows = openingRows(2, (at) => (at === 0 ? { firstName: 'REFUSE' } : {}))
  const { batchNo, totalCost } = await transaction((tx) => startBatch(tx, ana, { kind: 'OPEN', rows, couponId }))
  assert.equal(totalCost, 2 * 5650 - 500)
  assert.equal(await stateOf(ana), 'USED', 'locked for its order')
  await work()
  assert.deepEqual(await rowsOf(batchNo), ['2 FAILED HOLDER_REFUSED', '3 SUCCESS'])
  assert.deepEqual(await money(ana), [100_000 - 5650, 0])
  assert.deepEqual((await operationsOf(ana)).slice(1), ['CARD_OPEN FAIL 5150'])
  assert.equal(await stateOf(ana), 'UNUSED')
  await booksHold()
})

test('in a file of several segments it is for the first row of its own segment; for none of them it is refused', async () => {
  const ana = await holder()
  const couponId = await gets(ana, { type: 'OPEN_OFF', value: 100, vids: ['VISA-US-2'] })
  const starts = (rows: ReturnType<typeof openingRows>) =>
    transaction((tx) => startBatch(tx, ana, { kind: 'OPEN', rows, couponId }))
  await assert.rejects(starts(openingRows(2)), refusedAs('coupon_unusable', 'couponId'))
  assert.deepEqual(await money(ana), [100_000, 0])
  const { batchNo } = await starts(openingRows(3, (at) => (at ? { vid: 'VISA-US-2' } : {})))
  const { rows } = await sql<{ off: number }>`
    SELECT coupon_off_cents AS off FROM card_order WHERE batch_no = ${batchNo} ORDER BY row_no`.execute(db)
  assert.deepEqual(
    rows.map(({ off }) => off),
    [0, 100, 0],
  )
  await work()
  assert.equal(await stateOf(ana), 'USED')
  await booksHold()
})

test('many loads: the first card that can be loaded gets it; a load that fails, or is cancelled, gives it back', async () => {
  const ana = await holder()
  const cards = [await opensCard(ana), await opensCard(ana), await opensCard(ana)]
  const block = (blocks: number, ...ids: string[]) =>
    sql`UPDATE card SET blocks = ${blocks} WHERE card_id = ANY (${ids})`.execute(db)
  const couponId = await gets(ana, { type: 'LOAD_OFF', value: 5000 })
  const before = (await money(ana))[0]!
  await block(2, cards[0]!)
  const input = { cardIds: cards, amount: 20_000, couponId }
  const price = await asks(ana, 'priceBatchLoad', input)
  assert.deepEqual([price.num, price.couponOff, price.total], [2, 300, 2 * 20_600 - 300])
  assert.deepEqual(
    price.lines.map(({ total }) => total),
    [0, 20_300, 20_600],
  )

  // The card is blocked after its money was held.
  const first = await asks(ana, 'loadBatch', { ...input, quoteId: price.quoteId, requestNo: requestNo() })
  assert.deepEqual(await money(ana), [before, price.total])
  await block(2, cards[1]!)
  await work()
  assert.deepEqual(await rowsOf(first.batchNo), ['1 FAILED card_not_active', '2 FAILED card_not_active', '3 SUCCESS'])
  assert.deepEqual([await money(ana), await stateOf(ana)], [[before - 20_600, 0], 'UNUSED'])
  await booksHold()

  await block(0, ...cards)
  const cancelled = await asks(ana, 'loadBatch', { ...input, amount: 1000, requestNo: requestNo() })
  await asks(ana, 'cancelBatch', { batchNo: cancelled.batchNo, requestNo: requestNo() })
  assert.deepEqual([await money(ana), await stateOf(ana)], [[before - 20_600, 0], 'UNUSED'])

  const { batchNo } = await asks(ana, 'loadBatch', { ...input, amount: 10_000, requestNo: requestNo() })
  await work()
  assert.deepEqual(await entriesOfOrder(await orderOf(batchNo, 1)), [
    'D 2010 10150',
    'D 4015 150',
    'C 2020 10000',
    'C 4020 300',
  ])
  assert.equal(await stateOf(ana), 'USED')
  await booksHold()
})
