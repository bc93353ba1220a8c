import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '#contract/core/call.ts'
import type { replaceCard } from '#contract/cards/replacing.ts'
import {
  asks,
  booksHold,
  moneyOn,
  newsTo,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { owner } from '#test/database.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { cardAccount, hold } from '#server/ledger/ledger.ts'
import { issuerOf, OutsideRefused, OutsideUnknown } from '#server/outside/outside.ts'
import { maybeCard } from '../queries.ts'
import { forgetTerms } from '../ranges/terms.ts'
import { followReplacements } from './closeFormer.ts'

const issuer = withIssuer({ connections: 24 })

const replace = (who: Person, cardId: string, change: Partial<Input<typeof replaceCard>> = {}) =>
  asks(who, 'replaceCard', { cardId, reason: 'LOST', requestNo: requestNo(), ...change })
const statusOf = async (who: Person, cardId: string) => (await asks(who, 'showCard', { cardId })).card.status
const kinOf = (who: Person, cardId: string) => asks(who, 'replacementsOfCard', { cardId })
const holdOn = ({ accountId }: Person, cardId: string, amount: number) =>
  transaction((tx) => hold(tx, { on: cardAccount(accountId, cardId), amount, biz: { type: 'test', id: cardId } }))
/** The opening fee of the segment. */
const FEE = 500

test('a lost card goes at once, and its money, holder and labels are on the new one', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  const { tagId } = await asks(ana, 'addTag', { name: 'spring', requestNo: requestNo() })
  const old = await opensCard(ana, { gid, tags: [tagId], remark: 'first' })
  const before = await walletOf(ana)

  const price = await asks(ana, 'priceReplacement', { cardId: old, reason: 'LOST' })
  assert.deepEqual([price.fee, price.moves, price.stays, price.toWallet, price.pending], [FEE, 5000, 0, 0, 0])
  const done = await replace(ana, old, { expectFee: FEE })
  assert.equal(done.former, 'CLOSED')
  assert.equal(await statusOf(ana, old), 'CLOSED')
  await work()

  const { card, tags, group, address } = await asks(ana, 'showCard', { cardId: done.cardId })
  const former = await asks(ana, 'showCard', { cardId: old })
  assert.deepEqual([card.status, card.available, card.remark], ['ACTIVE', 5000, 'first'])
  assert.deepEqual(
    [card.firstName, card.lastName, address],
    [former.card.firstName, former.card.lastName, former.address],
  )
  assert.deepEqual([tags.map((tag) => tag.tagId), group?.gid], [[tagId], gid])
  assert.equal((await walletOf(ana)).posted, before.posted - FEE)
  assert.equal((await moneyOn(ana, old)).posted, 0)
  assert.equal((await issuerOf('simulated').getCard((await maybeCard(db, ana, old))!.issuer_ref!)).state, 'CLOSED')

  assert.equal((await kinOf(ana, old)).replacedBy?.cardId, done.cardId)
  assert.equal((await kinOf(ana, done.cardId)).replaces?.cardId, old)
  const log = async (cardId: string) => (await asks(ana, 'cardLog', { cardId })).data.map(({ type }) => type)
  assert.ok((await log(old)).includes('REPLACED'))
  assert.ok((await log(done.cardId)).includes('REPLACES'))
  await booksHold()
})

test('what is held stays with the lost card, which approves nothing more', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const old = await opensCard(ana)
  await holdOn(ana, old, 1200)
  const { former, moves, cardId } = await replace(ana, old, { reason: 'COMPROMISED' })
  assert.deepEqual([former, moves], ['CLOSING', 3800])
  await work()
  assert.equal(await statusOf(ana, old), 'CLOSING')
  assert.equal((await moneyOn(ana, cardId)).posted, 3800)
  assert.equal((await moneyOn(ana, old)).posted, 1200)
  await booksHold()
})

test('an expiring card stays usable for its days with what was left on it, is announced, and then follows', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const old = await opensCard(ana)
  const { cardId, former, closeTime } = await replace(ana, old, { reason: 'EXPIRING', keepDays: 7, keepAmount: 2000 })
  assert.equal(former, 'KEPT')
  await work()
  await followReplacements()
  assert.deepEqual([await statusOf(ana, old), await statusOf(ana, cardId)], ['ACTIVE', 'ACTIVE'])
  assert.deepEqual([(await moneyOn(ana, old)).posted, (await moneyOn(ana, cardId)).posted], [2000, 3000])
  assert.equal((await kinOf(ana, old)).replacedBy?.closeTime, closeTime)
  assert.equal((await asks(ana, 'showCard', { cardId: old })).card.replaced, 1)
  assert.ok(!(await newsTo(ana)).includes('card_closes_soon'))

  const wallet = await walletOf(ana)
  setClock(() => closeTime - DAY / 2)
  await Promise.all([followReplacements(), followReplacements()])
  assert.equal((await newsTo(ana)).filter((event) => event === 'card_closes_soon').length, 1)
  assert.equal(await statusOf(ana, old), 'ACTIVE')

  setClock(() => closeTime)
  await Promise.all([followReplacements(), followReplacements()])
  setClock()
  assert.equal(await statusOf(ana, old), 'CLOSED')
  assert.deepEqual([(await moneyOn(ana, old)).posted, (await moneyOn(ana, cardId)).posted], [0, 5000])
  assert.equal((await walletOf(ana)).posted, wallet.posted)
  await booksHold()
})

