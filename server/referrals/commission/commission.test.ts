import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  asks,
  booksHold,
  entriesOfOrder,
  newsTo,
  opensCard,
  operationsOf,
  requestNo,
  withIssuer,
} from '#test/fixtures/cards.ts'
import {
  aWeekPasses,
  commissionOf,
  entriesOfKind,
  newEarner,
  newInvited,
  paysFee,
  takesToWallet,
  verifies,
  workReferrals,
} from '#test/fixtures/referrals.ts'
import { caller, newAccount, signIn } from '#test/world.ts'
import { ahead, DAY, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { feeReturned, passOnPaper } from '#server/identity/identity.ts'
import { answers as plans } from '#server/plans/module.ts'
import { accrue } from './accrue.ts'
import { answers, module as referralsModule } from '../module.ts'
import { matureDue } from './mature.ts'
import { endsAt } from './terms.ts'

const { sweeps } = referralsModule

withIssuer()
after(() => setClock())

const page = { pageNo: 1, pageSize: 50 }
const givesBack = async (accountId: string, id: string, base: number, ref = 'refund 1') => {
  await transaction((tx) => feeReturned(tx, accountId, { type: 'LOAD', id, base }, ref))
  await workReferrals()
}

describe('commission', () => {
  it('of an opening is ten percent of its fees, rounded down', async () => {
    const inviter = await newAccount()
    const invited = await newInvited(inviter, 100_00)
    await opensCard(invited)
    const [{ open_fee_cents: open, fee_cents: fee, order_no }] = await db
      .selectFrom('card_order')
      .select(['open_fee_cents', 'fee_cents', 'order_no'])
      .where('account_id', '=', invited.accountId)
      .execute()
      .then((rows) => rows as [(typeof rows)[number]])
    await workReferrals()
    const earned = Math.floor((open + fee) / 10)
    assert.ok(earned > 0)
    assert.deepEqual(await entriesOfKind(inviter, 'REBATE_ACCRUED'), [`D 5030 ${earned} USD`, `C 2310 ${earned} USD`])
    assert.deepEqual(await commissionOf(inviter), [earned, 0, 0, 0])
    assert.deepEqual(await operationsOf(inviter), [`REBATE OK ${earned}`])
    assert.equal(
      (await entriesOfOrder(order_no)).some((line) => line.includes('2310')),
      false,
      'two tenants, two transfers',
    )
    await booksHold()
  })

  it('of fees of 4.25 is 0.42', async () => {
    const inviter = await newAccount()
    await paysFee(await newInvited(inviter), 4_25, 'OPEN')
    assert.deepEqual(await entriesOfKind(inviter, 'REBATE_ACCRUED'), ['D 5030 42 USD', 'C 2310 42 USD'])
    const { data } = await answers.listCommission(inviter, { ...page, type: undefined, status: undefined })
    assert.deepEqual(
      data.map(({ type, base, rateBps, amount, balanceAfter, pendingAfter, status }) => [
        type,
        base,
        rateBps,
        amount,
        balanceAfter,
        pendingAfter,
        status,
      ]),
      [['ACCRUE', 425, 1000, 42, 0, 42, 'PENDING']],
    )
    assert.match(data[0]!.fromUser!, /^\*{4}\d{4}$/)
    await booksHold()
  })

  it('of a load and of a plan is left in the transaction of the fee', async () => {
    const inviter = await newAccount()
    const invited = await newInvited(inviter, 500_00)
    const cardId = await opensCard(invited)
    await asks(invited, 'loadCard', { cardId, amount: 100_00, requestNo: requestNo() })
    const list = await plans.listPlans(invited, {})
    const groupId = list.find(({ code }) => code === 'STANDARD')!.groupId
    await transaction((tx) =>
      plans.buyPlan(
        invited,
        { groupId, months: 1, couponId: undefined, quoteId: undefined, requestNo: undefined } as never,
        tx,
      ),
    )
    await workReferrals()
    const { rows } = await sql<{ line: string }>`
      SELECT biz_type || ' ' || rate_bps || ' ' || (amount_cents = base_cents * rate_bps / 10000) AS line
        FROM commission WHERE account_id = ${inviter.accountId} ORDER BY commission_id`.execute(db)
    assert.deepEqual(
      rows.map(({ line }) => line),
      ['OPEN 1000 true', 'LOAD 1000 true', 'PLAN 500 true'],
    )
    await booksHold()
  })

  it('is more on a better plan of the inviter', async () => {
    const [plain, pro] = [await newAccount(), await newAccount({ plan: 'ENTERPRISE' })]
    for (const inviter of [plain, pro]) await paysFee(await newInvited(inviter), 100_00)
    const { bonusBps, rateBps, levelText } = await answers.referralHome(pro, {})
    assert.ok(bonusBps > 0)
    assert.deepEqual([rateBps.load, levelText], [1000 + bonusBps, 'Enterprise'])
    assert.equal((await commissionOf(pro))[0], 10_00 + bonusBps)
    assert.equal((await commissionOf(plain))[0], 10_00)
  })

  it('is earned once, however often the job runs and however many run it', async () => {
    const inviter = await newAccount()
    const invited = await newInvited(inviter)
    const id = await paysFee(invited, 50_00)
    const job = { accountId: invited.accountId, fees: [{ type: 'LOAD' as const, id, base: 50_00 }], atMs: nowMs() }
    await Promise.all([1, 2, 3, 4].map(() => accrue(job)))
    assert.deepEqual(await commissionOf(inviter), [5_00, 0, 0, 0])
    await booksHold()
  })

  it('ends twelve months after the binding, and nobody else’s fee earns', async () => {
    const inviter = await newAccount()
    const invited = await newInvited(inviter)
    assert.equal(endsAt(new Date('2026-02-28T10:00:00Z')).toISOString(), '2027-02-28T10:00:00.000Z')
    const late = endsAt(new Date(nowMs())).getTime()
    await accrue({ accountId: invited.accountId, fees: [{ type: 'LOAD', id: 'late', base: 50_00 }], atMs: late })
    await paysFee(await newAccount(), 50_00)
    assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 0])
    await accrue({ accountId: invited.accountId, fees: [{ type: 'LOAD', id: 'last', base: 9 }], atMs: late - 5 * DAY })
    assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 0], 'less than a cent is nothing')
  })

  it('matures after seven days and not before', async () => {
    const inviter = await newAccount()
    await paysFee(await newInvited(inviter), 123_45)
    await matureDue()
    assert.deepEqual(await commissionOf(inviter), [12_34, 0, 0, 0])
    await aWeekPasses()
    await Promise.all([matureDue(), matureDue()])
    assert.deepEqual(await entriesOfKind(inviter, 'REBATE_MATURED'), ['D 2310 1234 USD', 'C 2320 1234 USD'])
    assert.deepEqual(await commissionOf(inviter), [0, 12_34, 0, 0])
    assert.deepEqual(await operationsOf(inviter), ['REBATE OK 1234', 'REBATE OK 1234'])
    await booksHold()
    setClock()
  })

  it('of a fee that went back is taken back in its measure, once', async () => {
    const inviter = await newAccount()
    const invited = await newInvited(inviter)
    const id = await paysFee(invited, 100_00)
    await givesBack(invited.accountId, id, 25_00)
    await givesBack(invited.accountId, id, 25_00)
    assert.deepEqual(await entriesOfKind(inviter, 'REBATE_CLAWED_BACK'), ['D 2310 250 USD', 'C 5030 250 USD'])
    assert.deepEqual(await commissionOf(inviter), [7_50, 0, 0, 0])
    await givesBack(invited.accountId, id, 100_00, 'refund 2')
    assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 0])
    await booksHold()
  })

  it('that was withdrawn already is taken from what is there, then from what is earned next', async () => {
    const inviter = await newEarner(20_00)
    const { rows } = await sql<{ invitee: string; id: string }>`
      SELECT invitee_account_id AS invitee, biz_id AS id FROM commission WHERE account_id = ${inviter.accountId}`.execute(
      db,
    )
    const [{ invitee, id }] = rows as [{ invitee: string; id: string }]
    await takesToWallet(inviter, 15_00)
    await givesBack(invitee, id, 200_00)
    assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 15_00], 'to zero, never below')
    assert.equal((await answers.referralHome(inviter, {})).owed, 15_00)
    await paysFee(await newInvited(inviter), 100_00)
    assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 15_00])
    await paysFee(await newInvited(inviter), 80_00)
    assert.deepEqual(await commissionOf(inviter), [3_00, 0, 0, 15_00])
    assert.equal((await answers.referralHome(inviter, {})).owed, 0)
    await aWeekPasses()
    assert.deepEqual(await commissionOf(inviter), [0, 3_00, 0, 15_00])
    await booksHold()
    setClock()
  })
})

