import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { show } from '#contract/core/money.ts'
import { owner } from '#test/database.ts'
import { asks, moneyOn, newsTo, requestNo, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import { holdsInWallet, isRestricted, owedOf, topsUp } from '#test/fixtures/debts.ts'
import {
  aHolder,
  asksFreeze,
  asksRelease,
  buys,
  freezesFunds,
  frozen,
  fundsOf,
  linesOf,
  releasesFunds,
  settles,
} from '#test/funds.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { cardInHand, charges, event, tells } from '#test/fixtures/trades.ts'
import { endOf, refused } from '#test/refused.ts'
import { caller, fund, newAccount, signedIn, signIn, type Person } from '#test/world.ts'
import { listOperations } from '#server/audit/audit.ts'
import { setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { authenticate } from '#server/identity/identity.ts'
import { leavingAnswers } from '#server/identity/module.ts'
import { prove, release } from '#server/ledger/ledger.ts'
import { module as accountsModule } from '#server/accounts/module.ts'

withIssuer({ connections: 24 })
afterEach(async () => {
  setClock()
  await settles()
  assert.deepEqual(await prove(), [])
})

const deletes = (who: Person, cardId: string) =>
  asks(who, 'deleteCard', { cardId, reason: 'campaign over', requestNo: requestNo() })

describe('a freeze', () => {
  it('takes what is free in the wallet and on every card in one transfer, when another person agrees', async () => {
    const { ana, one, two, purse } = await aHolder()
    await buys(one, 12_00)
    const maker = await newStaff(['RISK', 'RISK_APPROVER'])
    const before = await fundsOf(ana)
    assert.deepEqual(
      [before.free.wallet, before.free.cards, before.free.cardCount, before.held, before.freeze],
      [purse, 68_00, 2, 12_00, null],
    )
    assert.deepEqual(
      before.free.byCard.map(({ cardId, amount }) => [cardId, amount]),
      [
        [one.cardId, 38_00],
        [two.cardId, 30_00],
      ],
    )
    const approvalId = await asksFreeze(ana, {}, maker)
    await refused('conflict', asksFreeze(ana))
    await refused('own_approval', approves(maker, approvalId))
    await refused('not_permitted', approves(await newStaff(['RISK']), approvalId))
    assert.equal(await frozen(ana), 0, 'asking moves nothing')
    const checker = await newStaff(['FIN_CHECKER'])
    await approves(checker, approvalId)

    const total = purse + 68_00
    assert.deepEqual(await linesOf(ana), [
      `FREEZE_FUNDS D2010 ${purse}`,
      'FREEZE_FUNDS D2020 3000',
      'FREEZE_FUNDS D2020 3800',
      `FREEZE_FUNDS C2420 ${total}`,
    ])
    assert.equal((await walletOf(ana)).posted, 0)
    assert.deepEqual(
      [await moneyOn(ana, one.cardId), await moneyOn(ana, two.cardId)].map(({ posted, held }) => [posted, held]),
      [
        [12_00, 12_00],
        [0, 0],
      ],
      'what a merchant may collect stays on its card',
    )
    const { freeze } = await fundsOf(ana)
    assert.deepEqual(
      [freeze!.amount, freeze!.parts.wallet, freeze!.parts.cards, freeze!.legalRef, freeze!.deactivated, freeze!.maker],
      [total, purse, 68_00, 'court order 4711', 0, maker.name],
    )
    assert.ok((await auditOf(checker)).some((line) => line.startsWith('MONEY')))
    assert.ok((await newsTo(ana)).some((news) => news.includes('funds_frozen')))
    const { data } = await listOperations({ ...ana, from: caller({ lang: 'en' }) }, { pageNo: 1, pageSize: 10 })
    const read = data.filter(({ type }) => type === 'FUNDS').map(({ content }) => content)
    assert.deepEqual(read, [`Froze the account’s funds, ${show(total)}`])
    assert.ok(!JSON.stringify(data).includes('card testing') && !JSON.stringify(data).includes('4711'))
  })

  it('leaves the holder looking, and no card buys anything', async () => {
    const { ana, one } = await aHolder()
    const { token } = await signedIn(ana)
    await freezesFunds(ana)
    assert.equal((await authenticate(token, caller())).standing, 'FROZEN')
    // A refund has come to the card and is not frozen yet.
    await tells(event('refund.posted', one, 9_00))
    const { approved, reason } = await charges(one, 5_00)
    assert.deepEqual([approved, reason], [false, 'FUNDS_FROZEN'])
    await settles()
    assert.equal((await moneyOn(ana, one.cardId)).posted, 0)
  })

  it('of an account that has nothing keeps what comes later', async () => {
    const ana = await newAccount()
    await freezesFunds(ana)
    assert.deepEqual(await linesOf(ana), [])
    await fund(ana.accountId, 7_00)
    assert.deepEqual([(await walletOf(ana)).posted, await frozen(ana)], [0, 7_00], 'in the same transaction')
    await releasesFunds(ana)
    assert.equal((await walletOf(ana)).posted, 7_00)
  })

  it('may be refused, and then nothing has happened', async () => {
    const { ana, purse } = await aHolder()
    await rejects(await newStaff(['RISK_APPROVER']), await asksFreeze(ana))
    assert.deepEqual([(await walletOf(ana)).posted, (await fundsOf(ana)).freeze], [purse, null])
  })
})

describe('while funds are frozen', () => {
  it('what a hold releases follows, what a merchant collects is paid, and what it takes beyond is owed', async () => {
    const { ana, one, two } = await aHolder()
    const [kept, given, over] = [await buys(one, 12_00), await buys(one, 8_00), await buys(two, 10_00)]
    const held = await holdsInWallet(ana, 3_00)
    await freezesFunds(ana)
    const before = await frozen(ana)
    await tells(event('clearing.posted', one, 11_00, { authRef: kept }))
    await tells(event('auth.reversed', one, 8_00, { authRef: given }))
    await transaction((tx) => release(tx, held))
    await settles()
    assert.deepEqual(
      [await frozen(ana), (await moneyOn(ana, one.cardId)).posted, (await walletOf(ana)).posted],
      [before + 1_00 + 8_00 + 3_00, 0, 0],
    )
    await tells(event('clearing.posted', two, 14_00, { authRef: over }))
    await settles()
    assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana)], [4_00, true])
    assert.equal(await frozen(ana), before + 12_00, 'a debt takes nothing of it before people decide')
    // What arrives pays the debt first.
    await fund(ana.accountId, 5_00)
    assert.deepEqual(await prove(), [], 'the job that pays it is waiting')
    await settles()
    assert.deepEqual([(await owedOf(ana)).total, await frozen(ana)], [0, before + 13_00])
  })

  it('refunds follow: to a card that is open, and straight to the frozen funds of one that is deleted', async () => {
    const { ana, one, two } = await aHolder()
    await deletes(ana, two.cardId)
    await freezesFunds(ana)
    const before = await frozen(ana)
    await tells(event('refund.posted', one, 6_00))
    await settles()
    await tells(event('refund.posted', two, 2_50))
    assert.equal(await frozen(ana), before + 8_50)
    const lines = await linesOf(ana)
    assert.deepEqual(lines.slice(-2), ['CARD_REFUND_RETURN D2110 250', 'CARD_REFUND_RETURN C2420 250'])
    const { parts, amount } = (await fundsOf(ana)).freeze!
    assert.equal(parts.cards, 56_00)
    await releasesFunds(ana)
    assert.equal((await moneyOn(ana, one.cardId)).posted, 56_00)
    assert.equal((await walletOf(ana)).posted, amount - 56_00)
  })

  it('the same for an account that is deactivated: nobody signs in, and a refund of a deleted card is frozen', async () => {
    const { ana, two } = await aHolder()
    await deletes(ana, two.cardId)
    const { token } = await signedIn(ana)
    await freezesFunds(ana, { deactivate: true })
    assert.equal(await endOf(authenticate(token, caller())), 'login_frozen')
    assert.equal(await endOf(signIn(ana)), 'login_frozen')
    const before = await frozen(ana)
    await tells(event('refund.posted', two, 2_50))
    assert.equal(await frozen(ana), before + 2_50)
    await releasesFunds(ana)
    await signIn(ana)
    assert.equal((await authenticate((await signedIn(ana)).token, caller())).standing, 'ACTIVE')
  })

  it('a top-up that is taken back is owed, and paid when the funds are released', async () => {
    const ana = await newAccount()
    const takeBack = await topsUp(ana, 50_00)
    await freezesFunds(ana)
    await takeBack()
    await settles()
    assert.deepEqual([(await owedOf(ana)).receivable, await frozen(ana)], [50_00, 50_00])
    await fund(ana.accountId, 20_00)
    await settles()
    assert.deepEqual([(await owedOf(ana)).receivable, await frozen(ana)], [30_00, 50_00])
    await releasesFunds(ana)
    await settles()
    assert.deepEqual(
      [(await owedOf(ana)).total, (await walletOf(ana)).posted, await isRestricted(ana)],
      [0, 20_00, false],
    )
  })

  it('a closing account is not paid out, and a payout that comes back is frozen too', async () => {
    const ana = await newAccount({ balanceCents: 40_00 })
    const caseId = await closesAccount(ana)
    const [maker, checker] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
    const bank = { bankName: 'First Platypus Bank', accountNo: '000123456789', holder: 'Ana Lin' }
    const pays = () =>
      transaction((tx) =>
        leavingAnswers.askClosingPayout(maker, { caseId, reason: 'checked with the holder', ...bank } as never, tx),
      )
    await approves(checker, (await pays()).approvalId)
    await fund(ana.accountId, 6_00)
    const { approvalId } = await pays()
    await freezesFunds(ana)
    assert.equal(await frozen(ana), 6_00)
    await refused('conflict', approves(checker, approvalId))
    const { payoutNo } = (await leavingAnswers.showLeaving(maker, { caseId })).payouts[0]!
    await transaction((tx) => leavingAnswers.returnClosingPayout(maker, { payoutNo, reason: 'no such account' }, tx))
    assert.equal(await frozen(ana), 46_00)
    await refused(
      'conflict',
      transaction((tx) => leavingAnswers.finishClosing(maker, { caseId, reason: 'nothing left' }, tx)),
    )
    await releasesFunds(ana)
    const { waiting } = await leavingAnswers.showLeaving(maker, { caseId })
    assert.deepEqual([waiting, (await walletOf(ana)).posted], [46_00, 0], 'it is payable again')
  })

  it('what a lost job has not frozen, the sweep does', async () => {
    const { ana, one } = await aHolder()
    await freezesFunds(ana)
    await settles()
    const before = await frozen(ana)
    await tells(event('refund.posted', one, 6_00))
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(owner)
    assert.deepEqual(
      (await prove()).map(({ check }) => check),
      ['free-beside-a-freeze'],
    )
    await accountsModule.sweeps['accounts.freezeAllFree'].work()
    assert.equal(await frozen(ana), before + 6_00)
  })
})

