import { elementKeys, pagesOf, pagesOfKeys, type Standing } from '#contract/core/permissions.ts'
import { refuse, type RefusalName } from '#contract/core/refusals.ts'
import type { Actor, Caller } from '#server/core/actor.ts'
import { ago, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import {
  endIdleSession,
  keyOf,
  markActive,
  sessionByAccess,
  sessionsOf,
  type EndReason,
  type SessionKey,
  type SessionRow,
} from './queries.ts'
import { cellOfToken, hashToken } from './tokens.ts'

/** A session that is idle for this long ends (docs/reference/numbers.md#sessions). */
export const IDLE_MS = 2 * HOUR

/** The refusal for each kind of ended session. */
export const endRefusal = {
  signed_out: 'revoked',
  idle: 'idle',
  replaced: 'revoked',
  reused: 'revoked',
  password: 'revoked',
  mobile: 'revoked',
  google: 'revoked',
  elsewhere: 'revoked',
  staff: 'revoked',
  frozen: 'login_frozen',
  closed: 'login_frozen',
} as const satisfies Record<EndReason, RefusalName>

const everyKey = new Set(elementKeys)

/** Returns the holder of this access token. One query per call and no caching, so that a session ended on one server is ended on all servers immediately. */
export async function authenticate(token: string, from: Caller): Promise<Actor> {
  const cell = cellOfToken('access', token)
  const session = cell === undefined ? undefined : await sessionByAccess(cell, hashToken(token))
  if (!session) throw refuse('signed_out')
  await refuseEnded(session)
  const expiresAt = session.current ? session.access_expires_at : session.previous_access_until!
  if (expiresAt.getTime() <= nowMs()) throw refuse('signed_out')
  if (session.last_active_at.getTime() <= nowMs() - MINUTE) await markActive(db, keyOf(session), ago(MINUTE))
  return actorOf(session, from)
}

/** Ended before, idle for too long, or its owner has been frozen. */
async function refuseEnded(session: SessionRow): Promise<void> {
  if (session.revoked_why) throw refuse(endRefusal[session.revoked_why])
  if (isIdle(session)) {
    await endIdleSession(db, keyOf(session))
    throw refuse('idle')
  }
  if (isFrozenOut(session)) throw refuse('login_frozen')
}

/** Which of these sessions are over. */
export async function endedSessions(sessions: readonly SessionKey[]): Promise<string[]> {
  const live = new Set<string>()
  for (const session of await sessionsOf(sessions))
    if (!session.revoked_why && !isIdle(session) && !isFrozenOut(session)) live.add(session.session_id)
  return sessions.map(({ sessionId }) => sessionId).filter((sessionId) => !live.has(sessionId))
}

export const isIdle = ({ last_active_at }: SessionRow): boolean => nowMs() - last_active_at.getTime() >= IDLE_MS

function actorOf(session: SessionRow, from: Caller): Actor {
  const base = {
    accountId: session.account_id,
    loginId: session.login_id,
    sessionId: session.session_id,
    standing: standingOf(session),
    from,
  }
  if (session.sub_uid === null) {
    const pages = pagesOf(session.sub_switch ? 'parentWithSubs' : 'parent')
    return { ...base, kind: 'parent', subUid: undefined, name: session.account_name, may: everyKey, pages }
  }
  const keys = session.granted_keys ?? []
  return {
    ...base,
    kind: 'sub',
    subUid: session.sub_uid,
    name: session.sub_name ?? '',
    may: new Set(keys),
    pages: pagesOfKeys(keys, session.granted_pages ?? []),
    grant: session.grant_version ?? 1,
  }
}

type State = Pick<
  SessionRow,
  'account_status' | 'risk_state' | 'restricted' | 'held' | 'frozen' | 'sub_status' | 'sub_expires_at'
>

/** No access at all. */
export const isFrozenOut = ({ account_status, sub_status }: Pick<State, 'account_status' | 'sub_status'>): boolean =>
  account_status === 'CLOSED' || account_status === 'DEACTIVATED' || sub_status === 'FROZEN'

/** Returns the strictest status that applies. */
export function standingOf({ account_status, risk_state, restricted, held, frozen, sub_expires_at }: State): Standing {
  if (frozen) return 'FROZEN'
  if (risk_state === 'SHUTDOWN') return 'SHUTDOWN'
  if (account_status === 'CLOSING') return 'CLOSING'
  if (sub_expires_at && sub_expires_at.getTime() <= nowMs()) return 'SUB_EXPIRED'
  if (held) return 'HELD'
  return restricted ? 'RESTRICTED' : 'ACTIVE'
}
