import { elementKeys, pagesOf, pagesOfKeys } from '#contract/core/permissions.ts'
import { refuse, type RefusalName } from '#contract/core/refusals.ts'
import type { Actor, Caller } from '../core/actor.ts'
import { ago, HOUR, MINUTE, nowMs } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { endSession, markActive, sessionByAccess, type EndReason, type SessionRow } from './sessionQueries.ts'
import { isFrozenOut, standingOf } from './standing.ts'
import { hashToken } from './tokens.ts'

/** A session that nobody has used for this long is over (docs/reference/numbers.md#sessions). */
export const IDLE_MS = 2 * HOUR

/** How an ended session is refused. */
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

/**
 * Who holds this access token? One query on every call and nothing remembered between calls, so that a session that
 * was ended on one server is ended on all of them at once.
 */
export async function authenticate(token: string, from: Caller): Promise<Actor> {
  const session = await sessionByAccess(hashToken(token))
  if (!session) throw refuse('signed_out')
  await refuseEnded(session)
  const expiresAt = session.current ? session.access_expires_at : session.previous_access_until!
  if (expiresAt.getTime() <= nowMs()) throw refuse('signed_out')
  if (session.last_active_at.getTime() <= nowMs() - MINUTE) await markActive(db, session.session_id, ago(MINUTE))
  return actorOf(session, from)
}

/** Ended before, idle for too long, or its owner was frozen since. */
async function refuseEnded(session: SessionRow): Promise<void> {
  if (session.revoked_why) throw refuse(endRefusal[session.revoked_why])
  if (isIdle(session)) {
    await endSession(db, session.session_id, 'idle')
    throw refuse('idle')
  }
  if (isFrozenOut(session)) throw refuse('login_frozen')
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
