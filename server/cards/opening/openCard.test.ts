import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identified } from '#test/fixtures/batches.ts'
import {
  asks,
  booksHold,
  entriesOfOrder,
  moneyOn,
  newsTo,
  openingInput,
  operationsOf,
  opensCard,
  walletOf,
  withIssuer,
  work,
} from '#test/fixtures/cards.ts'
import { agreesOnLimit } from '#test/fixtures/ownLimits.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { freeze, newAccount, subOf } from '#test/world.ts'
import { db } from '#server/core/db.ts'
import { subOf as subRowOf } from '#server/identity/identity.ts'
import { budgetOf } from '../figures/budget.ts'

const issuer = withIssuer({ connections: 24 })

test('opening holds the whole price, then posts it when the issuer has made the card', async () => {
  const ana = await newAccount({ balanceCents: 10_000, plan: 'STANDARD' })
  const { cardId, orderNo, status } = await asks(ana, 'openCard', openingInput())
  assert.equal(status, 'PENDING')
  assert.deepEqual(pick(await walletOf(ana)), { posted: 10_000, held: 5425 }) // 3.00 + 50.00 + 2.5 %
  assert.deepEqual(await entriesOfOrder(orderNo), [])

  await work()
  assert.deepEqual(pick(await walletOf(ana)), { posted: 4575, held: 0 })
  assert.deepEqual(pick(await moneyOn(ana, cardId)), { posted: 5000, held: 0 })
  assert.deepEqual(await entriesOfOrder(orderNo), ['D 2010 5425', 'C 2020 5000', 'C 4010 300', 'C 4020 125'])
  assert.deepEqual(await operationsOf(ana), ['CARD_OPEN OK 5425'])
  assert.deepEqual(await newsTo(ana), ['card_opened'])

  const { card } = await asks(ana, 'showCard', { cardId })
  assert.equal(card.status, 'ACTIVE')
  assert.equal(card.deposit, 5000)
  assert.match(card.number!, /^4000 \*\*\*\* \*\*\*\* \d{4}$/)
  await booksHold()
})

test('a segment with a cost of the issuer books it as ours, never as the customer’s', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const london = { vid: 'MASTERCARD-GB-1', city: 'London', state: 'Greater London', zipCode: 'SW1A 1AA' }
  const { orderNo } = await asks(ana, 'openCard', openingInput(london))
  await work()
  assert.deepEqual(await entriesOfOrder(orderNo), [
    'D 5020 15',
    'C 2120 15',
    'D 2010 5650',
    'C 2020 5000',
    'C 4010 500',
    'C 4020 150',
  ])
  await booksHold()
})

test('one request sent twenty times at once opens one card', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const before = await issuer.cardsMade()
  const input = openingInput()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => asks(ana, 'openCard', input).catch((error) => error.refusal)),
  )
  const made = new Set(answers.filter((answer) => typeof answer === 'object').map(({ cardId }) => cardId))
  assert.equal(made.size, 1)
  assert.ok(answers.every((answer) => typeof answer === 'object' || answer === 'in_progress'))
  await work()
  assert.equal(await issuer.cardsMade(), before + 1)
  assert.equal((await walletOf(ana)).posted, 100_000 - 5650)
  await booksHold()
})

test('ten openings at once with money for two are two cards', async () => {
  const ana = await newAccount({ balanceCents: 2 * 5650 })
  const ends = await Promise.all(Array.from({ length: 10 }, () => endOf(asks(ana, 'openCard', openingInput()))))
  assert.equal(ends.filter((end) => end === 'ok').length, 2)
  assert.deepEqual(new Set(ends), new Set(['ok', 'insufficient_wallet']))
  await work()
  assert.deepEqual(pick(await walletOf(ana)), { posted: 0, held: 0 })
  await booksHold()
})

test('ten openings at once do not pass the limit of the plan', async () => {
  const ana = await newAccount({ balanceCents: 1_000_000 })
  await identified(ana)
  for (let card = 0; card < 15; card++) await asks(ana, 'openCard', openingInput({ rechargeAmount: 200 }))
  const ends = await Promise.all(
    Array.from({ length: 10 }, () => endOf(asks(ana, 'openCard', openingInput({ rechargeAmount: 200 })))),
  )
  assert.equal(ends.filter((end) => end === 'ok').length, 5) // BASIC allows 20
  assert.deepEqual(new Set(ends), new Set(['ok', 'plan_limit']))
})

test('an account that nobody has identified may have three cards', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  for (let card = 0; card < 3; card++) await asks(ana, 'openCard', openingInput())
  await assert.rejects(asks(ana, 'openCard', openingInput()), refusedAs('identity_required'))
  await identified(ana)
  await asks(ana, 'openCard', openingInput())
})