describe('a release', () => {
  it('gives open cards theirs and the wallet the rest, by another person', async () => {
    const { ana, one, two, purse } = await aHolder()
    const three = await cardInHand(ana, { rechargeAmount: 20_00 })
    const rest = (await walletOf(ana)).posted
    assert.ok(rest < purse)
    await buys(three, 5_00)
    await freezesFunds(ana)
    await sql`UPDATE card SET status = 'CLOSED' WHERE card_id = ${two.cardId}`.execute(db)
    const approvalId = await asksRelease(ana)
    await refused('conflict', asksRelease(ana))
    await refused('not_found', approves(await newStaff(['FIN_MAKER']), approvalId))
    await approves(await newStaff(['RISK_APPROVER']), approvalId)
    assert.deepEqual(
      [await moneyOn(ana, one.cardId), await moneyOn(ana, two.cardId), await moneyOn(ana, three.cardId)].map(
        ({ posted }) => posted,
      ),
      [50_00, 0, 20_00],
    )
    assert.deepEqual([(await walletOf(ana)).posted, await frozen(ana)], [rest + 30_00, 0])
    const { freeze, decisions, freezes } = await fundsOf(ana)
    assert.deepEqual([freeze, decisions[0]!.kind, freezes.length], [null, 'RELEASED', 1])
    assert.ok((await charges(one, 5_00)).approved)
    await refused('conflict', asksRelease(ana))
    // And once more from the beginning.
    await freezesFunds(ana)
    await releasesFunds(ana)
    assert.equal((await moneyOn(ana, one.cardId)).posted, 50_00)
  })
})
