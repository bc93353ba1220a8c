/** All SQL on session, refresh_token and remember_token. */
import type { AccountStatus, RiskState } from '#contract/identity/identity.ts'
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import type { RawBuilder } from 'kysely'
import type { Caller } from '#server/core/actor.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { db, many, maybeOne, prepared, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type EndReason =
  | 'signed_out'
  | 'idle'
  | 'replaced'
  | 'reused'
  | 'frozen'
  | 'closed'
  | 'password'
  | 'mobile'
  | 'google'
  /** Ended by its owner from another session. */
  | 'elsewhere'
  | 'staff'

/** A session with everything that decides its owner's rights: the one query of every call. */
export type SessionRow = {
  session_id: string
  login_id: string
  account_id: string
  access_expires_at: Date
  previous_access_until: Date | null
  refresh_expires_at: Date
  last_active_at: Date
  revoked_why: EndReason | null
  /** Found by its current access token, not by the previous one. */
  current: boolean
  account_name: string
  account_status: AccountStatus
  risk_state: RiskState
  restricted: boolean
  held: boolean
  sub_switch: boolean
  sub_uid: string | null
  sub_name: string | null
  sub_status: 'NORMAL' | 'FROZEN' | null
  sub_expires_at: Date | null
  granted_keys: ElementKey[] | null
  granted_pages: PageId[] | null
  grant_version: number | null
}

const sessionColumns = sql`
         s.session_id, s.login_id, s.account_id, s.access_expires_at, s.previous_access_until, s.refresh_expires_at, s.last_active_at,
         s.revoked_why, a.nickname AS account_name, a.status AS account_status, a.risk_state, a.restricted, a.held, a.sub_switch,
         sub.sub_uid, sub.nickname AS sub_name, sub.status AS sub_status, sub.expires_at AS sub_expires_at, sub.granted_keys, sub.granted_pages,
         sub.grant_version`
const sessionTables = sql`
    FROM session s
    JOIN account a ON a.account_id = s.account_id
    LEFT JOIN sub_account sub ON (sub.cell, sub.account_id, sub.login_id) = (cell_of(s.account_id), s.account_id, s.login_id)`

export const sessionByAccess = (hash: Buffer) =>
  prepared(
    'session_by_access',
    sql<SessionRow>`
    SELECT s.access_hash = ${hash} AS current, ${sessionColumns} ${sessionTables}
     WHERE s.access_hash = ${hash} OR s.previous_access_hash = ${hash}`,
  )

export const sessionsById = (sessionIds: readonly string[]) =>
  many(
    db,
    sql<SessionRow>`
    SELECT true AS current, ${sessionColumns} ${sessionTables}
     WHERE s.session_id = ANY (${[...sessionIds]})`,
  )

/** Locked: of two tabs that refresh simultaneously, the second sees the first one's result. */
export const sessionByRefresh = (tx: Tx, hash: Buffer) =>
  maybeOne(
    tx,
    sql<SessionRow>`
    SELECT true AS current, ${sessionColumns} ${sessionTables}
     WHERE s.session_id = (SELECT session_id FROM refresh_token WHERE token_hash = ${hash})
       FOR UPDATE OF s`,
  )

export const insertSession = (
  tx: Tx,
  session: {
    sessionId: string
    loginId: string
    accountId: string
    accessHash: Buffer
    accessExpiresAt: Date
    refreshExpiresAt: Date
    from: Caller
  },
) =>
  run(
    tx,
    sql`
  INSERT INTO session (session_id, login_id, account_id, access_hash, access_expires_at, refresh_expires_at, last_active_at, ip, device, created_at)
  VALUES (${session.sessionId}, ${session.loginId}, ${session.accountId}, ${session.accessHash}, ${session.accessExpiresAt},
          ${session.refreshExpiresAt}, ${now()}, ${session.from.ip}, ${session.from.device}, ${now()})`,
  )

export const rotateSession = (
  tx: Tx,
  session: {
    sessionId: string
    accessHash: Buffer
    accessExpiresAt: Date
    refreshExpiresAt: Date
    previousUntil: Date
  },
) =>
  run(
    tx,
    sql`
  UPDATE session
     SET previous_access_hash = access_hash, previous_access_until = ${session.previousUntil},
         access_hash = ${session.accessHash}, access_expires_at = ${session.accessExpiresAt}, refresh_expires_at = ${session.refreshExpiresAt}
   WHERE session_id = ${session.sessionId}`,
  )

/** Runs at most once a minute across all servers, however often it is requested. */
export const markActive = (on: Database, sessionId: string, staleBefore: Date) =>
  run(
    on,
    sql`UPDATE session SET last_active_at = ${now()} WHERE session_id = ${sessionId} AND last_active_at <= ${staleBefore}`,
  )

/** Ended sessions end their streams of changes too. Returns how many there were. */
async function end(on: Tx | Database, why: EndReason, which: RawBuilder<unknown>): Promise<number> {
  const ended = await many(
    on,
    sql<{ account_id: string }>`
    UPDATE session SET revoked_at = ${now()}, revoked_why = ${why} WHERE revoked_at IS NULL AND ${which} RETURNING account_id`,
  )
  for (const { account_id } of ended) touch(on, account_id, 'account')
  return ended.length
}

