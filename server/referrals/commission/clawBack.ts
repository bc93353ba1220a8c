import { add, show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import type { Jobs } from '#server/core/jobs.ts'
import { inviterOf } from '#server/identity/identity.ts'
import { credit, debit, platform, post, tenant } from '#server/ledger/ledger.ts'
import { addLine, lockCommissionBalance, writeLines, type CommissionBalance } from './balance.ts'
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

/** A fee was refunded, so its commission is clawed back in proportion (REBATE_CLAWED_BACK). */
export async function feeReturned({ accountId, fee, ref }: Jobs['referrals.feeReturned']): Promise<void> {
  const inviter = await inviterOf(db, accountId)
  const found = inviter && (await commissionOfFee(db, inviter, accountId, fee.type, fee.id))
  if (!found) return
  await transaction(async (tx) => {
    const balance = await lockCommissionBalance(tx, inviter)
    const row = await lockCommission(tx, inviter, found.commission_id)
    const kept = commissionOn(Math.max(0, row.base_cents - fee.base), row.rate_bps)
    await takeBack(tx, balance, row, row.amount_cents - kept, { ref, why: 'REFUND' })
    await writeLines(tx, balance)
  })
}

/** Claws back everything that one invited account has earned its inviter. Returns the amount. */
export async function takeBackAll(tx: Tx, accountId: string, inviteeId: string, ref: string): Promise<Cents> {
  const balance = await lockCommissionBalance(tx, accountId)
  let sum = 0
  for (const row of await lockOfInvitee(tx, accountId, inviteeId))
    sum = add(sum, await takeBack(tx, balance, row, row.amount_cents, { ref, why: 'FRAUD' }))
  await writeLines(tx, balance)
  return sum
}

/**
 * Claws back commission: from the pending amount if it is still pending, otherwise from the available amount, never below zero. The rest is deducted from the
 * next commission.
 */
async function takeBack(
  tx: Tx,
  balance: CommissionBalance,
  row: CommissionRow,
  wanted: Cents,
  { ref, why }: { ref: string; why: 'REFUND' | 'FRAUD' },
): Promise<Cents> {
  const before = await clawedOf(tx, balance.accountId, row.commission_id)
  const amount = Math.min(wanted, row.amount_cents - before)
  const claw = { accountId: balance.accountId, commissionId: row.commission_id, ref, why, amount }
  if (amount <= 0 || !(await insertClaw(tx, claw))) return 0
  const pending = row.state === 'PENDING'
  const got = Math.min(amount, pending ? row.amount_cents - row.taken_cents : balance.available)
  if (got > 0) await takeOut(tx, balance, row.commission_id, got, pending ? '2310' : '2320', ref)
  await changeCommission(tx, balance.accountId, row.commission_id, {
    ...(pending ? { taken: got } : { takenLater: got }),
    owed: amount - got,
    ...(before + amount === row.amount_cents && { state: 'CLAWED_BACK' }),
  })
  await record(tx, system(balance.accountId), {
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

/** Deducts what is still to be clawed back from new commission, oldest debt first. */
export async function payDebts(tx: Tx, balance: CommissionBalance, earned: readonly CommissionRow[]): Promise<void> {
  const owing = await lockOwing(tx, balance.accountId)
  const left = new Map(earned.map(({ commission_id, amount_cents }) => [commission_id, amount_cents]))
  for (const debt of owing) {
    let owed = debt.owed_cents
    for (const [commissionId, room] of left) {
      const paid = Math.min(owed, room)
      if (paid <= 0) continue
      await takeOut(tx, balance, commissionId, paid, '2310', `for ${debt.commission_id}`)
      await changeCommission(tx, balance.accountId, commissionId, { taken: paid })
      await changeCommission(tx, balance.accountId, debt.commission_id, { owed: -paid })
      left.set(commissionId, room - paid)
      owed -= paid
    }
  }
}

async function takeOut(
  tx: Tx,
  balance: CommissionBalance,
  commissionId: string,
  amount: Cents,
  from: '2310' | '2320',
  leg: string,
): Promise<void> {
  const { transferId } = await post(tx, {
    kind: 'REBATE_CLAWED_BACK',
    accountId: balance.accountId,
    biz: { type: 'commission', id: commissionId },
    leg,
    lines: [debit(tenant(from, balance.accountId), amount), credit(platform('5030'), amount)],
  })
  addLine(balance, {
    type: 'CLAWBACK',
    amount: -amount,
    ...(from === '2310' ? { pending: -amount } : { available: -amount }),
    commissionId,
    transferId,
  })
}
