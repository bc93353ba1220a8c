import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { approves, newStaff } from '#test/fixtures/staff.ts'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  event,
  increments,
  isHeld,
  newRef,
  request,
  shop,
  tells,
  tradesOf,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { DAY, HOUR, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { type ClearingPosted, type NetworkEvent, type RefundPosted } from '#server/outside/outside.ts'
import { heldEventAnswers } from '../module.ts'
import { applyEvents } from './apply.ts'
import { receive } from './intake.ts'

withIssuer({ connections: 20 })
after(() => setClock())

const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 100_00 })
const money = async (card: Plastic) => {
  const { posted, held } = await moneyOn(card, card.cardId)
  return [posted, held]
}
const base = (card: Plastic) => ({ id: newRef(), issuer: 'simulated', cardRef: card.cardRef, occurredAt: nowMs() })
const challenge = (card: Plastic, change: object = {}): NetworkEvent => ({
  ...base(card),
  type: 'threeDs.challenged',
  challengeRef: newRef(),
  code: '123456',
  amount: 42_00,
  currency: 'USD',
  merchantAmount: 42_00,
  merchantCurrency: 'USD',
  merchant: shop,
  expiresAt: nowMs() + 5 * MINUTE,
  ...change,
})
const codesOf = (card: Plastic) =>
  db.selectFrom('three_d_code').selectAll().where('card_id', '=', card.cardId).orderBy('code_id').execute()

test('a code in another currency, of no amount, or of another card’s challenge is not shown', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  await isHeld(challenge(ana, { currency: 'JPY' }), 'CURRENCY_DIFFERS')
  await isHeld(challenge(ana, { amount: -1 }), 'AMOUNT_INVALID')
  const challengeRef = newRef()
  await tells(challenge(ana, { challengeRef }))
  await isHeld(challenge(bob, { challengeRef }), 'CARD_DIFFERS')
  await isHeld(challenge(ana, { challengeRef, amount: 43_00 }), 'REPEATED_DIFFERENTLY')
  await tells(challenge(ana, { challengeRef }))
  assert.deepEqual([(await codesOf(ana)).length, (await codesOf(bob)).length], [1, 0])
})

test('a code that waits at the desk is gone once its event is dismissed', async () => {
  const told = challenge(await aCard(), { currency: 'JPY' })
  await isHeld(told, 'CURRENCY_DIFFERS')
  const hasCode = async () => {
    const rows = db.selectFrom('webhook_inbox').select('body').where('event_id', '=', told.id)
    return Object.hasOwn((await rows.executeTakeFirstOrThrow()).body as object, 'code')
  }
  assert.ok(await hasCode())
  const maker = await newStaff(['FIN_MAKER'])
  const input = { eventId: told.id, reason: 'the merchant asked in yen' }
  const { approvalId } = await transaction((tx) => heldEventAnswers.dismissEvent(maker, input, tx))
  await approves(await newStaff(['FIN_CHECKER']), approvalId)
  assert.equal(await hasCode(), false)
})

test('another card’s event does not end a challenge', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  const challengeRef = newRef()
  await tells(challenge(ana, { challengeRef }))
  const finished = (card: Plastic): NetworkEvent => ({
    ...base(card),
    type: 'threeDs.finished',
    challengeRef,
    result: 'FAILED',
  })
  await isHeld(finished(bob), 'CARD_DIFFERS')
  assert.equal((await codesOf(ana))[0]!.finished_at, null)
  await tells(finished(ana))
  assert.equal((await codesOf(ana))[0]!.result, 'FAILED')
})

test('a code that is said to be valid for years is valid for an hour at most', async () => {
  const card = await aCard()
  await tells(challenge(card, { expiresAt: nowMs() + 3000 * DAY }))
  assert.ok((await codesOf(card))[0]!.expires_at.getTime() <= nowMs() + HOUR)
})

test('a decline that names another card’s authorization waits at the desk', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  const authorization = request(ana, 15_00)
  assert.equal((await decides(authorization)).approved, true)
  const told = { authRef: authorization.ref, reason: 'ISSUER_DECLINED', isoCode: '05' } as const
  await isHeld(event('auth.declined', bob, 15_00, told), 'CARD_DIFFERS')
  assert.equal((await authOf(authorization.ref))!.status, 'PENDING')
})