export const endSession = (on: Tx | Database, sessionId: string, why: EndReason) =>
  end(on, why, sql`session_id = ${sessionId}`)

export const endSessionsOf = (tx: Tx, loginId: string, why: EndReason, exceptSession = '') =>
  end(tx, why, sql`login_id = ${loginId} AND session_id <> ${exceptSession}`)

/** Ends sessions of every login of the account, or of one. */
export const endSessionsOfAccount = (tx: Tx, accountId: string, why: EndReason, onlySession?: string) =>
  end(
    tx,
    why,
    sql`account_id = ${accountId} AND (${onlySession ?? null}::text IS NULL OR session_id = ${onlySession ?? null})`,
  )

export const revokeRemembersOfAccount = (tx: Tx, accountId: string) =>
  run(
    tx,
    sql`
    UPDATE remember_token
       SET revoked_at = ${now()}
     WHERE revoked_at IS NULL AND login_id IN (SELECT login_id FROM login WHERE account_id = ${accountId})`,
  )

/** Two concurrent sign-ins of one login would each see two sessions and open a fourth. */
export const lockLogin = (tx: Tx, loginId: string) =>
  run(tx, sql`SELECT FROM login WHERE login_id = ${loginId} FOR UPDATE`)

export type LiveSession = { session_id: string; ip: string; device: string; created_at: Date; last_active_at: Date }

export const liveSessions = (tx: Tx | Database, loginId: string, idleSince: Date) =>
  many(
    tx,
    sql<LiveSession>`
    SELECT session_id, ip, device, created_at, last_active_at
      FROM session
     WHERE login_id = ${loginId} AND revoked_at IS NULL AND refresh_expires_at > ${now()} AND last_active_at > ${idleSince}
     ORDER BY created_at, session_id`,
  )

export type RefreshRow = { used_at: Date | null; used_by: string | null; next_salt: Buffer | null }

export const refreshRow = (tx: Tx, hash: Buffer) =>
  maybeOne(tx, sql<RefreshRow>`SELECT used_at, used_by, next_salt FROM refresh_token WHERE token_hash = ${hash}`)

export const insertRefresh = (tx: Tx, hash: Buffer, sessionId: string) =>
  run(tx, sql`INSERT INTO refresh_token (token_hash, session_id, created_at) VALUES (${hash}, ${sessionId}, ${now()})`)

export const markRefreshUsed = (tx: Tx, hash: Buffer, salt: Buffer, by: string) =>
  run(
    tx,
    sql`UPDATE refresh_token SET used_at = ${now()}, next_salt = ${salt}, used_by = ${by} WHERE token_hash = ${hash}`,
  )

export const insertRemember = (
  tx: Tx,
  token: { hash: Buffer; familyId: string; publicKey: Buffer; loginId: string; device: string; expiresAt: Date },
) =>
  run(
    tx,
    sql`
    INSERT INTO remember_token (token_hash, family_id, public_key, login_id, device, expires_at, created_at)
    VALUES (${token.hash}, ${token.familyId}, ${token.publicKey}, ${token.loginId}, ${token.device}, ${token.expiresAt}, ${now()})`,
  )

const isUsable = () => sql`used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now()}`

export const rememberRow = (on: Database, hash: Buffer, loginId: string) =>
  maybeOne(
    on,
    sql<{ public_key: Buffer; device: string; usable: boolean }>`
    SELECT public_key, device, ${isUsable()} AS usable
      FROM remember_token
     WHERE token_hash = ${hash} AND login_id = ${loginId}`,
  )

/** Valid once: of two concurrent uses, one gets the row. */
export const useRemember = (tx: Tx, hash: Buffer, loginId: string) =>
  maybeOne(
    tx,
    sql<{ family_id: string; public_key: Buffer }>`
    UPDATE remember_token
       SET used_at = ${now()}
     WHERE token_hash = ${hash} AND login_id = ${loginId} AND ${isUsable()}
    RETURNING family_id, public_key`,
  )

/** Revokes every credential of this one's line, used or not. Returns how many were still valid. */
export const revokeRememberFamilyOf = (on: Tx, hash: Buffer) =>
  run(
    on,
    sql`
    UPDATE remember_token
       SET revoked_at = ${now()}
     WHERE revoked_at IS NULL
       AND family_id = (SELECT family_id FROM remember_token WHERE token_hash = ${hash})`,
  )

export const revokeRemembersOf = (tx: Tx, loginId: string) =>
  run(tx, sql`UPDATE remember_token SET revoked_at = ${now()} WHERE login_id = ${loginId} AND revoked_at IS NULL`)

export async function forgetSessions(on: Database, before: Date): Promise<void> {
  await run(on, sql`DELETE FROM session WHERE refresh_expires_at < ${before}`) // deletes its refresh tokens too
  await run(on, sql`DELETE FROM remember_token WHERE expires_at < ${before}`)
}
