import type { CommissionType } from '#contract/referrals/referrals.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { lockAccounts, tenant, wallet } from '../ledger/ledger.ts'
import { insertFlows, type NewFlow } from './flowQueries.ts'

/** An inviter's commission under its lock: what is pending and what is available, kept up while lines are written. */
export type Purse = { readonly accountId: string; pending: Cents; available: Cents; readonly lines: NewFlow[] }

/**
 * Everything that moves commission of one account takes this first, so of two withdrawals at once the second sees what
 * the first left. With `wallet` that is locked before, as everybody does.
 */
export async function lockPurse(tx: Tx, accountId: string, { withWallet = false } = {}): Promise<Purse> {
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

/** Add a line to the flow; {@link writeLines} writes all of them in one statement. */
export function line(purse: Purse, { type, amount, pending = 0, available = 0, ...about }: Line): void {
  purse.pending += pending
  purse.available += available
  purse.lines.push({
    flow_id: newId('rbf'),
    account_id: purse.accountId,
    type,
    commission_id: about.commissionId ?? null,
    withdrawal_no: about.withdrawalNo ?? null,
    amount_cents: amount,
    pending_after: purse.pending,
    available_after: purse.available,
    transfer_id: about.transferId,
  })
}

export async function writeLines(tx: Tx, purse: Purse): Promise<void> {
  if (purse.lines.length) await insertFlows(tx, purse.lines.splice(0))
}