test('a decline of what we approved waits at the desk while money is held or taken for it', async () => {
  const card = await aCard()
  const [holds, took, reversed, declined] = [15_00, 16_00, 17_00, 9000_00].map((amount) => request(card, amount))
  for (const asked of [holds!, took!, reversed!, declined!]) await decides(asked)
  await tells(
    event('clearing.posted', card, 16_00, { authRef: took!.ref }),
    event('auth.reversed', card, 17_00, { authRef: reversed!.ref }),
  )
  const told = (authRef: string) =>
    event('auth.declined', card, 15_00, { authRef, reason: 'ISSUER_DECLINED', isoCode: '05' })
  await isHeld(told(holds!.ref), 'STATUS_DIFFERS')
  await isHeld(told(took!.ref), 'STATUS_DIFFERS')
  await tells(told(reversed!.ref), told(declined!.ref))
  assert.deepEqual(await money(card), [84_00, 15_00])
  assert.equal((await authOf(declined!.ref))!.reason, 'INSUFFICIENT_FUNDS')
})

test('a card that is said to have been made for another opening is not believed', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  const { open_order_no: idem } = await db
    .selectFrom('card')
    .select('open_order_no')
    .where('card_id', '=', ana.cardId)
    .executeTakeFirstOrThrow()
  const made = (card: Plastic): NetworkEvent => ({
    ...base(card),
    type: 'card.created',
    state: 'ACTIVE',
    idem,
    last4: card.cardNumber.slice(-4),
    exp: [card.expMonth, card.expYear],
  })
  await isHeld(made(bob), 'CARD_DIFFERS')
  await isHeld({ ...made(ana), cardRef: newRef() }, 'CARD_DIFFERS')
  await tells(made(ana))
})

test('an event of an issuer that is not ours, and a kind that we do not know, wait at once and not after a day', async () => {
  const card = await aCard()
  const foreign = { ...event('refund.posted', card, 5_00), issuer: 'another' }
  await receive([event('refund.posted', card, 1_00), foreign])
  await applyEvents({ issuerId: 'another', cardRef: card.cardRef })
  await applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
  const { state, reason } = await db
    .selectFrom('webhook_inbox')
    .select(['state', 'reason'])
    .where('event_id', '=', foreign.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([state, reason], ['HELD', 'ISSUER_DIFFERS'])
  await isHeld({ ...event('refund.posted', card, 5_00), type: 'chargeback.posted' as never }, 'TYPE_UNKNOWN')
  await isHeld({ ...event('refund.posted', card, 5_00), type: 'toString' as never }, 'TYPE_UNKNOWN')
  assert.deepEqual(await money(card), [101_00, 0])
})

test('a clearing told again under another authorization, and a refund taken back under another card’s, wait', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  const [one, two] = [request(ana, 20_00), request(ana, 21_00)]
  const other = request(bob, 22_00)
  for (const asked of [one, two, other]) assert.equal((await decides(asked)).approved, true)
  const clearing = event('clearing.posted', ana, 20_00, { authRef: one.ref }) as ClearingPosted
  await tells(clearing)
  await isHeld({ ...clearing, id: newRef(), authRef: two.ref }, 'AUTH_DIFFERS')
  const refund = event('refund.posted', ana, 20_00, { authRef: one.ref }) as RefundPosted
  await tells(refund)
  await isHeld(
    event('refund.reversed', ana, 20_00, { clearingRef: refund.clearingRef, authRef: other.ref }),
    'CARD_DIFFERS',
  )
  await isHeld({ ...refund, id: newRef(), authRef: other.ref }, 'CARD_DIFFERS')
  assert.deepEqual(await money(ana), [100_00, 21_00])
  await booksHold()
})

