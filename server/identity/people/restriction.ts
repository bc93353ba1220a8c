/** An account is restricted while it owes something. Manual restrictions by staff are `held` and separate. */
import { show, type Cents } from '#contract/core/money.ts'
import { port } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { owedBy } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { lockAccount, restrictedOrFrozenOf, updateAccount } from '../queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Money came in, or less is owed: debts are paid first, and the restriction is lifted if none is left. */
    'cards.coverDebts': { accountId: string }
    /** Money became free on an account whose funds are frozen: debts are paid first, and the rest is frozen. */
    'accounts.freezeMore': { accountId: string }
  }
}

/** At most one job per account is waiting. */
const leaveToSettle = (tx: Tx, accountId: string): Promise<void> =>
  later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })

/** At most one job per account is waiting. */
export const leaveToFreeze = (tx: Tx, accountId: string): Promise<void> =>
  later(tx, 'accounts.freezeMore', { accountId }, { key: `accounts.freezeMore ${accountId}` })

export async function afterMoneyFreed(tx: Tx, accountIds: readonly string[]): Promise<void> {
  for (const { account_id: accountId, frozen } of await restrictedOrFrozenOf(tx, accountIds))
    await (frozen ? leaveToFreeze : leaveToSettle)(tx, accountId)
}

/**
 * Restricts the account if it owes anything, and lifts the restriction if it does not; returns the debt. Call it after the postings: the account row is locked
 * after its money, so that if one transaction covers a debt and another creates one, the second sees the first one's result.
 */
export async function matchRestriction(tx: Tx, accountId: string): Promise<Cents> {
  const { restricted } = await lockAccount(tx, accountId)
  const { total } = await owedBy(tx, accountId)
  if (restricted === total > 0) return total
  await updateAccount(tx, accountId, { restricted: total > 0 })
  if (total === 0) {
    await notify(tx, { accountId }, 'negative_cleared')
    return total
  }
  await notify(tx, { accountId }, 'negative_balance', { amount: show(total) })
  // Money returned while this was undecided found no restriction and queued no job of its own.
  await leaveToSettle(tx, accountId)
  return total
}

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Cards are a higher module: a debt takes what is free in the wallet and on cards. */
    'identity.payDebts'(tx: Tx, accountId: string): Promise<Cents>
  }
}

/** After a debt in this transaction: pays as much as possible and restricts the account for the rest. Returns the rest. */
export const settleDebts = (tx: Tx, accountId: string): Promise<Cents> => port('identity.payDebts')(tx, accountId)