test('amounts, segments and addresses that do not fit are refused before any money moves', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const refused = (change: Parameters<typeof openingInput>[0]) => asks(ana, 'openCard', openingInput(change))
  await assert.rejects(refused({ rechargeAmount: 199 }), refusedAs('amount_below_min', 'rechargeAmount'))
  await assert.rejects(refused({ rechargeAmount: 100_001 }), refusedAs('amount_above_max', 'rechargeAmount'))
  await assert.rejects(refused({ vid: 'VISA-XX-9' }), refusedAs('range_unavailable', 'vid'))
  await assert.rejects(refused({ zipCode: '999077' }), refusedAs('invalid', 'zipCode'))
  await assert.rejects(
    refused({ zipCode: '999077', state: 'Oregon' }),
    ({ data }: { data: { fields: { name: string }[] } }) =>
      data.fields.map(({ name }) => name).join() === 'state,zipCode',
    'both at once',
  )
  await assert.rejects(refused({ state: 'Oregon' }), refusedAs('invalid', 'state'))
  await assert.rejects(refused({ country: 'GB' }), refusedAs('invalid', 'country'))
  await assert.rejects(refused({ couponId: 'cpn_1' }), refusedAs('not_found', 'couponId'))
  await assert.rejects(refused({ firstName: '李' }))
  assert.deepEqual(pick(await walletOf(ana)), { posted: 200_000, held: 0 })
})

test('who has a limit of its own opens with as much at once, but with no more than a card may hold', async () => {
  const [ana, bo] = [await newAccount({ balanceCents: 3_000_000 }), await newAccount({ balanceCents: 3_000_000 })]
  const opens = (who: typeof ana, rechargeAmount: number) => asks(who, 'openCard', openingInput({ rechargeAmount }))
  const tooMuch = refusedAs('amount_above_max', 'rechargeAmount')
  await agreesOnLimit(ana, 'perLoad', 500_000)
  await opens(ana, 500_000)
  await assert.rejects(opens(ana, 500_001), tooMuch)
  await agreesOnLimit(bo, 'perLoad', 2_000_000)
  await assert.rejects(opens(bo, 1_000_001), tooMuch)
  await opens(bo, 1_000_000)
})

test('a quote is charged as shown, once, and for nothing else', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const quote = await asks(ana, 'priceOpening', { vid: 'VISA-US-1', amount: 5000 })
  assert.equal(quote.total, quote.openFee + quote.amount + quote.serviceFee)
  assert.equal(quote.feeDetail, 'Open fee $5.00 + recharge $50.00 + service fee $1.50 = $56.50')
  assert.match(quote.suggest, /\$1 to \$2 extra/)
  await assert.rejects(
    asks(ana, 'openCard', openingInput({ quoteId: quote.quoteId, rechargeAmount: 6000 })),
    refusedAs('quote_changed'),
  )
  await assert.rejects(
    asks(ana, 'openCard', openingInput({ quoteId: quote.quoteId, expectTotal: 5649 })),
    refusedAs('quote_changed'),
  )
  await asks(ana, 'openCard', openingInput({ quoteId: quote.quoteId, expectTotal: 5650 }))
  await assert.rejects(asks(ana, 'openCard', openingInput({ quoteId: quote.quoteId })), refusedAs('quote_expired'))
})

test('a price names what is missing, and hides the wallet from a sub-account that may not see it', async () => {
  const ana = await newAccount({ balanceCents: 1000 })
  const poor = await asks(ana, 'priceOpening', { vid: 'VISA-US-1', amount: 5000 })
  assert.deepEqual([poor.walletBalance, poor.enough, poor.popStatus], [1000, 0, 1])
  assert.match(poor.popMsg, /Top up \$46\.50/)
  const sub = await subOf(ana)
  const hidden = await asks(sub, 'priceOpening', { vid: 'VISA-US-1', amount: 5000 })
  assert.equal(hidden.walletBalance, null)
  assert.doesNotMatch(hidden.popMsg, /46/)
})

test('a sub-account opens with its parent’s money, and nothing after it was frozen', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const sub = await subOf(ana)
  const cardId = await opensCard(sub)
  assert.equal((await walletOf(ana)).posted, 20_000 - 5650)
  const { card } = await asks(ana, 'showCard', { cardId })
  assert.equal(card.subUid, sub.subUid)
  await freeze(sub)
  await assert.rejects(asks(sub, 'openCard', openingInput()), refusedAs('sub_frozen'))
  await booksHold()
})

test('a parent opens a card for a sub-account: it is the sub-account’s from the start, and its budget is not used', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const sub = await subOf(ana, { budgetCents: 1_000 })
  const other = await subOf(await newAccount())
  const refused = refusedAs('not_found', 'subUid')
  await assert.rejects(asks(ana, 'openCard', openingInput({ subUid: other.subUid })), refused)
  await assert.rejects(asks(sub, 'openCard', openingInput({ subUid: sub.subUid })), refused)

  const { cardId } = await asks(ana, 'openCard', openingInput({ subUid: sub.subUid }))
  await work()
  const { card } = await asks(sub, 'showCard', { cardId })
  assert.deepEqual([card.subUid, card.status], [sub.subUid, 'ACTIVE'])
  assert.equal((await walletOf(ana)).posted, 50_000 - 5650)
  assert.deepEqual(await operationsOf(ana), ['CARD_OPEN OK 5650'])
  const { limit, used } = (await budgetOf(db, await subRowOf(db, ana.accountId, sub.subUid)))!
  assert.deepEqual([limit, used], [1_000, 0])
  await booksHold()
})

const pick = ({ posted, held }: { posted: number; held: number }) => ({ posted, held })
