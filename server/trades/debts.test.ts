import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  asks,
  booksHold,
  moneyOn,
  openingInput,
  requestNo,
  walletOf,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { coversDebt, isRestricted, owedOf, topsUp } from '#test/fixtures/debts.ts'
import { cardInHand, charges, event, increments, request, tells } from '#test/fixtures/trades.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import { newAccount, signedIn, type Person } from '#test/world.ts'
import { useDebtPolicy, type DebtPolicy } from '../cards/cards.ts'
import { coverDebts } from '../cards/debts/coverDebts.ts'
import { askIssuer } from '../cards/opening/askIssuer.ts'
import { db, sql } from '../core/db.ts'
import { balanceOf, tenant } from '../ledger/ledger.ts'
import { OutsideUnknown, type NetworkEvent } from '../outside/outside.ts'
import { expireRules } from './rules/rulesNow.ts'

withIssuer({ connections: 24 })
afterEach(() => useDebtPolicy('pull'))

const deletes = (who: Person, cardId: string) =>
  asks(who, 'deleteCard', { cardId, reason: 'campaign over', requestNo: requestNo() })

const clearingRefOf = (posted: NetworkEvent) => (posted as { clearingRef: string }).clearingRef

/** Starts as a server does with this policy: a decision takes its limits when they are made. */
async function startsWith(policy: DebtPolicy): Promise<void> {
  useDebtPolicy(policy)
  await sql`UPDATE risk_desk SET version = version + 1`.execute(db)
  expireRules()
}

/** All but 0.75 of a top-up of 211.00 is on the card or was paid in fees; then the top-up is reversed. */
async function takenBack() {
  const ana = await newAccount()
  const takeBack = await topsUp(ana, 21_100)
  const card = await cardInHand(ana, { rechargeAmount: 20_000 })
  return { ana, card, takeBack }
}

test('after a top-up was taken back its card buys nothing', async () => {
  const { ana, card, takeBack } = await takenBack()
  await takeBack()
  const { approved, reason } = await charges(card, 19_000)
  assert.deepEqual([approved, reason], [false, 'INSUFFICIENT_FUNDS'])
  assert.deepEqual([(await moneyOn(ana, card.cardId)).posted, (await walletOf(ana)).posted], [0, 0])
  assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana)], [1_100, true])
  await coversDebt(1_100)
  await booksHold()
})

test('a card that was being opened when the top-up was taken back pays the debt as soon as it exists', async () => {
  const ana = await newAccount()
  const takeBack = await topsUp(ana, 21_100)
  const { cardId, orderNo } = await asks(ana, 'openCard', openingInput({ rechargeAmount: 20_000 }))
  await takeBack()
  // The first attempt has no answer, and nothing is left to do about the debt until the card is there.
  await withIssuerThat({ createCard: () => Promise.reject(new OutsideUnknown('silence')) }, work)
  assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana)], [21_100, true])
  await askIssuer({ accountId: ana.accountId, orderNo })
  assert.deepEqual([(await moneyOn(ana, cardId)).posted, (await owedOf(ana)).total], [0, 1_100])
  await coversDebt(21_100)
  await booksHold()
})

test('under `block` an authorization is not increased either, and what was approved still clears', async () => {
  const { ana, card, takeBack } = await takenBack()
  const authorization = request(card, 5_000)
  assert.equal((await charges(card, 5_000, authorization)).approved, true)
  await startsWith('block')
  await takeBack()
  assert.equal((await increments(card, authorization.ref, 1_000)).reason, 'ACCOUNT_RESTRICTED')
  await tells(event('clearing.posted', card, 5_000, { authRef: authorization.ref }))
  assert.equal((await moneyOn(ana, card.cardId)).posted, 15_000)
  await startsWith('pull')
})

test('under `block` no card of an account that owes buys anything, and under `spend` it does', async () => {
  const { card, takeBack } = await takenBack()
  await startsWith('block')
  await takeBack()
  assert.equal((await charges(card, 1_000)).reason, 'ACCOUNT_RESTRICTED')
  await startsWith('spend')
  assert.equal((await charges(card, 1_000)).approved, true)
})

