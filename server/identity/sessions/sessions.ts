import type * as contract from '#contract/identity/security.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as identityContract from '#contract/identity/identity.ts'
import type { Caller } from '#server/core/actor.ts'
import { ago, ahead, DAY, HOUR } from '#server/core/clock.ts'
import { confirmDurable, type Tx, db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import type { Answer } from '#server/core/answer.ts'
import { areaOf, browserOf, deviceOf, record } from '#server/audit/audit.ts'
import { rememberBrowser } from '../attempts/throttle.ts'
import { IDLE_MS } from './authenticate.ts'
import {
  endSession,
  forgetDevices,
  insertRefresh,
  insertSession,
  liveSessions,
  lockLogin,
  revokeRemembersOf,
} from './queries.ts'
import { hashToken, newPair } from './tokens.ts'

export const ACCESS_MS = 2 * HOUR
export const REFRESH_MS = 7 * DAY
export const MOST_SESSIONS = 3

export type TokenAnswer = { access_token: string; access_overtime: number; refresh_token: string }

/** Signs a login in. A fourth session ends the oldest. */
export async function openSession(
  tx: Tx,
  login: { login_id: string; account_id: string },
  from: Caller,
): Promise<TokenAnswer & { sessionId: string }> {
  const { account_id: accountId, login_id: loginId } = login
  const key = { accountId, loginId }
  await lockLogin(tx, key)
  const live = await liveSessions(tx, key, ago(IDLE_MS))
  for (const { session_id: sessionId } of live.slice(0, Math.max(0, live.length - MOST_SESSIONS + 1)))
    await endSession(tx, { accountId, sessionId }, 'replaced')

  const { access, refresh } = newPair(accountId)
  const sessionId = newId('ses')
  const accessExpiresAt = ahead(ACCESS_MS)
  await insertSession(tx, {
    sessionId,
    loginId,
    accountId,
    accessHash: hashToken(access),
    accessExpiresAt,
    refreshExpiresAt: ahead(REFRESH_MS),
    from,
  })
  await insertRefresh(tx, { accountId, sessionId }, hashToken(refresh))
  await rememberBrowser(tx, key, from)
  return { sessionId, access_token: access, access_overtime: accessExpiresAt.getTime(), refresh_token: refresh }
}

/** The active sessions of this login, newest first. */
export const listSessions: Answer<typeof contract.listSessions> = async (actor) => {
  const live = await liveSessions(db, actor, ago(IDLE_MS))
  const list = live
    .reverse()
    .map((session) => ({
      sessionId: session.session_id,
      device: deviceOf(session.device),
      browser: browserOf(session.device),
      ip: session.ip,
      ipArea: areaOf(session.ip, actor.from.lang),
      createTime: session.created_at.getTime(),
      lastActiveTime: session.last_active_at.getTime(),
      current: flag(session.session_id === actor.sessionId),
    }))
  return { list, most: MOST_SESSIONS }
}

/** Ends one session, or all except the caller's. Remembered browsers no longer sign in automatically. */
export const endSessions: Answer<typeof contract.endSessions> = (actor, { sessionId }) =>
  transaction(async (tx) => {
    const live = await liveSessions(tx, actor, ago(IDLE_MS))
    const wanted = live.filter(({ session_id }) =>
      sessionId ? session_id === sessionId : session_id !== actor.sessionId,
    )
    if (sessionId && !wanted.length) throw refuse('not_found')
    for (const { session_id } of wanted)
      await endSession(tx, { accountId: actor.accountId, sessionId: session_id }, 'elsewhere')
    if (!sessionId)
      await forgetDevices(tx, { accountId: actor.accountId, loginId: actor.loginId, exceptSession: actor.sessionId })
    await revokeRemembersOf(tx, actor)
    const content = { cn: `退出 ${wanted.length} 个会话`, en: `Sessions signed out: ${wanted.length}` }
    if (wanted.length) await record(tx, actor, { type: 'SESSION', target: actor.name, content })
    else await confirmDurable(tx) // an earlier request may have ended them, and was not answered
    return { ended: wanted.length }
  })

export const signOut: Answer<typeof identityContract.signOut> = (actor) =>
  transaction(async (tx) => {
    await endSession(tx, actor, 'signed_out')
    await record(tx, actor, { type: 'LOGOUT', target: actor.name, content: { cn: '退出登录', en: 'Signed out' } })
    return {}
  })
