import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  asks,
  booksHold,
  moneyOn,
  newsTo,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
  work,
} from '#test/fixtures/cards.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { fund, newAccount, type Person } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { cardAccount, credit, debit, hold, platform, post, release } from '#server/ledger/ledger.ts'
import { issuerOf } from '#server/outside/outside.ts'
import { coverNegative, holdsResolved, lockForPosting, spent } from '../cards.ts'
import { coverDebts } from '../debts/coverDebts.ts'
import { maybeCard } from '../queries.ts'
import { expireCards } from './expireCards.ts'

withIssuer({ connections: 24 })

const remove = (who: Person, cardId: string) =>
  asks(who, 'deleteCard', { cardId, reason: 'campaign over', requestNo: requestNo() })
const monthAfter = (ms: number, months: number): number =>
  Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth() + months, 1)
const statusOf = async (who: Person, cardId: string) => (await asks(who, 'showCard', { cardId })).card.status
const holdOn = ({ accountId }: Person, cardId: string, amount: number) =>
  transaction((tx) => hold(tx, { on: cardAccount(accountId, cardId), amount, biz: { type: 'test', id: cardId } }))

/** A forced post of the network, as the transactions module posts it. */
const forcedPost = ({ accountId }: Person, cardId: string, amount: number) =>
  transaction(async (tx) => {
    await lockForPosting(tx, accountId, cardId)
    const lines = [debit(cardAccount(accountId, cardId), amount), credit(platform('2110', 'simulated'), amount)]
    await post(tx, { kind: 'FORCED_POST', accountId, biz: { type: 'clearing', id: `${cardId} ${amount}` }, lines })
    await spent(tx, accountId, cardId, amount)
    await coverNegative(tx, accountId, cardId)
  })

test('a deleted card returns its balance and is closed at the issuer', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  assert.deepEqual(await remove(ana, cardId), { status: 'CLOSED', returned: 5000, pending: 0 })
  assert.equal((await walletOf(ana)).posted, 10_000 - 650)
  await work()
  const card = (await maybeCard(db, ana, cardId))!
  assert.equal((await issuerOf('simulated').getCard(card.issuer_ref!)).state, 'CLOSED')
  assert.deepEqual(await newsTo(ana), ['card_opened', 'card_close_done'])
  const { data } = await asks(ana, 'cardLog', { cardId })
  assert.deepEqual(
    data.map(({ type }) => type),
    ['CLOSED', 'DELETE', 'OPENED', 'OPEN'],
  )
  await assert.rejects(remove(ana, cardId), refusedAs('card_not_active'))
  await booksHold()
})

test('while a purchase is held the card is closing; the rest returns when the hold is resolved', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const { holdId } = await holdOn(ana, cardId, 3000)
  assert.deepEqual(await remove(ana, cardId), { status: 'CLOSING', returned: 2000, pending: 3000 })
  await work()
  assert.equal((await issuerOf('simulated').getCard((await maybeCard(db, ana, cardId))!.issuer_ref!)).state, 'PAUSED')
  await assert.rejects(
    asks(ana, 'loadCard', { cardId, amount: 1000, requestNo: requestNo() }),
    refusedAs('card_not_active'),
  )

  const resolve = () =>
    transaction(async (tx) => {
      await lockForPosting(tx, ana.accountId, cardId)
      await release(tx, { accountId: ana.accountId, holdId })
      await holdsResolved(tx, ana.accountId, cardId)
    })
  await Promise.all([resolve(), resolve()])
  assert.equal(await statusOf(ana, cardId), 'CLOSED')
  assert.equal((await walletOf(ana)).posted, 10_000 - 650)
  assert.equal((await moneyOn(ana, cardId)).posted, 0)
  await booksHold()
})

test('ten deletions at once return the balance once', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const ends = await Promise.all(Array.from({ length: 10 }, () => endOf(remove(ana, cardId))))
  assert.equal(ends.filter((end) => end === 'ok').length, 1)
  assert.equal((await walletOf(ana)).posted, 10_000 - 650)
  await booksHold()
})

test('a forced posting is covered by the wallet, and what it cannot pay restricts the account until it can', async () => {
  const ana = await newAccount({ balanceCents: 1650 + 100 })
  const cardId = await opensCard(ana, { rechargeAmount: 1000, expectTotal: 1530 })
  const left = (await walletOf(ana)).posted
  await forcedPost(ana, cardId, 1250)
  assert.equal((await moneyOn(ana, cardId)).posted, -250 + left)
  assert.equal((await walletOf(ana)).posted, 0)
  assert.equal((await accountOf(db, ana.accountId)).restricted, true)

  await fund(ana.accountId, 1000)
  await Promise.all([coverDebts(ana), coverDebts(ana)])
  assert.equal((await moneyOn(ana, cardId)).posted, 0)
  assert.equal((await walletOf(ana)).posted, 1000 - (250 - left))
  assert.equal((await accountOf(db, ana.accountId)).restricted, false)
  assert.deepEqual((await newsTo(ana)).slice(1), ['negative_balance', 'negative_cleared'])
  await booksHold()
})

test('deleting a card that owes leaves the debt on the account, and a top-up pays it', async () => {
  const ana = await newAccount({ balanceCents: 1530 })
  const cardId = await opensCard(ana, { rechargeAmount: 1000 })
  await forcedPost(ana, cardId, 1250)
  assert.deepEqual(await remove({ ...ana, standing: 'RESTRICTED' }, cardId), {
    status: 'CLOSED',
    returned: 0,
    pending: 0,
  })
  assert.equal((await moneyOn(ana, cardId)).posted, 0)
  assert.equal((await accountOf(db, ana.accountId)).restricted, true)
  await fund(ana.accountId, 1000)
  await coverDebts(ana)
  assert.equal((await walletOf(ana)).posted, 750)
  assert.equal((await accountOf(db, ana.accountId)).restricted, false)
  await booksHold()
})

test("another's card is not there", async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 10_000 }), await newAccount()]
  const cardId = await opensCard(ana)
  await assert.rejects(remove(ben, cardId), refusedAs('not_found'))
})

test('an expired card still gives its balance back: to its owner who asks, and by itself a month later', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const [asked, left] = [await opensCard(ana), await opensCard(ana)]
  const from = Date.now()
  // A card is valid until the end of its month, three years on.
  const over = monthAfter(from, 37)
  setClock(() => over)
  await expireCards()
  assert.equal(await statusOf(ana, asked), 'EXPIRED')
  assert.equal((await remove(ana, asked)).returned, 5000)
  assert.equal(await statusOf(ana, left), 'EXPIRED')
  setClock(() => over + 31 * DAY)
  await expireCards()
  setClock()
  assert.equal(await statusOf(ana, left), 'CLOSED')
  assert.equal((await walletOf(ana)).posted, 20_000 - 2 * 650)
  await booksHold()
})
