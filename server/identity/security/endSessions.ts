import type * as contract from '#contract/identity/security.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { areaOf, browserOf, deviceOf, record } from '#server/audit/audit.ts'
import { ago } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { IDLE_MS } from '../authenticate.ts'
import { endSession, liveSessions, revokeRemembersOf } from '../sessionQueries.ts'
import { MOST_SESSIONS } from '../sessions.ts'

/** Where this login is signed in now, the newest first. */
export const listSessions: Answer<typeof contract.listSessions> = async (actor) => {
  const live = await liveSessions(db, actor.loginId, ago(IDLE_MS))
  const list = live.reverse().map((session) => ({
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

/** Sign out one of them, or all but the one that asks. Browsers that would sign in by themselves no longer do. */
export const endSessions: Answer<typeof contract.endSessions> = (actor, { sessionId }) =>
  transaction(async (tx) => {
    const live = await liveSessions(tx, actor.loginId, ago(IDLE_MS))
    const wanted = live.filter(({ session_id }) =>
      sessionId ? session_id === sessionId : session_id !== actor.sessionId,
    )
    if (sessionId && !wanted.length) throw refuse('not_found')
    for (const { session_id } of wanted) await endSession(tx, session_id, 'elsewhere')
    await revokeRemembersOf(tx, actor.loginId)
    const content = { cn: `退出 ${wanted.length} 个会话`, en: `Sessions signed out: ${wanted.length}` }
    if (wanted.length) await record(tx, actor, { type: 'SESSION', target: actor.name, content })
    return { ended: wanted.length }
  })
