import assert from 'node:assert/strict'
import { somebodyWaits } from '#test/database.ts'
import { afterEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  asks,
  booksHold,
  moneyOn,
  newsTo,
  operationsOf,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
  work,
} from '#test/fixtures/cards.ts'
import { coversDebt, holdsInWallet, isRestricted, owedOf, topsUp } from '#test/fixtures/debts.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import { fund, newAccount, signedIn, type Person } from '#test/world.ts'
import { db, sql, transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { blockersOf } from '#server/identity/identity.ts'
import {
  balanceOf,
  cardAccount,
  credit,
  debit,
  hold,
  openAccounts,
  platform,
  post,
  prove,
  release,
  tenant,
  wallet,
  type Ref,
} from '#server/ledger/ledger.ts'
import { coverNegative, lockForPosting, spent, useDebtPolicy } from '../cards.ts'
import { coverDebts, settleAllDebts } from './coverDebts.ts'

withIssuer()
afterEach(() => useDebtPolicy('pull'))

const load = (who: Person, cardId: string, amount: number) =>
  asks(who, 'loadCard', { cardId, amount, requestNo: requestNo() })
const remove = (who: Person, cardId: string) =>
  asks({ ...who, standing: 'ACTIVE' }, 'deleteCard', { cardId, reason: 'campaign over', requestNo: requestNo() })
const holdOn = ({ accountId }: Person, cardId: string, amount: number) =>
  transaction((tx) => hold(tx, { on: cardAccount(accountId, cardId), amount, biz: { type: 'test', id: newId('tst') } }))

/** A forced post of the network, as the transactions module posts it. */
const forced = (who: Person, cardId: string, amount: number) =>
  transaction(async (tx) => {
    await lockForPosting(tx, who.accountId, cardId)
    await posts(tx, who, cardId, amount)
  })
async function posts(tx: Tx, { accountId }: Person, cardId: string, amount: number): Promise<void> {
  const lines = [debit(cardAccount(accountId, cardId), amount), credit(platform('2110', 'simulated'), amount)]
  await post(tx, { kind: 'FORCED_POST', accountId, biz: { type: 'clearing', id: newId('tst') }, lines })
  await spent(tx, accountId, cardId, amount)
  await coverNegative(tx, accountId, cardId)
}
/** Posts a credit from the network and nothing else: no caller settles debts. */
const comesBack = ({ accountId }: Person, to: Ref, amount: number) =>
  transaction(async (tx) => {
    const lines = [debit(platform('2110', 'simulated'), amount), credit(to, amount)]
    await post(tx, { kind: 'CLEARING_REVERSED', accountId, biz: { type: 'clearing', id: newId('tst') }, lines })
    if (to.code === '2020') await spent(tx, accountId, to.owner, -amount)
  })
const entriesOf = async (kind: string, { accountId }: Person): Promise<string[]> =>
  (
    await sql<{ line: string }>`
    SELECT side || ' ' || code || ' ' || amount AS line
      FROM ledger_entry AS entry
      JOIN ledger_transfer AS transfer USING (cell, transfer_id)
      JOIN ledger_account USING (cell, la_id)
     WHERE transfer.account_id = ${accountId} AND kind = ${kind}
     ORDER BY transfer_id, n`.execute(db)
  ).rows.map(({ line }) => line)

/** An account with all its money on two cards, 60.00 and 50.00, and the top-up that will be reversed. */
async function spentOnCards() {
  const ana = await newAccount()
  const takeBack = await topsUp(ana, 20_000)
  const first = await opensCard(ana, { rechargeAmount: 6000 })
  const second = await opensCard(ana)
  const rest = (await walletOf(ana)).posted
  if (rest > 0) await forced(ana, first, rest + 6000)
  return { ana, takeBack, first, second, rest }
}

test('a top-up that is taken back leaves nothing to spend on cards: what is free on them pays', async () => {
  const { ana, takeBack, first, second } = await spentOnCards()
  await fund(ana.accountId, 6500)
  await load(ana, first, 6000)
  const left = (await walletOf(ana)).posted
  await holdOn(ana, second, 2000)
  await coversDebt(20_000)
  await takeBack()
  assert.deepEqual(
    [(await moneyOn(ana, first)).posted, (await moneyOn(ana, second)).posted, (await moneyOn(ana, second)).available],
    [0, 2000, 0],
    'what is held for a purchase stays held',
  )
  assert.deepEqual(await entriesOf('DEBT_FROM_CARD', ana), ['D 2020 6000', 'C 1310 6000', 'D 2020 3000', 'C 1310 3000'])
  const owed = 20_000 - left - 9000
  assert.deepEqual(await owedOf(ana), { total: owed, receivable: owed, onCards: 0 })
  assert.equal(await isRestricted(ana), true)
  assert.ok((await operationsOf(ana)).includes('DEBT OK 9000'))
  const news = await newsTo(ana)
  assert.ok(news.includes('debt_from_cards') && news.includes('negative_balance'))
  const { data } = await asks(ana, 'cardBill', { cardId: first })
  assert.deepEqual(
    [data[0]!.type, data[0]!.desc, data[0]!.amount, data[0]!.balanceAfter],
    ['DEBT', 'Applied to debt', -6000, 0],
  )
  const log = await asks(ana, 'cardLog', { cardId: first })
  assert.deepEqual([log.data[0]!.type, log.data[0]!.amount], ['DEBT', 6000])
  await booksHold()
})

test('a debt that cards can pay restricts nobody', async () => {
  const ana = await newAccount({ balanceCents: 600 })
  const takeBack = await topsUp(ana, 5000)
  const cardId = await opensCard(ana, { rechargeAmount: 4000 })
  const left = (await walletOf(ana)).posted
  await fund(ana.accountId, 10_000)
  await load(ana, cardId, 9000)
  await transaction((tx) =>
    post(tx, {
      kind: 'ADJUST_OUT',
      accountId: ana.accountId,
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(wallet(ana.accountId), left), credit(platform('5070'), left)],
    }),
  )
  const before = [(await walletOf(ana)).posted, (await moneyOn(ana, cardId)).posted]
  await takeBack()
  assert.deepEqual(
    [(await walletOf(ana)).posted, (await moneyOn(ana, cardId)).posted],
    [0, before[0]! + before[1]! - 5000],
  )
  assert.equal((await owedOf(ana)).total, 0)
  assert.equal(await isRestricted(ana), false)
  assert.ok(!(await newsTo(ana)).includes('negative_balance'))
  await booksHold()
})

