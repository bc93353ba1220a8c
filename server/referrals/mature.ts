import { add, show } from '#contract/core/money.ts'
import { record, system } from '../audit/audit.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { credit, debit, postMany, tenant } from '../ledger/ledger.ts'
import { line, lockPurse, writeLines } from './purse.ts'
import { accountsDue, lockDue, markMatured } from './queries.ts'

/** Commission whose seven days have passed can be withdrawn (REBATE_MATURED). One inviter after the other, each whole. */
export async function matureDue(): Promise<void> {
  for (const { account_id } of await accountsDue(db, 200)) await transaction((tx) => matureOf(tx, account_id))
}

async function matureOf(tx: Tx, accountId: string): Promise<void> {
  const purse = await lockPurse(tx, accountId)
  const due = await lockDue(tx, accountId)
  if (!due.length) return
  await markMatured(
    tx,
    due.map(({ commission_id }) => commission_id),
  )
  const left = due
    .map((row) => ({ id: row.commission_id, amount: row.amount_cents - row.taken_cents }))
    .filter(({ amount }) => amount > 0)
  if (!left.length) return
  const posted = await postMany(
    tx,
    left.map(({ id, amount }) => ({
      kind: 'REBATE_MATURED' as const,
      accountId,
      biz: { type: 'commission', id },
      lines: [debit(tenant('2310', accountId), amount), credit(tenant('2320', accountId), amount)],
    })),
  )
  left.forEach(({ id, amount }, at) =>
    line(purse, {
      type: 'MATURE',
      amount,
      pending: -amount,
      available: amount,
      commissionId: id,
      transferId: posted[at]!.transferId,
    }),
  )
  await writeLines(tx, purse)
  const total = add(...left.map(({ amount }) => amount))
  await record(tx, system(accountId), {
    type: 'REBATE',
    target: '佣金 Commission',
    content: { cn: `佣金 ${show(total)} 可提现`, en: `Commission of ${show(total)} is available` },
    amount: total,
  })
}