test('a name that the network used for another card is not answered with that card’s approval', async () => {
  const owner = await newAccount({ balanceCents: 500_000 })
  const [ana, bob] = [
    await cardInHand(owner, { rechargeAmount: 100_00 }),
    await cardInHand(owner, { rechargeAmount: 100_00 }),
  ]
  const asked = request(ana, 5_00)
  assert.equal((await decides(asked)).approved, true)
  const { approved, reason } = await charges(bob, 5_00, { ref: asked.ref })
  assert.deepEqual([approved, reason], [false, 'ISSUER_DECLINED'])
  const late = newRef()
  assert.equal((await increments(ana, asked.ref, 1_00, late)).approved, true)
  const theirs = request(bob, 4_00)
  assert.equal((await decides(theirs)).approved, true)
  assert.equal((await increments(bob, theirs.ref, 1_00, late)).approved, false)
  const [first, second] = await Promise.all([
    decides(request(ana, 1_00, { ref: `${asked.ref}x` })),
    decides(request(bob, 1_00, { ref: `${asked.ref}x` })),
  ])
  assert.equal([first, second].filter(({ approved }) => approved).length, 1)
  const held = [await money(ana), await money(bob)].reduce((sum, [, one]) => sum + one!, 0)
  assert.deepEqual([held, (await tradesOf(bob)).length], [6_00 + 4_00 + 1_00, 0])
})

test('a name on the cards of two accounts is two authorizations: each holds on its own card, and events find their own', async () => {
  const ana = await aCard()
  let bob = await aCard()
  while (cellOf(bob.accountId) === cellOf(ana.accountId)) bob = await aCard()
  const ref = newRef()
  for (const [card, cents] of [
    [ana, 15_00],
    [bob, 16_00],
  ] as const)
    assert.equal((await charges(card, cents, { ref })).approved, true)
  assert.deepEqual(
    [await money(ana), await money(bob)],
    [
      [100_00, 15_00],
      [100_00, 16_00],
    ],
  )
  const again = await Promise.all([charges(ana, 15_00, { ref }), charges(bob, 16_00, { ref })])
  assert.deepEqual(
    again.map(({ approved }) => approved),
    [true, true],
  )
  assert.deepEqual(
    [await money(ana), await money(bob)],
    [
      [100_00, 15_00],
      [100_00, 16_00],
    ],
  )
  await tells(event('auth.reversed', bob, 16_00, { authRef: ref }))
  assert.deepEqual(
    [await money(ana), await money(bob)],
    [
      [100_00, 15_00],
      [100_00, 0],
    ],
  )
  await tells(event('clearing.posted', ana, 15_00, { authRef: ref }))
  assert.deepEqual(
    [await money(ana), await money(bob)],
    [
      [85_00, 0],
      [100_00, 0],
    ],
  )
  await booksHold()
})

test('a request dated years off is dated by when it came', async () => {
  const card = await aCard()
  const [ahead, behind] = [request(card, 1_00), request(card, 2_00)]
  await decides({ ...ahead, occurredAt: nowMs() + 3000 * DAY })
  await decides({ ...behind, occurredAt: nowMs() - 3000 * DAY })
  const at = async (ref: string) => (await authOf(ref))!.occurred_at.getTime()
  assert.ok((await at(ahead.ref)) <= nowMs() + 5 * MINUTE)
  assert.ok((await at(behind.ref)) >= nowMs() - 401 * DAY)
  const late = newRef()
  await increments(card, ahead.ref, 1_00, late, { occurredAt: nowMs() + 3000 * DAY })
  const { occurred_at } = await db
    .selectFrom('auth_event')
    .select('occurred_at')
    .where('ref', '=', late)
    .executeTakeFirstOrThrow()
  assert.ok(occurred_at.getTime() <= nowMs() + 5 * MINUTE)
})

test('a state of a card that has not come yet is not lost', async () => {
  const card = await aCard()
  const told: NetworkEvent = { ...base({ ...card, cardRef: newRef() }), type: 'card.state', state: 'PAUSED' }
  await assert.rejects(tells(told), /the card has not come/)
  const paused: NetworkEvent = { ...base(card), type: 'card.state', state: 'PAUSED' }
  await tells(paused)
  assert.equal((await charges(card, 1_00)).reason, 'CARD_RISK_BLOCKED')
})
