import type { Caller } from '../core/actor.ts'
import { ago, ahead, DAY, HOUR } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { IDLE_MS } from './authenticate.ts'
import { endSession, insertRefresh, insertSession, liveSessions, lockLogin } from './sessionQueries.ts'
import { rememberBrowser } from './throttle.ts'
import { hashToken, newPair } from './tokens.ts'

export const ACCESS_MS = 2 * HOUR
export const REFRESH_MS = 7 * DAY
export const MOST_SESSIONS = 3

export type TokenAnswer = { access_token: string; access_overtime: number; refresh_token: string }

/** Sign a login in. With a fourth session the oldest ends. */
export async function openSession(
  tx: Tx,
  login: { login_id: string; account_id: string },
  from: Caller,
): Promise<TokenAnswer & { sessionId: string }> {
  await lockLogin(tx, login.login_id)
  const live = await liveSessions(tx, login.login_id, ago(IDLE_MS))
  for (const { session_id } of live.slice(0, Math.max(0, live.length - MOST_SESSIONS + 1)))
    await endSession(tx, session_id, 'replaced')

  const { access, refresh } = newPair()
  const sessionId = newId('ses')
  const accessExpiresAt = ahead(ACCESS_MS)
  await insertSession(tx, {
    sessionId,
    loginId: login.login_id,
    accountId: login.account_id,
    accessHash: hashToken(access),
    accessExpiresAt,
    refreshExpiresAt: ahead(REFRESH_MS),
    from,
  })
  await insertRefresh(tx, hashToken(refresh), sessionId)
  await rememberBrowser(tx, login.login_id, from)
  return { sessionId, access_token: access, access_overtime: accessExpiresAt.getTime(), refresh_token: refresh }
}
