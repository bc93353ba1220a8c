import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asks,
  booksHold,
  entriesOfOrder,
  moneyOn,
  operationsOf,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
} from '#test/fixtures/cards.ts'
import { crowd } from '#test/crowd.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { cardAccount, hold } from '#server/ledger/ledger.ts'

withIssuer({ connections: 30 })

test('a withdrawal brings the money back to the wallet', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const answer = await asks(ana, 'withdrawFromCard', { cardId, amount: 2000, requestNo: requestNo() })
  assert.deepEqual({ ...answer, orderNo: '' }, { orderNo: '', status: 'SUCCESS', amount: 2000, fee: 0, balance: 3000 })
  assert.deepEqual(await entriesOfOrder(answer.orderNo), ['D 2020 2000', 'C 2010 2000'])
  assert.equal((await walletOf(ana)).posted, 10_000 - 5650 + 2000)
  assert.deepEqual((await operationsOf(ana)).slice(1), ['CARD_REDUCE OK 2000'])
  await booksHold()
})

test('what is held for a purchase cannot be withdrawn', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  await transaction((tx) =>
    hold(tx, { on: cardAccount(ana.accountId, cardId), amount: 4000, biz: { type: 'test', id: cardId } }),
  )
  const price = await asks(ana, 'priceWithdrawal', { cardId })
  assert.deepEqual(price, { min: 100, max: 1000, available: 1000, pending: 4000, fee: 0, receive: 1000 })
  const withdraw = (amount: number) => asks(ana, 'withdrawFromCard', { cardId, amount, requestNo: requestNo() })
  await assert.rejects(withdraw(1001), refusedAs('balance_out_of_range', 'amount'))
  await assert.rejects(withdraw(99), refusedAs('balance_out_of_range', 'amount'))
  await withdraw(1000)
  await booksHold()
})

test('of two hundred withdrawals at once three succeed, and the next day there are three again', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const withdraw = () => asks(ana, 'withdrawFromCard', { cardId, amount: 100, requestNo: requestNo() })
  const ends = await Promise.all(Array.from({ length: 200 }, () => endOf(withdraw())))
  assert.equal(ends.filter((end) => end === 'ok').length, 3)
  assert.equal((await moneyOn(ana, cardId)).posted, 4700)
  await assert.rejects(withdraw(), refusedAs('too_fast'))
  assert.equal((await asks(ana, 'showCard', { cardId })).card.limits.withdrawalsLeftToday, 0)
  const from = Date.now()
  setClock(() => from + DAY)
  await withdraw()
  setClock()
  await booksHold()
})

test('loads and withdrawals of one card at once, a hundred each, keep the books', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const cardId = await opensCard(ana)
  await crowd(
    Array.from({ length: 100 }, (_, i) =>
      (['loadCard', 'withdrawFromCard'] as const).map(
        (call) => () => endOf(asks(ana, call, { cardId, amount: 100 + i, requestNo: requestNo() })),
      ),
    ).flat(),
  )
  await booksHold()
})

test('the same withdrawal sent twice at once moves money once', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const input = { cardId, amount: 1000, requestNo: requestNo() }
  const [one, two] = await Promise.all([asks(ana, 'withdrawFromCard', input), asks(ana, 'withdrawFromCard', input)])
  assert.deepEqual(one, two)
  assert.equal((await moneyOn(ana, cardId)).posted, 4000)
})

test("another's card is not there", async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 10_000 }), await newAccount()]
  const cardId = await opensCard(ana)
  await assert.rejects(
    asks(ben, 'withdrawFromCard', { cardId, amount: 100, requestNo: requestNo() }),
    refusedAs('not_found'),
  )
  await assert.rejects(asks(ben, 'priceWithdrawal', { cardId }), refusedAs('not_found'))
})
