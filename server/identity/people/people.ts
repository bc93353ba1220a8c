import { refuse } from '#contract/core/refusals.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Actor } from '#server/core/actor.ts'
import { touch } from '#server/core/changes/touch.ts'
import { MINUTE, ago, ahead, nowMs } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { openAccounts, wallet } from '#server/ledger/ledger.ts'
import { newId, serial } from '#server/core/ids.ts'
import { masked, unsealMobile, mobileHashes, sealMobile, type Mobile } from '../logins/mobiles.ts'
import { loginById, insertLogin } from '../logins/queries.ts'
import {
  accountById,
  lockSub,
  subByUid,
  subCounts,
  updateAccount,
  updateGrant,
  updateSubStatus,
  type SubRow,
  insertAccount,
  insertAccountCode,
  insertSub,
} from '../queries.ts'
import { endSessionsOf } from '../sessions/queries.ts'

export const accountOf = accountById

/**
 * A closing or closed account can still be credited what is its holder's: the money becomes payable (2410). Otherwise a payment for it could only be sent back,
 * and its debt could not be paid.
 */
export const canBeCredited = ({ status }: { status: string }): boolean => status !== 'DEACTIVATED'

/** Sets an account's flags: its risk, that it owes money, that it has sub-accounts. Effective from the next call. */
export const changeAccount = updateAccount

/** Returns a sub-account of this account; the refusal "not found" is the same for another account's and for an unknown one. */
export async function subOf(on: Tx | Database, accountId: string, subUid: string): Promise<SubRow> {
  const sub = await subByUid(on, accountId, subUid)
  if (!sub) throw refuse('not_found')
  return sub
}

/** Only for ids of existing sub-accounts; `null` is the account itself and has no name here. */
export {
  accountNoSql,
  accountNumbersSql,
  namesOfSubs,
  replaceInviteCode,
  subNamesSql,
  subNoSql,
  subNumbersSql,
  subsOf,
} from '../queries.ts'

/**
 * Returns, locked, the sub-account that is about to spend its parent's money, or refuses: it may have been frozen or have expired since the request arrived.
 * Freezing takes the same row lock, so no money moves after a freeze was answered. Lock it before any ledger account.
 */
export async function subForMoney(tx: Tx, accountId: string, subUid: string): Promise<SubRow> {
  const sub = await lockSub(tx, accountId, subUid)
  if (!sub) throw refuse('not_found')
  if (sub.status === 'FROZEN') throw refuse('sub_frozen')
  if (sub.expires_at.getTime() <= nowMs()) throw refuse('sub_expired')
  return sub
}

/** Freezes or unfreezes its login; a frozen one is signed out immediately. */
export async function freezeSub(tx: Tx, accountId: string, subUid: string, frozen: boolean): Promise<void> {
  const sub = await lockSub(tx, accountId, subUid)
  if (!sub) throw refuse('not_found')
  await updateSubStatus(tx, accountId, subUid, frozen ? 'FROZEN' : 'NORMAL')
  touch(tx, accountId, 'account')
  if (frozen) await endSessionsOf(tx, { accountId, loginId: sub.login_id }, 'frozen')
}

export const grantSub = updateGrant

export const subStatusOf = (sub: Pick<SubRow, 'status' | 'expires_at'>): 'NORMAL' | 'FROZEN' | 'EXPIRED' =>
  sub.status === 'FROZEN' ? 'FROZEN' : sub.expires_at.getTime() <= nowMs() ? 'EXPIRED' : 'NORMAL'

/** Masked. */
export async function ownMobile(actor: Actor): Promise<string> {
  const login = await loginById(db, actor)
  return masked(unsealMobile(login.login_id, login.mobile_enc))
}

/** Online: used within five minutes. Ending: within the given time, or already ended. */
export const subCountsOf = (accountId: string, endingWithinMs = 0) =>
  subCounts(db, accountId, ago(5 * MINUTE), ahead(endingWithinMs))

/** Creates an account holder: account, login and wallet. The mobile must be free (unique key `login_by_mobile_pkey`). */
export async function openAccount(
  tx: Tx,
  input: {
    mobile: Mobile
    passwordHash: string
    nickname?: string | undefined
    referrer?: string | undefined
    lang?: Lang | undefined
    loginName?: string
  },
): Promise<{ accountId: string; loginId: string; userNo: string; nickname: string; inviteCode: string }> {
  const [accountId, loginId] = [newId('usr'), newId('lgn')]
  const userNo = await newCode(tx, accountId, 'USER_NO')
  const inviteCode = await newCode(tx, accountId, 'INVITE')
  const nickname = input.nickname ?? `用户${userNo.slice(-4)}`
  await insertAccount(tx, {
    accountId,
    userNo,
    nickname,
    inviteCode,
    referrer: input.referrer,
    lang: input.lang ?? 'cn',
  })
  await insertLogin(tx, {
    loginId,
    accountId,
    kind: 'PARENT',
    mobileEnc: sealMobile(loginId, input.mobile),
    mobileHashes: mobileHashes(input.mobile),
    loginName: input.loginName,
    passwordHash: input.passwordHash,
  })
  await openAccounts(tx, [wallet(accountId)])
  return { accountId, loginId, userNo, nickname, inviteCode }
}

/** Draws a random number until it is one that no account has. */
async function newCode(tx: Tx, accountId: string, kind: 'USER_NO' | 'INVITE'): Promise<string> {
  for (;;) {
    const code = serial(8)
    if (await insertAccountCode(tx, accountId, kind, code)) return code
  }
}

/** Creates a sub-account: login and seat, without a price and without permissions (`roles.assign` grants these). */
export async function openSub(
  tx: Tx,
  input: {
    accountId: string
    mobile: Mobile
    passwordHash: string
    nickname: string
    roleId: string
    expiresAt: Date
    freeSeat?: boolean
    remark?: string | undefined
    loginName?: string | undefined
    budget?: { cents: number; period: 'DAY' | 'MONTH' | 'TOTAL' } | undefined
  },
): Promise<{ subUid: string; loginId: string }> {
  const [loginId, subUid] = [newId('lgn'), serial(9)]
  await insertLogin(tx, {
    loginId,
    accountId: input.accountId,
    kind: 'SUB',
    mobileEnc: sealMobile(loginId, input.mobile),
    mobileHashes: mobileHashes(input.mobile),
    loginName: input.loginName,
    passwordHash: input.passwordHash,
  })
  await insertSub(tx, {
    subUid,
    accountId: input.accountId,
    loginId,
    nickname: input.nickname,
    roleId: input.roleId,
    expiresAt: input.expiresAt,
    freeSeat: input.freeSeat ?? false,
    remark: input.remark ?? '',
    budgetCents: input.budget?.cents,
    budgetPeriod: input.budget?.period,
  })
  return { subUid, loginId }
}
