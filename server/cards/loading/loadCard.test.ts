import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asks,
  asksUntilKnown,
  booksHold,
  entriesOfOrder,
  moneyOn,
  operationsOf,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
} from '#test/fixtures/cards.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { freeze, newAccount, subOf } from '#test/world.ts'
import { transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { blockCards } from '../cards.ts'

withIssuer({ connections: 30 })

test('loading moves the amount to the card and the fee to us, at once', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
  const cardId = await opensCard(ana)
  const before = (await walletOf(ana)).posted
  const answer = await asks(ana, 'loadCard', { cardId, amount: 20_000, requestNo: requestNo() })
  assert.deepEqual(
    { ...answer, orderNo: '' },
    { orderNo: '', status: 'SUCCESS', amount: 20_000, serviceFee: 500, total: 20_500, balance: 25_000 },
  )
  assert.deepEqual(await entriesOfOrder(answer.orderNo), ['D 2010 20500', 'C 2020 20000', 'C 4020 500'])
  assert.equal((await walletOf(ana)).posted, before - 20_500)
  assert.deepEqual((await operationsOf(ana)).slice(1), ['CARD_RECHARGE OK 20500'])
  const { card } = await asks(ana, 'showCard', { cardId })
  assert.deepEqual([card.deposit, card.balance, card.available], [25_000, 25_000, 25_000])
  await booksHold()
})

test('the same load sent twice, at once and later, moves money once', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const cardId = await opensCard(ana)
  const input = { cardId, amount: 1000, requestNo: requestNo() }
  const both = await Promise.all([asks(ana, 'loadCard', input), asks(ana, 'loadCard', input)])
  const again = await asks(ana, 'loadCard', input)
  assert.deepEqual(both[0], both[1])
  assert.deepEqual(both[0], again)
  assert.equal((await moneyOn(ana, cardId)).posted, 6000)
  await assert.rejects(asks(ana, 'loadCard', { ...input, amount: 2000 }), refusedAs('request_reused'))
})

test('two hundred loads at once on one card never overdraw the wallet', async () => {
  const ana = await newAccount({ balanceCents: 5650 + 50 * 1030 })
  const cardId = await opensCard(ana)
  const load = () => asksUntilKnown(ana, 'loadCard', { cardId, amount: 1000, requestNo: requestNo() })
  const ends = await Promise.all(Array.from({ length: 200 }, () => endOf(load())))
  assert.equal(ends.filter((end) => end === 'ok').length, 50)
  assert.deepEqual(new Set(ends), new Set(['ok', 'insufficient_wallet']))
  assert.equal((await walletOf(ana)).posted, 0)
  assert.equal((await moneyOn(ana, cardId)).posted, 5000 + 50 * 1000)
  await booksHold()
})

test('the limits hold to the cent', async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const cardId = await opensCard(ana)
  const load = (amount: number) => asks(ana, 'loadCard', { cardId, amount, requestNo: requestNo() })
  await assert.rejects(load(99), refusedAs('amount_below_min', 'amount'))
  await assert.rejects(load(100_001), refusedAs('amount_above_max', 'amount')) // larger loads require customer service
  await load(100)
  for (let times = 0; times < 9; times++) await load(100_000)
  await assert.rejects(load(100_000), refusedAs('amount_above_max', 'amount')) // above the card's maximum balance
  await load(1_000_000 - 5100 - 900_000)
  assert.equal((await moneyOn(ana, cardId)).posted, 1_000_000)
})

test('a quote for a load is charged as shown and used up', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const cardId = await opensCard(ana)
  const { quoteId, total } = await asks(ana, 'priceLoad', { cardId, amount: 3333 })
  assert.equal(total, 3333 + 100) // 99.99 cents of fee, rounded half up
  const input = { cardId, amount: 3333, quoteId, expectTotal: total }
  assert.equal((await asks(ana, 'loadCard', { ...input, requestNo: requestNo() })).total, total)
  await assert.rejects(asks(ana, 'loadCard', { ...input, requestNo: requestNo() }), refusedAs('quote_expired'))
})

test('a card that its owner froze can be loaded, one that risk control stopped cannot', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const cardId = await opensCard(ana)
  const load = () => asks(ana, 'loadCard', { cardId, amount: 1000, requestNo: requestNo() })
  await asks(ana, 'freezeCard', { cardId: [cardId], frozen: true, requestNo: requestNo() })
  await load()
  const { accountId } = ana
  await transaction((tx) =>
    blockCards(tx, { accountId, cardIds: [cardId], block: 'RISK', on: true, reason: 'too many declines' }),
  )
  await assert.rejects(load(), refusedAs('card_not_active'))
})

test('a price is told for a card that could be loaded now, and for no other', async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 100_000 }), await newAccount({ balanceCents: 100_000 })]
  const cardId = await opensCard(ana)
  const price = (who: typeof ana, of = cardId) => asks(who, 'priceLoad', { cardId: of, amount: 1000 })
  await assert.rejects(price(ana, newId('crd')), refusedAs('not_found', 'cardId'))
  await assert.rejects(price(ben), refusedAs('not_found', 'cardId'))
  assert.equal((await price(ana)).total, 1030)
  await asks(ana, 'deleteCard', { cardId, reason: 'campaign over', requestNo: requestNo() })
  await assert.rejects(price(ana), refusedAs('card_not_active'))
})

test("another's card is not there, for a stranger and for another sub-account alike", async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 100_000 }), await newAccount({ balanceCents: 100_000 })]
  const [one, two] = [await subOf(ana), await subOf(ana)]
  const cardId = await opensCard(one)
  const load = (who: typeof ana) => asks(who, 'loadCard', { cardId, amount: 1000, requestNo: requestNo() })
  await assert.rejects(load(ben), refusedAs('not_found'))
  await assert.rejects(load(two), refusedAs('not_found'))
  await load(one)
  await load(ana)
  await freeze(one)
  await assert.rejects(load(one), refusedAs('sub_frozen'))
})
