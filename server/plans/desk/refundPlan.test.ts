import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { entriesOfOrder, operationsOf, walletOf } from '#test/fixtures/cards.ts'
import { commissionOf, entriesOfKind, newInvited, workReferrals } from '#test/fixtures/referrals.ts'
import { refused } from '#test/refused.ts'
import { runJobs } from '#test/runJobs.ts'
import { approves, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, withWorld, type Person } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { balanceOf, prove, tenant } from '#server/ledger/ledger.ts'
import { recogniseAll } from '../lots/recognise.ts'
import { answers, refundAnswers } from '../module.ts'
import { entitlementsOf } from '../plans.ts'

withWorld()
const begin = Date.UTC(2026, 2, 1)
const dayIs = (days: number): void => setClock(() => begin + days * DAY)
beforeEach(() => dayIs(0))
after(() => setClock())
afterEach(async () => assert.deepEqual(await prove(), []))

const buys = (who: Person, groupId: string, months: number) =>
  transaction((tx) =>
    answers.buyPlan(who, { groupId, months, quoteId: undefined, couponId: undefined, requestNo: undefined }, tx),
  )
const asksBack = async ({ accountId }: Pick<Person, 'accountId'>, maker = newStaff(['FIN_MAKER'])) => {
  const staff = await maker
  const input = { accountId, reason: 'closed their shop', requestNo: undefined }
  return transaction((tx) => refundAnswers.refundPlan(staff, input, tx))
}
const agrees = async (approvalId: string) => approves(await newStaff(['FIN_CHECKER']), approvalId)
const planOf = async ({ accountId }: Person) => (await entitlementsOf(db, accountId)).code
const waiting = async ({ accountId }: Person) => (await balanceOf(db, tenant('2210', accountId))).posted

describe('a plan that staff end', () => {
  it('pays back the days that are left, by two people', async () => {
    const ana = await newAccount({ balanceCents: 58_00 })
    await buys(ana, 'pln_standard', 2)
    dayIs(12)
    await recogniseAll()
    const { approvalId, amount } = await asksBack(ana)
    assert.equal(amount, 46_40)
    assert.equal((await walletOf(ana)).posted, 0, 'nothing moves before another agrees')
    await refused('conflict', asksBack(ana))
    await agrees(approvalId)
    assert.deepEqual(await entriesOfKind(ana, 'PLAN_REFUND'), ['D 2210 4640 USD', 'C 2010 4640 USD'])
    assert.deepEqual([(await walletOf(ana)).posted, await waiting(ana), await planOf(ana)], [46_40, 0, 'BASIC'])
    assert.deepEqual(await operationsOf(ana), ['PLAN OK 5800', 'PLAN OK 4640'])
  })

  it('is no longer what was agreed to when a day has passed, and nothing is paid back twice', async () => {
    const ana = await newAccount({ balanceCents: 58_00 })
    const ben = await newAccount()
    await refused('conflict', asksBack(ben))
    await buys(ana, 'pln_standard', 2)
    dayIs(0.5)
    const { approvalId } = await asksBack(ana)
    dayIs(1.1)
    await refused('conflict', agrees(approvalId))
    assert.equal((await walletOf(ana)).posted, 0)
    await refused('not_permitted', asksBack(ana, newStaff(['SUPPORT'])))
  })

  it('takes back what it had earned the inviter, in its measure and the newest purchase first', async () => {
    const inviter = await newAccount()
    const ben = await newInvited(inviter, 200_00)
    const first = await buys(ben, 'pln_standard', 1)
    const second = await buys(ben, 'pln_standard', 1)
    await workReferrals()
    assert.deepEqual(await commissionOf(inviter), [2_90, 0, 0, 0], '5 % of 29.00, twice')
    dayIs(15)
    await agrees((await asksBack(ben)).approvalId)
    await workReferrals()
    // All of the second, half of the first: 1.45 and 1.45 − floor(14.50 × 5 %).
    assert.deepEqual(await entriesOfKind(inviter, 'REBATE_CLAWED_BACK'), [
      'D 2310 145 USD',
      'C 5030 145 USD',
      'D 2310 73 USD',
      'C 5030 73 USD',
    ])
    assert.deepEqual(await commissionOf(inviter), [72, 0, 0, 0])
    assert.equal((await entriesOfOrder(first.orderNo)).length + (await entriesOfOrder(second.orderNo)).length, 4)
  })

  it('asks back what was earned by the purchase whose days are left, and leaves older ones alone', async () => {
    const ben = await newInvited(await newAccount(), 200_00)
    await buys(ben, 'pln_standard', 1)
    const second = await buys(ben, 'pln_standard', 1)
    await workReferrals()
    dayIs(45)
    await recogniseAll()
    await agrees((await asksBack(ben)).approvalId)
    const askedBack: unknown[] = []
    await runJobs({ 'referrals.feeReturned': async ({ fee }) => void askedBack.push(fee) })
    assert.deepEqual(askedBack, [{ type: 'PLAN', id: second.orderNo, base: 14_50 }])
  })
})
