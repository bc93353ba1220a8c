import { add, show } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { credit, debit, postMany, tenant } from '#server/ledger/ledger.ts'
import { port } from '#server/core/composition.ts'
import { addLine, lockCommissionBalance, writeLines, type CommissionBalance } from './balance.ts'
import { accountsDue, lockDue, markMatured, earnedBetween } from './queries.ts'
import { DAY, nowMs, dayBegan } from '#server/core/clock.ts'
import { notify } from '#server/core/news.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Payouts are a higher folder: what becomes available to a closing account is paid out with its balance. */
    'referrals.moveIfLeaving'(tx: Tx, balance: CommissionBalance): Promise<void>
  }
}

/** Makes commission available for withdrawal after seven days (REBATE_MATURED). One transaction per inviter. */
export async function matureDue(): Promise<void> {
  await eachAlone(await accountsDue(db, 200), ({ account_id }) => transaction((tx) => matureOf(tx, account_id)))
}

async function matureOf(tx: Tx, accountId: string): Promise<void> {
  const balance = await lockCommissionBalance(tx, accountId, { withWallet: true })
  const due = await lockDue(tx, accountId)
  if (!due.length) return
  await markMatured(
    tx,
    accountId,
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
    addLine(balance, {
      type: 'MATURE',
      amount,
      pending: -amount,
      available: amount,
      commissionId: id,
      transferId: posted[at]!.transferId,
    }),
  )
  await writeLines(tx, balance)
  const total = add(...left.map(({ amount }) => amount))
  await record(tx, system(accountId), {
    type: 'REBATE',
    target: '佣金 Commission',
    content: { cn: `佣金 ${show(total)} 可提现`, en: `Commission of ${show(total)} is available` },
    amount: total,
  })
  await port('referrals.moveIfLeaving')(tx, balance)
}

/** Notifies inviters of yesterday's commission, in one notice each. */
export async function digest(): Promise<void> {
  const until = dayBegan()
  await eachAlone(await earnedBetween(db, dayBegan(nowMs() - DAY), until), ({ account_id, sum }) =>
    transaction((tx) => notify(tx, { accountId: account_id }, 'commission_in', { amount: { cents: sum } })),
  )
}
