import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, booksHold, moneyOn, newsTo, requestNo, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import {
  cardInHand,
  charges,
  decides,
  event,
  request,
  shop,
  tells,
  tradesOf,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import type { RefundPosted } from '#server/outside/outside.ts'
import { refundReviewAnswers as answers } from '../module.ts'

withIssuer()

const aCard = async (cents = 10_00) => {
  const ana = await newAccount({ balanceCents: 100_000 })
  return { ana, card: await cardInHand(ana, { rechargeAmount: cents }) }
}
const money = async (card: Plastic) => {
  const { posted, held, available } = await moneyOn(card, card.cardId)
  return [posted, held, available]
}
const settled = async (card: Plastic) =>
  (await tradesOf(card)).map(({ type, amount_cents, status }) => [type, amount_cents, status])
const refundOn = (card: Plastic, amount: number, change = {}) =>
  event('refund.posted', card, amount, change) as RefundPosted
async function buys(card: Plastic, amount: number, merchant = shop): Promise<string> {
  const authorization = request(card, amount, { merchant })
  assert.equal((await decides(authorization)).approved, true)
  await tells(event('clearing.posted', card, amount, { authRef: authorization.ref, merchant }))
  return authorization.ref
}
const maker = () => newStaff(['FIN_MAKER'])
const checker = () => newStaff(['FIN_CHECKER'])
const reviewOf = async (card: Plastic, scope: 'open' | 'all' = 'open') => {
  const { data } = await answers.listRefundReviews(await maker(), { scope, pageNo: 1, pageSize: 200 })
  return data.find(({ holder }) => holder?.accountId === card.accountId)
}
const asksFor = async (
  how: 'releaseRefund' | 'returnRefund',
  card: Plastic,
  one?: Awaited<ReturnType<typeof maker>>,
) => {
  const { tradeId } = (await reviewOf(card))!
  const staff = one ?? (await maker())
  return transaction((tx) => answers[how](staff, { tradeId, reason: 'checked with the merchant' }, tx))
}

test('a refund of $4,500 on a card of $10 is booked and held: nobody spends or withdraws it until two people release it', async () => {
  const { ana, card } = await aCard()
  await tells(refundOn(card, 4500_00))
  assert.deepEqual(await money(card), [4510_00, 4500_00, 10_00])
  assert.deepEqual(await settled(card), [['REFUND', 4500_00, 'UNDER_REVIEW']])
  assert.equal((await charges(card, 20_00)).reason, 'INSUFFICIENT_FUNDS')
  const input = { cardId: card.cardId, amount: 20_00, requestNo: requestNo() }
  await assert.rejects(asks(ana, 'withdrawFromCard', input))
  assert.deepEqual(
    (await newsTo(ana)).filter((event) => event.startsWith('refund')),
    ['refund_under_review'],
  )
  const { amount, excess, held, spent, state, merchant } = (await reviewOf(card))!
  assert.deepEqual([amount, excess, held, spent, state, merchant], [4500_00, 4500_00, 4500_00, 0, 'OPEN', shop.name])
  await booksHold()

  const [one, two] = [await maker(), await checker()]
  const { approvalId } = await asksFor('releaseRefund', card, one)
  await assert.rejects(asksFor('returnRefund', card), refusedAs('conflict'))
  await assert.rejects(approves({ ...one, may: two.may }, approvalId), refusedAs('own_approval'))
  assert.equal((await money(card))[2], 10_00)
  await approves(two, approvalId)
  assert.deepEqual(await money(card), [4510_00, 0, 4510_00])
  assert.deepEqual(await settled(card), [['REFUND', 4500_00, 'POSTED']])
  assert.deepEqual((await newsTo(ana)).filter((event) => event.startsWith('refund')).length, 2)
  const { tradeId, state: after, decidedBy } = (await reviewOf(card, 'all'))!
  assert.deepEqual([after, decidedBy], ['RELEASED', two.name])
  assert.deepEqual(await auditOf(two), [`MONEY ${tradeId}`, `APPROVE ${tradeId}`])
  await booksHold()
})

test('returned to the merchant by two people, the money is owed to the issuer again; the network’s own reversal changes nothing more', async () => {
  const { ana, card } = await aCard()
  const refund = refundOn(card, 4500_00)
  await tells(refund)
  const { approvalId } = await asksFor('returnRefund', card)
  await approves(await checker(), approvalId)
  assert.deepEqual(await money(card), [10_00, 0, 10_00])
  await tells(event('refund.reversed', card, 4500_00, { clearingRef: refund.clearingRef }))
  assert.deepEqual(await money(card), [10_00, 0, 10_00])
  assert.deepEqual(await settled(card), [
    ['REFUND', 4500_00, 'REVERSED'],
    ['REVERSAL', -4500_00, 'POSTED'],
  ])
  assert.ok((await newsTo(ana)).includes('refund_returned'))
  assert.equal((await reviewOf(card, 'all'))!.state, 'RETURNED')
  await booksHold()
})

test('a refund that the merchant takes back while two people decide is gone from the review and from the card', async () => {
  const { card } = await aCard()
  const refund = refundOn(card, 4500_00)
  await tells(refund)
  const { approvalId } = await asksFor('releaseRefund', card)
  await tells(event('refund.reversed', card, 4500_00, { clearingRef: refund.clearingRef }))
  assert.deepEqual([await money(card), (await reviewOf(card, 'all'))!.state], [[10_00, 0, 10_00], 'REVERSED'])
  await assert.rejects(approves(await checker(), approvalId), refusedAs('conflict'))
  assert.deepEqual(await money(card), [10_00, 0, 10_00])
  await booksHold()
})

test('rejected, it waits as before', async () => {
  const { card } = await aCard()
  await tells(refundOn(card, 4500_00))
  await rejects(await checker(), (await asksFor('returnRefund', card)).approvalId)
  assert.deepEqual([(await reviewOf(card))!.state, await money(card)], ['OPEN', [4510_00, 4500_00, 10_00]])
})

test('a refund of a purchase is spendable now; what exceeds it adds up over a month', async () => {
  const { card } = await aCard(500_00)
  await buys(card, 300_00)
  await tells(refundOn(card, 300_00))
  assert.deepEqual(await money(card), [500_00, 0, 500_00])
  await buys(card, 40_00)
  // 60 above the purchase: a small excess is goodwill or a change of the rate.
  await tells(refundOn(card, 100_00))
  assert.deepEqual(await money(card), [560_00, 0, 560_00])
  // The next 60 make 120.
  await tells(refundOn(card, 60_00, { merchant: { ...shop, id: 'mer_other', name: 'OTHER' } }))
  assert.deepEqual(await money(card), [620_00, 60_00, 560_00])
  await booksHold()
})

test('small refunds on several cards of an account add up too', async () => {
  const { ana, card } = await aCard()
  const other = await cardInHand(ana, { rechargeAmount: 10_00 })
  await tells(refundOn(card, 90_00))
  await tells(refundOn(other, 90_00))
  assert.deepEqual(
    [await money(card), await money(other)],
    [
      [100_00, 0, 100_00],
      [100_00, 90_00, 10_00],
    ],
  )
})

test('small refunds that arrive on several cards at the same moment add up too', async () => {
  const { ana, card } = await aCard()
  const cards = [card, await cardInHand(ana), await cardInHand(ana)]
  const before = await Promise.all(cards.map(money))
  await Promise.all(cards.map((one) => tells(refundOn(one, 90_00))))
  const free = (await Promise.all(cards.map(money))).map(([, , available], i) => available! - before[i]![2]!)
  assert.deepEqual(
    free.toSorted((a, b) => a - b),
    [0, 0, 90_00],
  )
  await booksHold()
})

const reverses = async (card: Plastic, amount: number) => {
  const { clearing_ref: clearingRef } = (await tradesOf(card)).find(({ type }) => type === 'PURCHASE')!
  await tells(event('clearing.reversed', card, amount, { clearingRef }))
}

test('a purchase that is refunded and then reversed does not pay twice: its refund is reviewed', async () => {
  const { ana, card } = await aCard(500_00)
  const authRef = await buys(card, 300_00)
  await tells(refundOn(card, 300_00, { authRef }))
  await reverses(card, 300_00)
  assert.deepEqual(await money(card), [800_00, 300_00, 500_00])
  assert.deepEqual((await settled(card)).slice(1), [
    ['REFUND', 300_00, 'UNDER_REVIEW'],
    ['REVERSAL', 300_00, 'POSTED'],
  ])
  assert.equal((await reviewOf(card))!.excess, 300_00)
  assert.ok((await newsTo(ana)).includes('refund_under_review'))
  await booksHold()
  await approves(await checker(), (await asksFor('returnRefund', card)).approvalId)
  assert.deepEqual(await money(card), [500_00, 0, 500_00])
  await booksHold()
})

test('… also for a deleted card, whose money is in the wallet; a small one counts towards the limit', async () => {
  const { ana, card } = await aCard(500_00)
  const authRef = await buys(card, 300_00)
  await tells(refundOn(card, 300_00, { authRef }))
  await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  const before = await walletOf(ana)
  await reverses(card, 300_00)
  const { posted, available } = await walletOf(ana)
  assert.deepEqual([posted - before.posted, available - before.available], [300_00, 0])
  await approves(await checker(), (await asksFor('returnRefund', card)).approvalId)
  const after = await walletOf(ana)
  assert.deepEqual([after.posted, after.available], [before.posted, before.available])
  const { card: other } = await aCard(200_00)
  const ref = await buys(other, 60_00)
  await tells(refundOn(other, 60_00, { authRef: ref }))
  await reverses(other, 60_00)
  assert.deepEqual(await money(other), [260_00, 0, 260_00])
  await tells(refundOn(other, 50_00, { merchant: { ...shop, id: 'mer_other', name: 'OTHER' } }))
  assert.deepEqual(await money(other), [310_00, 50_00, 260_00])
  await booksHold()
})

test('a refund that is taken back gives its purchase back to be refunded', async () => {
  const { card } = await aCard(500_00)
  await buys(card, 300_00)
  const first = refundOn(card, 300_00)
  await tells(first, event('refund.reversed', card, 300_00, { clearingRef: first.clearingRef }))
  assert.deepEqual((await settled(card))[0], ['PURCHASE', -300_00, 'POSTED'])
  await tells(refundOn(card, 300_00))
  assert.deepEqual(
    [await money(card), (await settled(card))[0]],
    [
      [500_00, 0, 500_00],
      ['PURCHASE', -300_00, 'REFUNDED'],
    ],
  )
  await booksHold()
})

test('for a deleted card it is held in the wallet, and released there', async () => {
  const { ana, card } = await aCard()
  await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  const before = await walletOf(ana)
  await tells(refundOn(card, 4500_00))
  const during = await walletOf(ana)
  assert.deepEqual([during.posted - before.posted, during.available], [4500_00, before.available])
  await approves(await checker(), (await asksFor('releaseRefund', card)).approvalId)
  assert.equal((await walletOf(ana)).available, before.available + 4500_00)
  await booksHold()
})

test('for a deleted card it is returned from the wallet that holds it', async () => {
  const { ana, card } = await aCard()
  await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  const before = await walletOf(ana)
  await tells(refundOn(card, 4500_00))
  await approves(await checker(), (await asksFor('returnRefund', card)).approvalId)
  const { posted, available } = await walletOf(ana)
  assert.deepEqual([posted, available], [before.posted, before.available])
  await booksHold()
})

test('a card that is deleted meanwhile stays open for its review, and the money goes home with the decision', async () => {
  const { ana, card } = await aCard()
  await tells(refundOn(card, 4500_00))
  assert.equal((await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })).status, 'CLOSING')
  const before = (await walletOf(ana)).posted
  await approves(await checker(), (await asksFor('releaseRefund', card)).approvalId)
  assert.deepEqual([(await walletOf(ana)).posted - before, await money(card)], [4500_00, [0, 0, 0]])
  const { rows } = await sql<{ status: string }>`SELECT status FROM card WHERE card_id = ${card.cardId}`.execute(db)
  assert.equal(rows[0]!.status, 'CLOSED')
  await booksHold()
})

test('what pays for a card below zero is not held', async () => {
  const ana = await newAccount({ balanceCents: 530 + 1000 })
  const card = await cardInHand(ana, { rechargeAmount: 1000 })
  await tells(event('clearing.posted', card, 60_00, { merchant: { ...shop, id: 'mer_debt', name: 'DEBT' } }))
  assert.deepEqual(await money(card), [-50_00, 0, -50_00])
  await tells(refundOn(card, 4500_00))
  assert.deepEqual(await money(card), [4450_00, 4450_00, 0])
  await approves(await checker(), (await asksFor('returnRefund', card)).approvalId)
  assert.deepEqual(await money(card), [-50_00, 0, -50_00])
  await booksHold()
})