test('a top-up that is taken back takes only what is available in the wallet, never what is held', async () => {
  const ana = await newAccount()
  const takeBack = await topsUp(ana, 10_000)
  const { holdId } = await holdsInWallet(ana, 7000)
  await takeBack()
  assert.deepEqual([(await walletOf(ana)).posted, (await walletOf(ana)).available], [7000, 0])
  assert.deepEqual((await entriesOf('TOPUP_REVERSED', ana)).toSorted(), ['C 1020 10000', 'D 1310 7000', 'D 2010 3000'])
  assert.equal((await owedOf(ana)).total, 7000)
  await transaction((tx) => release(tx, { accountId: ana.accountId, holdId }))
  await work()
  assert.equal((await walletOf(ana)).posted, 0)
  assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana)], [0, false], 'the hold that ends pays')
  await booksHold()
})

test('what a deleted card owes takes only what is available in the wallet, never what is held', async () => {
  const ana = await newAccount({ balanceCents: 1530 })
  const cardId = await opensCard(ana, { rechargeAmount: 1000 })
  await fund(ana.accountId, 100)
  await holdsInWallet(ana, 80)
  await forced(ana, cardId, 1050)
  // 0.20 was free and has paid; 0.30 remain, and a top-up arrives just before the deletion, of which 0.25 is held.
  await fund(ana.accountId, 30)
  await holdsInWallet(ana, 25)
  assert.equal((await moneyOn(ana, cardId)).posted, -30)
  await remove(ana, cardId)
  assert.deepEqual([(await walletOf(ana)).posted, (await walletOf(ana)).available], [105, 0])
  assert.deepEqual(await owedOf(ana), { total: 25, receivable: 25, onCards: 0 })
  assert.equal(await isRestricted(ana), true)
  await booksHold()
})