describe('whoever invites themselves', () => {
  it('earns nothing: one document, or one browser at one public address', async () => {
    const [inviter, twin, sameDesk, proxy] = [
      await newAccount(),
      await newAccount(),
      await newAccount(),
      await newAccount(),
    ]
    for (const { accountId } of [twin, sameDesk, proxy])
      await sql`UPDATE account SET referrer_account_id = ${inviter.accountId} WHERE account_id = ${accountId}`.execute(
        db,
      )
    const papers = { realName: '林浩然', idNo: 'E 1234-5678' }
    await transaction((tx) => passOnPaper(tx, inviter.accountId, papers))
    await transaction((tx) => passOnPaper(tx, twin.accountId, { ...papers, idNo: 'e12345678' }))
    const there = caller({ ip: '203.0.113.9' })
    for (const person of [inviter, sameDesk]) await signIn(person, { from: there })
    for (const person of [inviter, proxy]) await signIn(person, { from: caller({ ip: '10.0.0.1' }) })
    for (const person of [twin, sameDesk]) await paysFee(person, 100_00)
    assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 0])
    await paysFee(proxy, 100_00)
    assert.deepEqual(await commissionOf(inviter), [10_00, 0, 0, 0], 'a private address says nothing')
    const { data } = await answers.listInvited(inviter, {
      ...page,
      keyword: undefined,
      startTime: undefined,
      endTime: undefined,
    })
    assert.deepEqual(data.map(({ status }) => status).sort(), ['EARNING', 'EXCLUDED', 'EXCLUDED'])
    assert.ok(data.every(({ mobile, userNo }) => mobile.includes('****') && userNo.startsWith('****')))
  })

  it('and of an account that is leaving nothing is earned either', async () => {
    const inviter = await newAccount()
    await sql`UPDATE account SET status = 'CLOSING' WHERE account_id = ${inviter.accountId}`.execute(db)
    await paysFee(await newInvited(inviter), 100_00)
    assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 0])
  })
})

it('once a day an inviter is told what came in', async () => {
  const inviter = await newAccount()
  await verifies(inviter)
  await paysFee(await newInvited(inviter), 100_00)
  const tomorrow = ahead(DAY).getTime()
  setClock(() => tomorrow)
  await sweeps['referrals.digest']!.work()
  setClock()
  assert.deepEqual(await newsTo(inviter), ['commission_in'])
})
