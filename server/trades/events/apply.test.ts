import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { asks, booksHold, moneyOn, requestNo, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import {
  authOf,
  cardInHand,
  decides,
  event,
  newRef,
  request,
  shop,
  tells,
  tradesOf,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { updateStatus } from '#server/identity/closing/queries.ts'
import { balanceOf, lockAccounts, tenant, wallet } from '#server/ledger/ledger.ts'
import { type NetworkEvent, type RefundPosted } from '#server/outside/outside.ts'

withIssuer({ connections: 30 })
after(() => setClock())

const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 5000 })
const postedOn = async (card: Plastic) => (await moneyOn(card, card.cardId)).posted

test('what the network declined itself is shown and counted', async () => {
  const card = await aCard()
  const ref = newRef()
  await tells(event('auth.declined', card, 1000, { authRef: ref, reason: 'ISSUER_DECLINED', isoCode: '05' }))
  const auth = await authOf(ref)
  assert.deepEqual([auth!.status, auth!.reason, auth!.counted], ['DECLINED', 'ISSUER_DECLINED', true])
  const [cent, nothing] = [newRef(), newRef()]
  await tells(event('auth.declined', card, 1, { authRef: cent, reason: 'ISSUER_DECLINED', isoCode: '05' }))
  await tells(event('auth.declined', card, 0, { authRef: nothing, reason: 'ISSUER_DECLINED', isoCode: '05' }))
  assert.deepEqual(
    [(await authOf(cent))!.counted, (await authOf(nothing))!.counted],
    [true, false],
    'a verification of no amount is never counted',
  )
})

test('asked after all about what the network declined itself, the answer is that decline, of nothing', async () => {
  const card = await aCard()
  const authorization = request(card, 1000)
  await tells(
    event('auth.declined', card, 1000, { authRef: authorization.ref, reason: 'ISSUER_DECLINED', isoCode: '05' }),
  )
  assert.deepEqual(await decides(authorization), {
    approved: false,
    amountCents: 0,
    isoCode: '05',
    reason: 'ISSUER_DECLINED',
    authorizationId: (await authOf(authorization.ref))!.auth_id,
  })
  assert.deepEqual([(await moneyOn(card, card.cardId)).held, (await tradesOf(card)).length], [0, 0])
})

test('the code of a challenge is gone from what was told once the event is applied', async () => {
  const card = await aCard()
  const challenge: NetworkEvent = {
    type: 'threeDs.challenged',
    id: newRef(),
    issuer: 'simulated',
    cardRef: card.cardRef,
    occurredAt: nowMs(),
    challengeRef: newRef(),
    code: '123456',
    amount: 4200,
    currency: 'USD',
    merchantAmount: 4200,
    merchantCurrency: 'USD',
    merchant: shop,
    expiresAt: nowMs() + 5 * MINUTE,
  }
  await tells(challenge)
  const { state, body } = await db
    .selectFrom('webhook_inbox')
    .select(['state', 'body'])
    .where('event_id', '=', challenge.id)
    .executeTakeFirstOrThrow()
  assert.equal(state, 'DONE')
  assert.ok(!Object.hasOwn(body as object, 'code'))
})

// An event locks the wallet before the card or not at all: if the card can pay, it must not wait for the wallet while it holds the card.
test('what the card can pay settles while somebody holds the wallet; what reaches it waits for it', async () => {
  const card = await aCard()
  const authorization = request(card, 3000)
  assert.equal((await decides(authorization)).approved, true)
  let waited: Promise<unknown> | undefined
  await transaction(async (tx) => {
    await lockAccounts(tx, [wallet(card.accountId)])
    await tells(event('clearing.posted', card, 3000, { authRef: authorization.ref }))
    assert.equal(await postedOn(card), 2000)
    waited = tells(event('clearing.posted', card, 2600))
  })
  await waited
  assert.equal(await postedOn(card), 0)
  await booksHold()
})

test('a refund is taken back to the card’s last cent while somebody holds the wallet; what reaches it waits for it', async () => {
  const [card, poor] = [await aCard(), await aCard()]
  const [refund, other] = [card, poor].map((of) => event('refund.posted', of, 700) as RefundPosted)
  await tells(refund!, other!)
  await tells(event('clearing.posted', card, 5000), event('clearing.posted', poor, 5001))
  const takenBack = (of: Plastic, { clearingRef }: RefundPosted) =>
    tells(event('refund.reversed', of, 700, { clearingRef }))
  let waited: Promise<unknown> | undefined
  await transaction(async (tx) => {
    await lockAccounts(tx, [wallet(card.accountId), wallet(poor.accountId)])
    await takenBack(card, refund!)
    assert.equal(await postedOn(card), 0)
    waited = takenBack(poor, other!)
  })
  await waited
  assert.equal(await postedOn(poor), 0)
  await booksHold()
})

for (const status of ['CLOSING', 'CLOSED'] as const)
  test(`a refund on a deleted card of an account that is ${status} is payable to its holder, not in a wallet that nobody pays out`, async () => {
    const ana = await newAccount({ balanceCents: 100_000 })
    const card = await cardInHand(ana, { rechargeAmount: 3000 })
    const purchase = request(card, 1250)
    assert.equal((await decides(purchase)).approved, true)
    await tells(event('clearing.posted', card, 1250, { authRef: purchase.ref }))
    await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
    await closesAccount(ana)
    if (status === 'CLOSED') await transaction((tx) => updateStatus(tx, ana.accountId, status))
    const payable = async () => (await balanceOf(db, tenant('2410', ana.accountId))).posted
    const before = await payable()
    await tells(event('refund.posted', card, 1000, { authRef: purchase.ref }))
    assert.deepEqual([(await walletOf(ana)).posted, (await payable()) - before], [0, 1000])
    const { rows } = await sql<{ line: string }>`
      SELECT side || ' ' || code || ' ' || amount AS line
        FROM ledger_transfer JOIN ledger_entry AS entry USING (cell, transfer_id) JOIN ledger_account USING (cell, la_id)
       WHERE kind = 'CARD_REFUND_RETURN' AND ledger_transfer.account_id = ${ana.accountId} ORDER BY n`.execute(db)
    assert.deepEqual(
      rows.map(({ line }) => line),
      ['D 2110 1000', 'C 2410 1000'],
    )
    await booksHold()
  })