test('a refund and a reversed authorization pay a debt before they can be spent again', async () => {
  const { ana, card, takeBack } = await takenBack()
  const held = request(card, 5_000)
  const { approved } = await charges(card, 5_000, held)
  assert.equal(approved, true)
  await takeBack()
  const { total } = await owedOf(ana)
  assert.equal((await moneyOn(ana, card.cardId)).posted, 5_000)
  await tells(event('auth.reversed', card, 5_000, { authRef: held.ref }))
  await work()
  assert.deepEqual([(await moneyOn(ana, card.cardId)).posted, (await owedOf(ana)).total], [0, total - 5_000])
  await tells(event('refund.posted', card, 700))
  await work()
  assert.deepEqual([(await moneyOn(ana, card.cardId)).posted, (await owedOf(ana)).total], [0, total - 5_700])
  await coversDebt(total)
  await booksHold()
})

test('a forced post that is reversed leaves no restriction behind', async () => {
  const ana = await newAccount({ balanceCents: 1_530 })
  const card = await cardInHand(ana, { rechargeAmount: 1_000 })
  const post = event('clearing.posted', card, 1_250)
  await tells(post)
  assert.deepEqual([await isRestricted(ana), (await owedOf(ana)).onCards], [true, 250])
  await tells({ ...event('clearing.reversed', card, 1_250), clearingRef: clearingRefOf(post) } as typeof post)
  await work()
  assert.deepEqual([await isRestricted(ana), (await owedOf(ana)).total], [false, 0])
  await booksHold()
})

test('a refund or a reversed clearing of an account that is leaving pays what it owes, and the rest is payable', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const [one, two] = [
    await cardInHand(ana, { rechargeAmount: 1_000 }),
    await cardInHand(ana, { rechargeAmount: 1_000 }),
  ]
  const bought = event('clearing.posted', two, 600)
  await tells(bought)
  for (const { cardId } of [one, two]) await deletes(ana, cardId)
  const caseId = await closesAccount({ ...ana, ...(await signedIn(ana)) })
  const payable = async () => (await balanceOf(db, tenant('2410', ana.accountId))).posted
  const left = await payable()
  await tells(event('clearing.posted', one, left + 900))
  await work()
  assert.deepEqual([await payable(), (await owedOf(ana)).total, await isRestricted(ana)], [0, 900, true])
  await tells({ ...event('clearing.reversed', two, 600), clearingRef: clearingRefOf(bought) } as typeof bought)
  await work()
  assert.deepEqual([await payable(), (await owedOf(ana)).total, await isRestricted(ana)], [0, 300, true])
  await tells(event('refund.posted', one, 700))
  await work()
  assert.deepEqual([await payable(), (await owedOf(ana)).total, await isRestricted(ana)], [400, 0, false])
  const waiting = await db.selectFrom('closing_case').select('waiting_since').where('case_id', '=', caseId).execute()
  assert.ok(waiting[0]!.waiting_since)
  await booksHold()
})

test('reversals, refunds, deletions and covers at once neither lose money nor stand in each other’s way', async () => {
  const ana = await newAccount({ balanceCents: 60_000 })
  const takeBacks = await Promise.all(Array.from({ length: 4 }, () => topsUp(ana, 15_000)))
  const cards = []
  for (let n = 0; n < 3; n++) cards.push(await cardInHand(ana, { rechargeAmount: 20_000 }))
  await coversDebt(60_000)
  const ends = await Promise.allSettled([
    ...takeBacks.map((takeBack) => takeBack()),
    ...cards.map((card, n) => tells(event('clearing.posted', card, 5_000 + n))),
    ...cards.map((card, n) => tells(event('refund.posted', card, 900 + n))),
    deletes(ana, cards[0]!.cardId),
    deletes(ana, cards[1]!.cardId),
    ...cards.map(() => coverDebts(ana)),
  ])
  assert.deepEqual(
    ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : [])),
    [],
  )
  await work()
  const { total } = await owedOf(ana)
  assert.equal(await isRestricted(ana), total > 0)
  if (total > 0) for (const card of cards) assert.ok((await moneyOn(ana, card.cardId)).available <= 0)
  await booksHold()
})
