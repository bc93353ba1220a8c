import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, booksHold, entriesOfOrder, openingWish, requestNo, walletOf, withIssuer, work } from '#test/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, type Person } from '#test/world.ts'
import { answers as coupons } from '../coupons/module.ts'
import { giveCoupons, makeTemplate } from '../coupons/coupons.ts'
import { transaction } from '../core/db.ts'

withIssuer()

async function holds(who: Person, wish: Pick<Parameters<typeof makeTemplate>[1], 'type' | 'value' | 'minAmountCents'>) {
  return transaction(async (tx) => {
    const { templateId } = await makeTemplate(tx, {
      name: { cn: '券', en: 'Coupon' },
      validDays: 30,
      budget: 9,
      ...wish,
    })
    return (await giveCoupons(tx, templateId, [who.accountId])).couponIds[0]!
  })
}
const stateOf = async (who: Person) => {
  const { data } = await coupons.listCoupons(who, { pageNo: 1, pageSize: 10 })
  return data.map(({ status }) => status)
}

test('opening for 3.00 + 50.00 + 1.25 with 2.00 off takes 52.25', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
  const couponId = await holds(ana, { type: 'OPEN_OFF', value: 200 })
  const price = await asks(ana, 'priceOpening', { vid: 'VISA-US-1', amount: 5000, couponId })
  assert.deepEqual([price.couponOff, price.total], [200, 5225])
  const { orderNo } = await asks(ana, 'openCard', openingWish({ couponId, quoteId: price.quoteId }))
  assert.deepEqual([(await walletOf(ana)).held, await stateOf(ana)], [5225, ['USED']])
  await work()
  assert.deepEqual(await entriesOfOrder(orderNo), [
    'D 2010 5225',
    'D 4015 200',
    'C 2020 5000',
    'C 4010 300',
    'C 4020 125',
  ])
  await assert.rejects(asks(ana, 'openCard', openingWish({ couponId })), refusedAs('coupon_unusable', 'couponId'))
  await booksHold()
})

test('a coupon of less than the fee takes no more than the fee, and one with a minimum needs it', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
  const free = await holds(ana, { type: 'OPEN_FREE', value: 0 })
  const big = await holds(ana, { type: 'OPEN_OFF', value: 9900, minAmountCents: 10_000 })
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
  const couponId = await holds(ana, { type: 'LOAD_OFF', value: 5000 })
  const { cardId } = await asks(ana, 'openCard', openingWish())
  await work()
  const { total, quoteId } = await asks(ana, 'priceLoad', { cardId, amount: 20_000, couponId })
  assert.equal(total, 20_250)
  const { orderNo } = await asks(ana, 'loadCard', {
    cardId,
    amount: 20_000,
    couponId,
    quoteId,
    requestNo: requestNo(),
  })
  assert.deepEqual(await entriesOfOrder(orderNo), ['D 2010 20250', 'D 4015 250', 'C 2020 20000', 'C 4020 500'])
  await booksHold()
})
