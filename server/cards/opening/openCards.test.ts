import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, booksHold, openingInput, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount, subOf } from '#test/world.ts'
import { db, many, sql } from '#server/core/db.ts'
import { forgetTerms } from '../ranges/terms.ts'
import { openingMeta, totalOf } from './openCards.ts'

withIssuer({ connections: 12 })

const price = { openFee: 300, amount: 5000, serviceFee: 125, couponOff: 25, total: 5400 }

test('the statement says what an opening cost: its fees less the coupon, and each part', () => {
  const card = { orderNo: 'ord_1', cardId: 'crd_1', cardSeqNo: '7' }
  const pending = {
    bizNo: 'ord_1',
    cardId: 'crd_1',
    cardSeqNo: '7',
    fee: 400,
    parts: { openFee: 300, load: 5000, serviceFee: 125, discount: 25 },
  }
  assert.deepEqual(openingMeta(price, card), pending)
  const named = { lastFour: '4242', subUid: 'sub_1', subNickname: 'Bo' }
  assert.deepEqual(openingMeta(price, { ...card, ...named }), { ...pending, ...named })
  assert.deepEqual(openingMeta(price, { ...card, lastFour: '', subUid: '', subNickname: '' }), pending)
  assert.equal(totalOf([{ price }, { price }]), 10_800)
})

test('who opened a card stands in the wallet’s hold: a sub-account by name, its parent not', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const sub = await subOf(ana)
  const { orderNo: own } = await asks(ana, 'openCard', openingInput())
  const { orderNo: ofSub } = await asks(sub, 'openCard', openingInput())
  const metaOf = async (orderNo: string) =>
    (await many(db, sql<{ meta: Record<string, unknown> }>`SELECT meta FROM ledger_hold WHERE biz_id = ${orderNo}`))[0]!
      .meta
  const [mine, its] = [await metaOf(own), await metaOf(ofSub)]
  assert.deepEqual(
    [mine['bizNo'], mine['kind'], 'subUid' in mine, 'subNickname' in mine],
    [own, 'CARD_OPEN', false, false],
  )
  assert.deepEqual([its['subUid'], its['subNickname']], [sub.subUid, sub.name])
})

test('the whole wallet may be spent on a card, and not a cent more', async () => {
  const [ana, bo] = [await newAccount({ balanceCents: 5650 }), await newAccount({ balanceCents: 5649 })]
  await asks(ana, 'openCard', openingInput())
  assert.equal((await walletOf(ana)).held, 5650)
  await assert.rejects(asks(bo, 'openCard', openingInput()), (error: { data: unknown } & Error) => {
    refusedAs('insufficient_wallet')(error)
    assert.deepEqual(error.data, { shortCents: 1 })
    return true
  })
  assert.equal((await walletOf(bo)).held, 0)
})

test('a segment with two cards left opens two, however many ask at once', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const stock = async (count: number | null) => {
    await sql`UPDATE card_range SET stock = ${count} WHERE vid = 'VISA-US-1'`.execute(owner)
    forgetTerms()
  }
  await stock(2)
  try {
    const ends = await Promise.all([1, 2, 3].map(() => endOf(asks(ana, 'openCard', openingInput()))))
    assert.deepEqual(ends.toSorted(), ['ok', 'ok', 'range_unavailable'])
  } finally {
    await stock(null)
  }
  assert.equal((await walletOf(ana)).held, 2 * 5650)
  await booksHold()
})
