import { elementKeys, pagesOf } from '#contract/core/permissions.ts'
import type { Actor, Caller } from '#server/core/actor.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { nowMs } from '#server/core/clock.ts'
import { IDLE_MS } from '../sessions/authenticate.ts'
import { masked, mobileHash, partsOf, typedMobile, unsealMobile } from '../logins/mobiles.ts'
import {
  accountsByIds,
  accountsByMobile,
  accountsByNo,
  loginOf,
  loginsOf,
  type DeskLogin,
  type FoundAccount,
} from './queries.ts'
import type { DeskSession } from './queries.ts'

/** Finds accounts by a typed mobile that the account or one of its sub-accounts signs in with. */
export async function accountsOfMobile(typed: string): Promise<FoundAccount[] | undefined> {
  const mobile = typedMobile(typed)
  return mobile && accountsByMobile(db, mobileHash(mobile))
}
export const accountsOfNo = (userNo: string, on: Tx | Database = db): Promise<FoundAccount[]> =>
  accountsByNo(on, userNo)
export { accountsByNos as accountsOfNos } from './queries.ts'
export const accountsOfIds = (ids: readonly string[]): Promise<FoundAccount[]> => accountsByIds(db, ids)

export const holderOf = ({ account_id, user_no, nickname }: FoundAccount) => ({
  accountId: account_id,
  userNo: user_no,
  nickname,
})
/** Returns the account holders by account id; ids that belong to no account are left out. */
export async function holdersOf(ids: readonly (string | null)[]) {
  const found = await accountsOfIds([...new Set(ids.filter((id) => id !== null))])
  return new Map(found.map((account) => [account.account_id, holderOf(account)]))
}

export const maskedOf = ({ login_id, mobile_enc }: Pick<DeskLogin, 'login_id' | 'mobile_enc'>): string =>
  masked(unsealMobile(login_id, mobile_enc))
export const loginsAtDesk = (accountId: string): Promise<DeskLogin[]> => loginsOf(db, accountId)

/** Returns the clear number to staff who have stated a reason; the caller logs who and why. */
export async function mobileAtDesk(
  on: Tx | Database,
  accountId: string,
  loginId: string,
): Promise<{ mobile: string; shown: string; name: string } | undefined> {
  const login = await loginOf(on, accountId, loginId)
  if (!login) return undefined
  const { area, number } = partsOf(unsealMobile(login.login_id, login.mobile_enc))
  return { mobile: `+${area} ${number}`, shown: maskedOf(login), name: login.name }
}

export { sessionsPage } from './queries.ts'
export const isOpen = ({ revoked_at, refresh_expires_at, last_active_at }: DeskSession): boolean =>
  revoked_at === null && refresh_expires_at.getTime() > nowMs() && nowMs() - last_active_at.getTime() < IDLE_MS

/**
 * The account holder as an actor for the modules' lists, so that staff see what the holder sees. Read-only: it has no session and no login, and nothing may be
 * done in its name.
 */
export const readerOf = (accountId: string, from: Caller): Actor => ({
  kind: 'parent',
  accountId,
  loginId: '',
  sessionId: '',
  name: '',
  subUid: undefined,
  may: new Set(elementKeys),
  pages: pagesOf('parentWithSubs'),
  standing: 'ACTIVE',
  from,
})
