import type * as contract from '#contract/identity/identity.ts'
import { refuse, type Refusal } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Caller } from '#server/core/actor.ts'
import { logSignIn } from '#server/audit/audit.ts'
import { ahead, nowMs, SECOND } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { endRefusal, isIdle, isFrozenOut } from './authenticate.ts'
import {
  endIdleSession,
  endSession,
  insertRefresh,
  keyOf,
  markRefreshUsed,
  refreshRow,
  rotateSession,
  sessionByRefresh,
  type SessionRow,
} from './queries.ts'
import { ACCESS_MS, REFRESH_MS, type TokenAnswer } from './sessions.ts'
import { cellOfToken, hashToken, newSalt, nextPair } from './tokens.ts'

/** For two tabs that refresh simultaneously: the later one gets the same answer as the earlier one. */
const GRACE_MS = 10 * SECOND

/** Exchanges a refresh token, valid once, for a new pair. */
export const refresh: Answer<typeof contract.refresh> = async ({ from }, { refresh_token }) => {
  // A refusal that ends the session must not roll that back with its transaction, so it is returned as a value.
  const outcome = await transaction((tx) => exchange(tx, refresh_token, from))
  if ('tokens' in outcome) return outcome.tokens
  throw outcome.refused
}

type Outcome = { tokens: TokenAnswer } | { refused: Refusal }

async function exchange(tx: Tx, token: string, from: Caller): Promise<Outcome> {
  const cell = cellOfToken('refresh', token)
  const hash = hashToken(token)
  const session = cell === undefined ? undefined : await sessionByRefresh(tx, cell, hash)
  const found = session && (await refreshRow(tx, session.account_id, hash))
  if (!found || session.refresh_expires_at.getTime() <= nowMs()) return { refused: refuse('signed_out') }
  if (session.revoked_why) return { refused: refuse(endRefusal[session.revoked_why]) }
  if (isFrozenOut(session)) return { refused: refuse('login_frozen') }
  if (isIdle(session)) {
    await endIdleSession(tx, keyOf(session))
    return { refused: refuse('idle') }
  }
  if (!found.used_at) return { tokens: await rotate(tx, session, token, from) }
  if (found.used_by === from.device && nowMs() - found.used_at.getTime() < GRACE_MS)
    return { tokens: await latestAfter(tx, session, token) }

  // Someone else has this token, and it is unknown which of the two is the owner.
  await endSession(tx, keyOf(session), 'reused')
  await logSignIn(tx, {
    type: 'REFRESH',
    login: { accountId: session.account_id, loginId: session.login_id },
    from,
    failed: 'reused',
  })
  return { refused: refuse('revoked') }
}

async function rotate(tx: Tx, session: SessionRow, token: string, from: Caller): Promise<TokenAnswer> {
  const salt = newSalt()
  const next = nextPair(session.account_id, token, salt)
  const accessExpiresAt = ahead(ACCESS_MS)
  await markRefreshUsed(tx, session.account_id, hashToken(token), salt, from.device)
  await insertRefresh(tx, keyOf(session), hashToken(next.refresh))
  await rotateSession(tx, keyOf(session), {
    accessHash: hashToken(next.access),
    accessExpiresAt,
    refreshExpiresAt: ahead(REFRESH_MS),
    previousUntil: ahead(GRACE_MS), // for requests in flight with the old one
  })
  return { access_token: next.access, access_overtime: accessExpiresAt.getTime(), refresh_token: next.refresh }
}

/** Follows the chain of pairs from an old token to the newest: the other tab may have refreshed more than once since. */
async function latestAfter(tx: Tx, session: SessionRow, token: string): Promise<TokenAnswer> {
  const { account_id: accountId } = session
  let old = token
  for (;;) {
    const { next_salt } = (await refreshRow(tx, accountId, hashToken(old)))!
    const next = nextPair(accountId, old, next_salt!)
    if (!(await refreshRow(tx, accountId, hashToken(next.refresh)))!.used_at) {
      return {
        access_token: next.access,
        access_overtime: session.access_expires_at.getTime(),
        refresh_token: next.refresh,
      }
    }
    old = next.refresh
  }
}