test('ten replacements at once are one, also from two logins', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const old = await opensCard(ana)
  const made = await issuer.cardsMade()
  const ends = await Promise.all(
    Array.from({ length: 10 }, () => endOf(replace(ana, old, { reason: 'EXPIRING', keepDays: 3 }))),
  )
  assert.equal(ends.filter((end) => end === 'ok').length, 1)
  await work()
  assert.equal(await issuer.cardsMade(), made + 1)
  await assert.rejects(replace(ana, old), refusedAs('conflict'))
  await booksHold()
})

test('the same request twice is one replacement', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const old = await opensCard(ana)
  const input = { requestNo: requestNo() }
  const [one, other] = [await replace(ana, old, input), await replace(ana, old, input)]
  assert.deepEqual(one, other)
})

test('while the issuer does not answer, a kept card stays, whatever its days', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const old = await opensCard(ana)
  const silent = () => Promise.reject(new OutsideUnknown('no answer'))
  const { cardId } = await withIssuerThat({ createCard: silent }, async () => {
    const done = await replace(ana, old, { reason: 'EXPIRING', keepDays: 0, keepAmount: 1000 })
    await work()
    await followReplacements()
    return done
  })
  assert.deepEqual([await statusOf(ana, old), await statusOf(ana, cardId)], ['ACTIVE', 'PENDING'])
  assert.equal((await moneyOn(ana, old)).posted, 1000)
  await booksHold()
})

test('if the issuer refuses the new card, a kept one has its money back, stays, and may be replaced again', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const old = await opensCard(ana)
  const before = await walletOf(ana)
  const refuses = () => Promise.reject(new OutsideRefused('PROGRAM_UNKNOWN'))
  await withIssuerThat({ createCard: refuses, findByIdem: async () => null }, async () => {
    await replace(ana, old, { reason: 'EXPIRING', keepDays: 7 })
    await work()
  })
  await Promise.all([followReplacements(), followReplacements()])
  assert.equal((await walletOf(ana)).posted, before.posted)
  assert.equal((await moneyOn(ana, old)).posted, 5000)
  assert.deepEqual((await newsTo(ana)).slice(-2), ['card_open_failed', 'card_replacement_failed'])
  assert.equal((await kinOf(ana, old)).replacedBy, null)
  setClock(() => Date.now() + 8 * DAY)
  await followReplacements()
  setClock()
  assert.equal(await statusOf(ana, old), 'ACTIVE')

  const { cardId } = await replace(ana, old)
  await work()
  assert.equal((await moneyOn(ana, cardId)).posted, 5000)
  await booksHold()
})

test('if the issuer refuses the card after a lost one, all its money is in the wallet', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const old = await opensCard(ana)
  const before = await walletOf(ana)
  const refuses = () => Promise.reject(new OutsideRefused('PROGRAM_UNKNOWN'))
  await withIssuerThat({ createCard: refuses, findByIdem: async () => null }, async () => {
    await replace(ana, old)
    await work()
  })
  await followReplacements()
  assert.deepEqual([(await walletOf(ana)).posted, (await walletOf(ana)).held], [before.posted + 5000, 0])
  await booksHold()
})

test('a fee that the wallet cannot pay comes out of the card’s own money; with neither, nothing happens', async () => {
  const ana = await newAccount({ balanceCents: 5650 })
  const old = await opensCard(ana)
  assert.equal((await walletOf(ana)).posted, 0)
  const { moves, fee } = await replace(ana, old)
  assert.deepEqual([moves, fee], [5000 - FEE, FEE])
  await work()

  const ben = await newAccount({ balanceCents: 5650 })
  const empty = await opensCard(ben)
  await holdOn(ben, empty, 4800)
  const price = await asks(ben, 'priceReplacement', { cardId: empty, reason: 'LOST' })
  assert.deepEqual([price.short, price.moves], [FEE - 200, 0])
  await assert.rejects(replace(ben, empty), refusedAs('insufficient_wallet'))
  assert.equal(await statusOf(ben, empty), 'ACTIVE')
  await booksHold()
})

