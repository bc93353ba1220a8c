import type { Cents } from '#contract/core/money.ts'
import { nowMs } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { inviterOf } from './invitingQueries.ts'

/** A fee that somebody has paid, by the order that it was paid with. `base`: what came in, coupons taken off. */
export type FeePaid = { readonly type: 'OPEN' | 'LOAD' | 'PLAN'; readonly id: string; readonly base: Cents }

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'referrals.accrue': { accountId: string; fees: FeePaid[]; atMs: number }
    'referrals.feeReturned': { accountId: string; fee: FeePaid; ref: string }
  }
}

/**
 * Fees were paid, in the transaction that took them: whoever invited the account earns by them. The inviter's money is
 * another tenant's, so it is moved by a job, which exists exactly if the fee does.
 */
export async function feesPaid(tx: Tx, accountId: string, fees: readonly FeePaid[]): Promise<void> {
  const earning = fees.filter(({ base }) => base > 0)
  if (!earning.length || !(await inviterOf(tx, accountId))) return
  await later(tx, 'referrals.accrue', { accountId, fees: earning, atMs: nowMs() }, { queue: queueOf(accountId) })
}

/** A fee was given back, all of it or `base` of it. `ref` tells two returns of one fee apart. */
export async function feeReturned(tx: Tx, accountId: string, fee: FeePaid, ref: string): Promise<void> {
  if (await inviterOf(tx, accountId))
    await later(tx, 'referrals.feeReturned', { accountId, fee, ref }, { queue: queueOf(accountId) })
}

/** What is given back is looked for after it was earned. */
const queueOf = (accountId: string): string => `referrals ${accountId}`
