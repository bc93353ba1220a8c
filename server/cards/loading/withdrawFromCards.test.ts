import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asks,
  booksHold,
  moneyOn,
  operationsOf,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
} from '#test/fixtures/cards.ts'
import { crowd } from '#test/crowd.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount, subOf } from '#test/world.ts'
import { transaction } from '#server/core/db.ts'
import { cardAccount, hold } from '#server/ledger/ledger.ts'

withIssuer({ connections: 20 })

test('what is free on several cards comes back, all of it or all but an amount', async () => {
  const ana = await newAccount({ balanceCents: 30_000 })
  const cards = [await opensCard(ana), await opensCard(ana), await opensCard(ana)]
  const before = (await walletOf(ana)).posted
  await transaction((tx) =>
    hold(tx, { on: cardAccount(ana.accountId, cards[1]!), amount: 4000, biz: { type: 'test', id: cards[1]! } }),
  )
  const input = { cardIds: [...cards, cards[0]!], leave: 500 }
  const price = await asks(ana, 'priceWithdrawals', input)
  assert.deepEqual([price.num, price.amount, price.receive], [3, 4500 + 500 + 4500, 9500])
  assert.deepEqual(await asks(ana, 'withdrawFromCards', { ...input, requestNo: requestNo() }), price)
  assert.equal((await walletOf(ana)).posted, before + 9500)
  for (const [at, left] of [500, 4500, 500].entries()) assert.equal((await moneyOn(ana, cards[at]!)).posted, left)
  assert.deepEqual((await operationsOf(ana)).slice(-3).toSorted(), [
    'CARD_REDUCE OK 4500',
    'CARD_REDUCE OK 4500',
    'CARD_REDUCE OK 500',
  ])
  assert.equal((await asks(ana, 'cardLog', { cardId: cards[0]! })).data[0]!.type, 'WITHDRAW')

  const rest = await asks(ana, 'withdrawFromCards', { cardIds: cards, requestNo: requestNo() })
  assert.deepEqual([rest.num, rest.amount], [3, 1500])
  await booksHold()
})

test('cards that give nothing are skipped, with their reason', async () => {
  const ana = await newAccount({ balanceCents: 30_000 })
  const [empty, full, gone] = [await opensCard(ana), await opensCard(ana), await opensCard(ana)]
  await asks(ana, 'withdrawFromCard', { cardId: empty, amount: 5000, requestNo: requestNo() })
  await asks(ana, 'deleteCard', { cardId: gone, requestNo: requestNo() })
  const answer = await asks(ana, 'withdrawFromCards', { cardIds: [empty, full, gone], requestNo: requestNo() })
  assert.deepEqual(
    answer.lines.map(({ ok, amount, msg }) => [ok, amount, msg]),
    [
      [0, 0, 'Nothing to withdraw'],
      [1, 5000, ''],
      [0, 0, answer.lines[2]!.msg],
    ],
  )
  assert.notEqual(answer.lines[2]!.msg, '')
  const none = await asks(ana, 'withdrawFromCards', { cardIds: [empty], requestNo: requestNo() })
  assert.deepEqual([none.num, none.amount], [0, 0])
  await booksHold()
})

test('three a day for each card, also together with single ones and at once', async () => {
  const ana = await newAccount({ balanceCents: 30_000 })
  const cards = [await opensCard(ana), await opensCard(ana)]
  await crowd(
    Array.from(
      { length: 8 },
      (_, at) => () =>
        endOf(
          at % 2
            ? asks(ana, 'withdrawFromCard', { cardId: cards[0]!, amount: 100, requestNo: requestNo() })
            : asks(ana, 'withdrawFromCards', { cardIds: cards, leave: 4800 - at * 100, requestNo: requestNo() }),
        ),
    ),
  )
  for (const cardId of cards) {
    const log = (await asks(ana, 'cardLog', { cardId })).data.filter(({ type }) => type === 'WITHDRAW')
    assert.ok(log.length <= 3, `${log.length}`)
  }
  await booksHold()
})

test('only from the caller’s own cards, and all of them are', async () => {
  const ana = await newAccount({ balanceCents: 30_000 })
  const sub = await subOf(ana)
  const [mine, theirs] = [await opensCard(sub), await opensCard(ana)]
  const input = { cardIds: [mine, theirs], requestNo: requestNo() }
  await assert.rejects(asks(sub, 'priceWithdrawals', input), refusedAs('not_found', 'cardIds'))
  await assert.rejects(asks(sub, 'withdrawFromCards', input), refusedAs('not_found', 'cardIds'))
  const viewer = await subOf(ana, { keys: ['card:view'] })
  assert.equal(viewer.may.has('card:reduce'), false)
  assert.equal((await asks(ana, 'withdrawFromCards', { ...input, requestNo: requestNo() })).num, 2)
  await booksHold()
})