test('a replacement is refused for another fee than was shown, another’s card, and a card that is gone', async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 20_000 }), await newAccount({ balanceCents: 20_000 })]
  const old = await opensCard(ana)
  await assert.rejects(replace(ana, old, { expectFee: FEE - 1 }), refusedAs('quote_changed'))
  await assert.rejects(replace(ben, old), refusedAs('not_found'))
  await assert.rejects(replace(ana, old, { reason: 'MOVED' }), refusedAs('invalid'))
  await asks(ana, 'deleteCard', { cardId: old, requestNo: requestNo() })
  await assert.rejects(replace(ana, old), refusedAs('card_not_active'))
})

test('a member needs both rights, and a parent’s replacement of a member’s card stays the member’s', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const sub = await subOf(ana)
  const its = await opensCard(sub)
  const opener = { ...sub, may: new Set([...sub.may].filter((key) => key !== 'card:delete')) }
  await assert.rejects(replace(opener, its), refusedAs('not_permitted'))
  const { cardId } = await replace(ana, its)
  await work()
  assert.equal((await asks(sub, 'showCard', { cardId })).card.available, 5000)
  await booksHold()
})

test('a card moves to another segment', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const old = await opensCard(ana)
  const { cardId } = await replace(ana, old, { reason: 'MOVED', vid: 'MASTERCARD-US-1', keepDays: 0 })
  await work()
  await followReplacements()
  await followReplacements()
  assert.equal(await statusOf(ana, old), 'CLOSED')
  const { card } = await asks(ana, 'showCard', { cardId })
  assert.deepEqual([card.vid, card.available], ['MASTERCARD-US-1', 5000])
  await booksHold()
})

test('what the new card cannot hold is in the wallet', async () => {
  await sql`UPDATE card_range SET max_balance_cents = 3000 WHERE vid = 'VISA-US-2'`.execute(owner)
  forgetTerms()
  const ana = await newAccount({ balanceCents: 20_000 })
  const old = await opensCard(ana)
  const before = await walletOf(ana)
  const { cardId, moves } = await replace(ana, old, { reason: 'MOVED', vid: 'VISA-US-2' })
  await work()
  assert.deepEqual([moves, (await moneyOn(ana, cardId)).posted], [3000, 3000])
  assert.equal((await walletOf(ana)).posted, before.posted + 2000 - FEE)
  await booksHold()
})

test('where opening is free, a card with something to move is replaced for nothing, and an empty one is refused', async () => {
  await sql`UPDATE range_price SET open_fee_cents = 0 WHERE vid = 'MASTERCARD-US-2'`.execute(owner)
  forgetTerms()
  const ana = await newAccount({ balanceCents: 20_000 })
  const old = await opensCard(ana, { vid: 'MASTERCARD-US-2' })
  const before = await walletOf(ana)
  const { cardId, fee, moves } = await replace(ana, old)
  await work()
  assert.deepEqual([fee, moves, (await walletOf(ana)).posted], [0, 5000, before.posted])
  await holdOn(ana, cardId, 5000)
  await assert.rejects(replace(ana, cardId), refusedAs('amount_below_min'))
  assert.equal(await statusOf(ana, cardId), 'ACTIVE')
  await booksHold()
})

test('a replacement uses up the fee of a member’s budget and nothing else', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const sub = await subOf(ana, { budgetCents: 5650 + 2 * FEE })
  const old = await opensCard(sub)
  const { cardId } = await replace(sub, old)
  await work()
  const kept = await replace(sub, cardId, { reason: 'EXPIRING', keepAmount: 1000 })
  await work()
  await assert.rejects(replace(sub, kept.cardId), refusedAs('budget_exceeded'))
  await booksHold()
})

test('a lost card may be replaced although the account may have no more cards', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const [old] = [await opensCard(ana), await opensCard(ana), await opensCard(ana)]
  await sql`UPDATE account SET identity = 'NONE' WHERE account_id = ${ana.accountId}`.execute(owner)
  await assert.rejects(opensCard(ana), refusedAs('identity_required'))
  await assert.rejects(replace(ana, old, { reason: 'EXPIRING' }), refusedAs('identity_required'))
  await replace(ana, old)
  await work()
  await booksHold()
})

test('of an account that closes in the meantime, what was left on the former card stays in the wallet', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const old = await opensCard(ana)
  const { cardId, closeTime } = await replace(ana, old, { reason: 'EXPIRING', keepAmount: 2000 })
  await work()
  await followReplacements()
  const before = await walletOf(ana)
  await sql`UPDATE account SET status = 'CLOSING' WHERE account_id = ${ana.accountId}`.execute(owner)
  setClock(() => closeTime)
  await followReplacements()
  setClock()
  assert.equal(await statusOf(ana, old), 'CLOSED')
  assert.equal((await walletOf(ana)).posted, before.posted + 2000)
  assert.equal((await moneyOn(ana, cardId)).posted, 3000)
  await booksHold()
})
