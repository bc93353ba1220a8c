import type { CommissionType } from '#contract/referrals/referrals.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { lockAccounts, tenant, wallet } from '#server/ledger/ledger.ts'
import { insertFlows, type NewFlow } from './queries.ts'

/** An inviter's commission under its lock: the pending and the available amount, updated while lines are written. */
export type CommissionBalance = {
  readonly accountId: string
  pending: Cents
  available: Cents
  readonly lines: NewFlow[]
}

/**
 * Every movement of an account's commission takes this lock first, so of two withdrawals the second sees the result of the first. With `wallet`, the wallet is
 * locked before, in the common order.
 */
export async function lockCommissionBalance(
  tx: Tx,
  accountId: string,
  { withWallet = false } = {},
): Promise<CommissionBalance> {
  const refs = [tenant('2310', accountId), tenant('2320', accountId), tenant('2330', accountId)]
  const locked = await lockAccounts(tx, withWallet ? [wallet(accountId), ...refs] : refs)
  const [pending, available] = locked.slice(withWallet ? 1 : 0)
  return { accountId, pending: pending!.available, available: available!.available, lines: [] }
}

type Line = {
  type: CommissionType
  amount: Cents
  pending?: Cents
  available?: Cents
  commissionId?: string
  withdrawalNo?: string
  transferId: string
}

/** Adds a line to the flow; {@link writeLines} writes all lines in one statement. */
export function addLine(
  balance: CommissionBalance,
  { type, amount, pending = 0, available = 0, ...about }: Line,
): void {
  balance.pending += pending
  balance.available += available
  balance.lines.push({
    flow_id: newId('rbf'),
    account_id: balance.accountId,
    type,
    commission_id: about.commissionId ?? null,
    withdrawal_no: about.withdrawalNo ?? null,
    amount_cents: amount,
    pending_after: balance.pending,
    available_after: balance.available,
    transfer_id: about.transferId,
  })
}

export async function writeLines(tx: Tx, balance: CommissionBalance): Promise<void> {
  if (balance.lines.length) await insertFlows(tx, balance.lines.splice(0))
}