test('the money of a deleted card pays what the account owes before it may be spent', async () => {
  useDebtPolicy('spend')
  const ana = await newAccount()
  const takeBack = await topsUp(ana, 1530)
  const cardId = await opensCard(ana, { rechargeAmount: 1000 })
  await takeBack()
  assert.deepEqual([(await owedOf(ana)).total, (await moneyOn(ana, cardId)).posted], [1530, 1000])
  assert.equal((await remove(ana, cardId)).returned, 1000)
  assert.deepEqual([(await walletOf(ana)).posted, (await owedOf(ana)).total], [0, 530])
  await coversDebt(1530)
  await booksHold()
})

test('a purchase that is given back lifts the restriction that it brought, whoever posts it', async () => {
  const ana = await newAccount({ balanceCents: 1530 })
  const cardId = await opensCard(ana, { rechargeAmount: 1000 })
  await forced(ana, cardId, 1250)
  assert.deepEqual([await isRestricted(ana), (await owedOf(ana)).total], [true, 250])
  await work()
  assert.equal(await isRestricted(ana), true)
  await comesBack(ana, cardAccount(ana.accountId, cardId), 1250)
  await work()
  assert.deepEqual([await isRestricted(ana), (await owedOf(ana)).total], [false, 0])
  assert.deepEqual((await newsTo(ana)).slice(-2), ['negative_balance', 'negative_cleared'])
  await booksHold()
})

test('money that comes to a card, or that a hold on it frees, pays a debt first', async () => {
  const ana = await newAccount()
  const takeBack = await topsUp(ana, 6530)
  const cardId = await opensCard(ana)
  const { holdId } = await holdOn(ana, cardId, 5000)
  await coversDebt(6530)
  await takeBack()
  const owed = (await owedOf(ana)).total
  assert.ok(owed > 4000)
  await comesBack(ana, cardAccount(ana.accountId, cardId), 1000)
  await work()
  assert.deepEqual([(await moneyOn(ana, cardId)).posted, (await owedOf(ana)).total], [5000, owed - 1000])
  await transaction((tx) => release(tx, { accountId: ana.accountId, holdId }, 2000))
  await work()
  assert.deepEqual([(await moneyOn(ana, cardId)).posted, (await owedOf(ana)).total], [3000, owed - 3000])
  await booksHold()
})

test('under `block` and `spend` the money stays on the cards', async () => {
  for (const policy of ['block', 'spend'] as const) {
    useDebtPolicy(policy)
    const ana = await newAccount()
    const takeBack = await topsUp(ana, 1530)
    const cardId = await opensCard(ana, { rechargeAmount: 1000 })
    await takeBack()
    await settleAllDebts()
    assert.deepEqual([(await moneyOn(ana, cardId)).posted, (await owedOf(ana)).total], [1000, 1530], policy)
    await coversDebt(1530)
  }
  await booksHold()
})

