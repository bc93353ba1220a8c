import { add, show, type Cents } from '#contract/core/money.ts'
import { record, system } from '../audit/audit.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import type { Jobs } from '../core/jobs.ts'
import { credit, debit, platform, post, tenant } from '../ledger/ledger.ts'
import { line, lockPurse, writeLines, type Purse } from './purse.ts'
import {
  changeCommission,
  clawedOf,
  commissionOfFee,
  insertClaw,
  lockCommission,
  lockOfInvitee,
  lockOwing,
  type CommissionRow,
} from './queries.ts'
import { commissionOn } from './terms.ts'

/** A fee went back, so what it had earned goes back in its measure (REBATE_CLAWED_BACK). */
export async function feeReturned({ accountId, fee, ref }: Jobs['referrals.feeReturned']): Promise<void> {
  const found = await commissionOfFee(db, accountId, fee.type, fee.id)
  if (!found) return
  await transaction(async (tx) => {
    const purse = await lockPurse(tx, found.account_id)
    const row = await lockCommission(tx, found.commission_id)
    const kept = commissionOn(Math.max(0, row.base_cents - fee.base), row.rate_bps)
    await takeBack(tx, purse, row, row.amount_cents - kept, { ref, why: 'REFUND' })
    await writeLines(tx, purse)
  })
}

/** Everything that one invited account has earned its inviter. Gives what was asked back. */
export async function takeBackAll(tx: Tx, accountId: string, inviteeId: string, ref: string): Promise<Cents> {
  const purse = await lockPurse(tx, accountId)
  let sum = 0
  for (const row of await lockOfInvitee(tx, accountId, inviteeId))
    sum = add(sum, await takeBack(tx, purse, row, row.amount_cents, { ref, why: 'FRAUD' }))
  await writeLines(tx, purse)
  return sum
}

/**
 * Take back what was earned wrongly: out of what is pending if it still is, else out of what is available, down to zero and
 * never below. What is missing then comes off the next commission.
 */
async function takeBack(
  tx: Tx,
  purse: Purse,
  row: CommissionRow,
  wanted: Cents,
  { ref, why }: { ref: string; why: 'REFUND' | 'FRAUD' },
): Promise<Cents> {
  const before = await clawedOf(tx, row.commission_id)
  const amount = Math.min(wanted, row.amount_cents - before)
  if (amount <= 0 || !(await insertClaw(tx, { commissionId: row.commission_id, ref, why, amount }))) return 0
  const pending = row.state === 'PENDING'
  const got = Math.min(amount, pending ? row.amount_cents - row.taken_cents : purse.available)
  if (got > 0) await takeOut(tx, purse, row.commission_id, got, pending ? '2310' : '2320', ref)
  await changeCommission(tx, row.commission_id, {
    ...(pending ? { taken: got } : { takenLater: got }),
    owed: amount - got,
    ...(before + amount === row.amount_cents && { state: 'CLAWED_BACK' }),
  })
  await record(tx, system(purse.accountId), {
    type: 'REBATE',
    target: '佣金 Commission',
    content: {
      cn: `扣回佣金 ${show(amount)}${got < amount ? `，其中 ${show(amount - got)} 从后续返佣中扣除` : ''}`,
      en: `Commission of ${show(amount)} reversed${got < amount ? `, ${show(amount - got)} from future earnings` : ''}`,
    },
    after: { why, ref },
    amount,
  })
  return amount
}

/** What older commission owes comes off what was just earned. The oldest debt first. */
export async function payDebts(tx: Tx, purse: Purse, earned: readonly CommissionRow[]): Promise<void> {
  const owing = await lockOwing(tx, purse.accountId)
  const left = new Map(earned.map(({ commission_id, amount_cents }) => [commission_id, amount_cents]))
  for (const debt of owing) {
    let owed = debt.owed_cents
    for (const [commissionId, room] of left) {
      const paid = Math.min(owed, room)
      if (paid <= 0) continue
      await takeOut(tx, purse, commissionId, paid, '2310', `for ${debt.commission_id}`)
      await changeCommission(tx, commissionId, { taken: paid })
      await changeCommission(tx, debt.commission_id, { owed: -paid })
      left.set(commissionId, room - paid)
      owed -= paid
    }
  }
}

async function takeOut(
  tx: Tx,
  purse: Purse,
  commissionId: string,
  amount: Cents,
  from: '2310' | '2320',
  leg: string,
): Promise<void> {
  const { transferId } = await post(tx, {
    kind: 'REBATE_CLAWED_BACK',
    accountId: purse.accountId,
    biz: { type: 'commission', id: commissionId },
    leg,
    lines: [debit(tenant(from, purse.accountId), amount), credit(platform('5030'), amount)],
  })
  line(purse, {
    type: 'CLAWBACK',
    amount: -amount,
    ...(from === '2310' ? { pending: -amount } : { available: -amount }),
    commissionId,
    transferId,
  })
}
