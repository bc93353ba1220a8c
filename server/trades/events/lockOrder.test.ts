/** An event locks the wallet before the card or not at all: one that the card can pay must not wait for the wallet, after it has the card. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booksHold, moneyOn, withIssuer } from '#test/cards.ts'
import { cardInHand, decides, event, request, tells, type Plastic } from '#test/trades.ts'
import { newAccount } from '#test/world.ts'
import { transaction } from '#server/core/db.ts'
import { lockAccounts, wallet } from '#server/ledger/ledger.ts'
import type { RefundPosted } from '#server/outside/outside.ts'

withIssuer({ connections: 30 })

const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 5000 })
const postedOn = async (card: Plastic) => (await moneyOn(card, card.cardId)).posted

test('what the card can pay settles while somebody holds the wallet; what reaches it waits for it', async () => {
  const card = await aCard()
  const asked = request(card, 3000)
  assert.equal((await decides(asked)).approved, true)
  let waited: Promise<unknown> | undefined
  await transaction(async (tx) => {
    await lockAccounts(tx, [wallet(card.accountId)])
    await tells(event('clearing.posted', card, 3000, { authRef: asked.ref }))
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