test('a card below zero and a deleted one are owed like everything else, and keep an account from closing', async () => {
  const ana = await newAccount({ balanceCents: 1530 })
  const cardId = await opensCard(ana, { rechargeAmount: 1000 })
  await forced(ana, cardId, 2234)
  assert.deepEqual(await owedOf(ana), { total: 1234, receivable: 0, onCards: 1234 })
  const debtsIn = async () => (await blockersOf(db, ana.accountId, 'en')).filter(({ type }) => type === 'DEBT').length
  assert.equal(await debtsIn(), 1)
  await fund(ana.accountId, 1234)
  await coverDebts(ana)
  assert.equal(await debtsIn(), 0)
  await remove(ana, cardId)
  await forced(ana, cardId, 5000)
  assert.deepEqual(await owedOf(ana), { total: 5000, receivable: 0, onCards: 5000 })
  assert.deepEqual([await debtsIn(), await isRestricted(ana)], [1, true])
  await fund(ana.accountId, 6000)
  await work()
  assert.deepEqual([(await walletOf(ana)).posted, (await owedOf(ana)).total, await isRestricted(ana)], [1000, 0, false])
  await booksHold()
})

test('what no job has seen to, the sweep does', async () => {
  const ana = await newAccount({ balanceCents: 100 })
  await sql`UPDATE account SET restricted = true WHERE account_id = ${ana.accountId}`.execute(db)
  const breaks = async () => (await prove()).map(({ check }) => check)
  assert.deepEqual(await breaks(), ['restricted-not-owed'])
  await settleAllDebts()
  assert.equal(await isRestricted(ana), false)
  assert.deepEqual(await breaks(), [])
})

test('an account that the sweep cannot settle keeps no other one restricted', async () => {
  const [broken, ana] = [await newAccount({ balanceCents: 100 }), await newAccount()]
  // Money below zero on a card that does not exist.
  const lost = cardAccount(broken.accountId, newId('crd'))
  await transaction((tx) => openAccounts(tx, [lost]))
  const moves = (from: Ref, to: Ref, kind: 'FORCED_POST' | 'CLEARING_REVERSED') =>
    transaction((tx) =>
      post(tx, {
        kind,
        accountId: broken.accountId,
        biz: { type: 'test', id: newId('tst') },
        lines: [debit(from, 50), credit(to, 50)],
      }),
    )
  await moves(lost, platform('2110', 'simulated'), 'FORCED_POST')
  await sql`UPDATE account SET restricted = true WHERE account_id = ${ana.accountId}`.execute(db)
  await assert.rejects(settleAllDebts(), AggregateError)
  assert.equal(await isRestricted(ana), false)
  await moves(platform('2110', 'simulated'), lost, 'CLEARING_REVERSED')
  await settleAllDebts()
  await booksHold()
})

test('a debt that arises while another is being paid is paid too', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana, { rechargeAmount: 1000 })
  await remove(ana, cardId)
  await closesAccount({ ...ana, ...(await signedIn(ana)) })
  const payable = tenant('2410', ana.accountId)
  const { posted: before } = await balanceOf(db, payable)
  await forced(ana, cardId, 100)
  const { settling } = await transaction(async (tx) => {
    await lockForPosting(tx, ana.accountId, cardId)
    const started = coverDebts(ana)
    while (!(await somebodyWaits())) await setImmediate()
    await posts(tx, ana, cardId, 300)
    return { settling: started }
  })
  await settling
  assert.deepEqual([(await balanceOf(db, payable)).posted, (await owedOf(ana)).total], [before - 400, 0])
  await work()
  await booksHold()
})

test('the proof finds a debt without a restriction, and free money beside it', async () => {
  const ana = await newAccount()
  const takeBack = await topsUp(ana, 1000)
  await transaction((tx) =>
    post(tx, {
      kind: 'ADJUST_OUT',
      accountId: ana.accountId,
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(wallet(ana.accountId), 1000), credit(platform('5070'), 1000)],
    }),
  )
  await takeBack()
  await work()
  const breaks = async () => (await prove()).map(({ check }) => check)
  assert.deepEqual(await breaks(), [])
  await sql`UPDATE account SET restricted = false WHERE account_id = ${ana.accountId}`.execute(db)
  await fund(ana.accountId, 10)
  assert.deepEqual(await breaks(), ['restricted-not-owed', 'free-beside-a-debt'])
  await settleAllDebts()
  assert.deepEqual(await breaks(), [])
})
