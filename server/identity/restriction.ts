/** An account is restricted while it owes something. What staff restrict by hand is `held`, and none of this. */
import { show, type Cents } from '#contract/core/money.ts'
import { port } from '../core/composition.ts'
import type { Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { owedBy } from '../ledger/ledger.ts'
import { notify } from '../core/news.ts'
import { lockAccount, restrictedOf, updateAccount } from './queries.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    /** Money has come in, or less is owed: debts are paid first, and the restriction is lifted where nothing is left of them. */
    'cards.coverDebts': { accountId: string }
  }
}

/** One job per account waits at a time. */
const leaveToSettle = (tx: Tx, accountId: string): Promise<void> =>
  later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })

export async function settleRestricted(tx: Tx, accountIds: readonly string[]): Promise<void> {
  for (const accountId of await restrictedOf(tx, accountIds)) await leaveToSettle(tx, accountId)
}

/**
 * Restrict the account if it owes anything, lift the restriction if it does not; gives what it owes. Call it after the
 * postings: the row of the account is locked after its money, so that of two transactions of which one covers a debt
 * and one makes another, the second sees what the first has left.
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
  // Money that came home while this was undecided found no restriction, and left no job of its own.
  await leaveToSettle(tx, accountId)
  return total
}

declare module '../core/composition.ts' {
  interface Ports {
    /** Cards stand above: a debt takes what is free in the wallet and on them. */
    'identity.payDebts'(tx: Tx, accountId: string): Promise<Cents>
  }
}

/** A debt was made in this transaction: pay of it what can be paid, and restrict the account for the rest. Gives the rest. */
export const settleDebts = (tx: Tx, accountId: string): Promise<Cents> => port('identity.payDebts')(tx, accountId)
