import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import { MINUTE, ago, ahead, nowMs } from '../core/clock.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import { masked, unsealMobile } from './mobiles.ts'
import {
  accountById,
  lockSub,
  loginById,
  subByUid,
  subCounts,
  updateAccount,
  updateGrant,
  updateSubStatus,
  type SubRow,
} from './queries.ts'
import { endSessionsOf } from './sessionQueries.ts'

export const accountOf = accountById

/** Mark an account: its risk, that it owes money, that it has sub-accounts. Holds from the next call on. */
export const changeAccount = updateAccount

/** A sub-account of this account, or the same "not found" for another's and for nobody's. */
export async function subOf(on: Tx | Database, accountId: string, subUid: string): Promise<SubRow> {
  const sub = await subByUid(on, accountId, subUid)
  if (!sub) throw refuse('not_found')
  return sub
}

/** Of those that are somebody's at all; `null` is the account itself and has no name here. */
export { namesOfSubs, subNamesSql, subsOf } from './queries.ts'

/**
 * The sub-account that is about to spend its parent's money, locked, or a refusal: it may have been frozen or have
 * expired since its request came in. Freezing takes the same row, so no money moves after a freeze has been answered.
 * Lock it before any ledger account.
 */
export async function subForMoney(tx: Tx, accountId: string, subUid: string): Promise<SubRow> {
  const sub = await lockSub(tx, accountId, subUid)
  if (!sub) throw refuse('not_found')
  if (sub.status === 'FROZEN') throw refuse('sub_frozen')
  if (sub.expires_at.getTime() <= nowMs()) throw refuse('sub_expired')
  return sub
}

/** Freeze or unfreeze its login; a frozen one is out at once. */
export async function freezeSub(tx: Tx, accountId: string, subUid: string, frozen: boolean): Promise<void> {
  const sub = await lockSub(tx, accountId, subUid)
  if (!sub) throw refuse('not_found')
  await updateSubStatus(tx, subUid, frozen ? 'FROZEN' : 'NORMAL')
  if (frozen) await endSessionsOf(tx, sub.login_id, 'frozen')
}

export const grantSub = updateGrant

export const subStatusOf = (sub: Pick<SubRow, 'status' | 'expires_at'>): 'NORMAL' | 'FROZEN' | 'EXPIRED' =>
  sub.status === 'FROZEN' ? 'FROZEN' : sub.expires_at.getTime() <= nowMs() ? 'EXPIRED' : 'NORMAL'

/** Masked. */
export async function ownMobile(actor: Actor): Promise<string> {
  const login = await loginById(db, actor.loginId)
  return masked(unsealMobile(login.login_id, login.mobile_enc))
}

/** Online: used within five minutes. Ending: within the given time, or ended. */
export const subCountsOf = (accountId: string, endingWithinMs = 0) =>
  subCounts(db, accountId, ago(5 * MINUTE), ahead(endingWithinMs))
