import { elementKeys, pagesOf } from '#contract/core/permissions.ts'
import type { Actor, Caller } from '../core/actor.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import {
  accountsByIds,
  accountsByMobile,
  accountsByNo,
  loginOf,
  loginsOf,
  type DeskLogin,
  type FoundAccount,
} from './deskQueries.ts'
import { IDLE_MS } from './authenticate.ts'
import { masked, mobileHash, partsOf, typedMobile, unsealMobile } from './mobiles.ts'
import { nowMs } from '../core/clock.ts'
import type { DeskSession } from './deskQueries.ts'

/** What was typed, as a number that an account or one of its sub-accounts signs in with. */
export async function accountsOfMobile(typed: string): Promise<FoundAccount[] | undefined> {
  const mobile = typedMobile(typed)
  return mobile && accountsByMobile(db, mobileHash(mobile))
}
export const accountsOfNo = (userNo: string, on: Tx | Database = db): Promise<FoundAccount[]> =>
  accountsByNo(on, userNo)
export { accountsByNos as accountsOfNos } from './deskQueries.ts'
export const accountsOfIds = (ids: readonly string[]): Promise<FoundAccount[]> => accountsByIds(db, ids)

export const holderOf = ({ account_id, user_no, nickname }: FoundAccount) => ({
  accountId: account_id,
  userNo: user_no,
  nickname,
})
/** Who the account holders are, by the ids of their accounts; an id that is no account's is not there. */
export async function holdersOf(ids: readonly (string | null)[]) {
  const found = await accountsOfIds([...new Set(ids.filter((id) => id !== null))])
  return new Map(found.map((account) => [account.account_id, holderOf(account)]))
}

export const maskedOf = ({ login_id, mobile_enc }: Pick<DeskLogin, 'login_id' | 'mobile_enc'>): string =>
  masked(unsealMobile(login_id, mobile_enc))
export const loginsAtDesk = (accountId: string): Promise<DeskLogin[]> => loginsOf(db, accountId)

/** The clear number, for whoever has said why; writing down who and why is the caller's. */
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

export { sessionsPage } from './deskQueries.ts'
export const isOpen = ({ revoked_at, refresh_expires_at, last_active_at }: DeskSession): boolean =>
  revoked_at === null && refresh_expires_at.getTime() > nowMs() && nowMs() - last_active_at.getTime() < IDLE_MS

/**
 * The account holder as the lists of the modules know one, so that staff see what the holder sees. Only for reading: it
 * has no session and no login, and nothing may be done in its name.
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
