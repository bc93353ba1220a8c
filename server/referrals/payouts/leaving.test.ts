import assert from 'node:assert/strict'
import { somebodyWaits } from '#test/database.ts'
import { afterEach, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { booksHold } from '#test/fixtures/cards.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import {
  addsCard,
  agesCard,
  aWeekPasses,
  codeFor,
  commissionOf,
  newEarner,
  newInvited,
  paysFee,
  rateIs720,
  takesToCard,
  verifies,
} from '#test/fixtures/referrals.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { refused } from '#test/refused.ts'
import { newAccount, withWorld, type Person } from '#test/world.ts'
import { nowMs, setClock } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { closingAnswers } from '#server/identity/module.ts'
import { balanceOf, prove, tenant } from '#server/ledger/ledger.ts'
import { accrue } from '../commission/accrue.ts'
import { lockCommissionBalance } from '../commission/balance.ts'
import { deskAnswers as desk } from '../module.ts'

withWorld({ connections: 12 })
afterEach(async () => {
  setClock()
  await booksHold()
})

const payable = async ({ accountId }: Person) => (await balanceOf(db, tenant('2410', accountId))).posted
const leaves = ({ accountId }: Person) =>
  sql`UPDATE account SET status = 'CLOSING' WHERE account_id = ${accountId}`.execute(db)
/** As if it had begun to close a moment before. */
const hasCase = ({ accountId }: Person) =>
  sql`INSERT INTO closing_case (cell, case_id, account_id, reason, amount_cents, forget_at, created_at)
      VALUES (${cellOf(accountId)}, ${`cls_${accountId}`}, ${accountId}, 'leaving', 0, now() + interval '30 days', now())`.execute(
    db,
  )

it('commission too small to withdraw keeps no account from closing, and is paid out with its balance', async () => {
  const earner = await newEarner(9_99)
  const { blockers, amount } = await closingAnswers.closingState(earner, {})
  assert.deepEqual([blockers, amount], [[], 9_99])
  await closesAccount(earner)
  assert.deepEqual([await commissionOf(earner), await payable(earner)], [[0, 0, 0, 0], 9_99])
})

it('commission that is pending or can be withdrawn has to be settled before closing', async () => {
  const [rich, waiting] = [await newEarner(10_00), await newAccount()]
  await paysFee(await newInvited(waiting), 100_00)
  for (const person of [rich, waiting]) {
    const { blockers, amount } = await closingAnswers.closingState(person, {})
    assert.deepEqual([blockers.map(({ type, count }) => [type, count]), amount], [[['REBATE', 1]], 0])
    await refused('closing_blocked', closesAccount(person))
  }
  await aWeekPasses()
  assert.deepEqual((await closingAnswers.closingState(waiting, {})).blockers[0]?.type, 'REBATE')
})

it('commission that matures while its account is leaving is payable, not lost', async () => {
  const earner = await newAccount()
  await paysFee(await newInvited(earner), 42_00)
  await hasCase(earner)
  await leaves(earner)
  await aWeekPasses()
  assert.deepEqual([await commissionOf(earner), await payable(earner)], [[0, 0, 0, 0], 4_20])
})

it('what is earned in the moment of closing is not credited after it', async () => {
  const inviter = await newAccount()
  const { accountId } = await newInvited(inviter)
  const fees = [{ type: 'LOAD', id: newId('ord'), base: 50_00 } as const]
  const { accruing } = await transaction(async (tx) => {
    await lockCommissionBalance(tx, inviter.accountId)
    const started = accrue({ accountId, fees, atMs: nowMs() })
    while (!(await somebodyWaits())) await setImmediate()
    await sql`UPDATE account SET status = 'CLOSING' WHERE account_id = ${inviter.accountId}`.execute(tx)
    return { accruing: started }
  })
  await accruing
  assert.deepEqual(await commissionOf(inviter), [0, 0, 0, 0])
})

it('a commission payout that comes back to an account that is leaving is payable, not lost', async () => {
  await rateIs720()
  const earner = await newEarner(60_00)
  await verifies(earner)
  const bankCardId = await addsCard(earner)
  await agesCard(bankCardId)
  const { withdrawalNo } = await takesToCard(earner, {
    amount: 60_00,
    bankCardId,
    code: await codeFor(earner, 'WITHDRAW'),
  })
  await hasCase(earner)
  await leaves(earner)
  const staff = await newStaff(['FIN_MAKER'])
  await transaction((tx) => desk.returnPayout(staff, { withdrawalNo, reason: 'wrong bank', requestNo: undefined }, tx))
  assert.deepEqual([await commissionOf(earner), await payable(earner)], [[0, 0, 0, 0], 60_00])
})

it('commission that is left on a closed account is a break of the proof', async () => {
  const earner = await newEarner(5_00)
  await leaves(earner)
  assert.deepEqual(
    (await prove()).map(({ check, subject }) => [check, subject]),
    [['leaving-commission', earner.accountId]],
  )
  await sql`UPDATE account SET status = 'ACTIVE' WHERE account_id = ${earner.accountId}`.execute(db)
})
