/** All SQL on session, refresh_token and remember_token. */
import type { AccountStatus, RiskState } from '#contract/identity/identity.ts'
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import type { RawBuilder } from 'kysely'
import type { Actor, Caller, LoginKey } from '#server/core/actor.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { port, type Ports } from '#server/core/composition.ts'
import { cellOf, ofAccount, ofLogin } from '#server/core/database/cells.ts'
import { db, many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

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

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Devices with notifications end with what signs them in: of a session, of a login except one session, or of a whole account. */
    'identity.forgetDevices'(
      tx: Tx,
      whose: { accountId: string; loginId?: string; onlySession?: string; exceptSession?: string },
    ): Promise<unknown>
  }
}
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
  frozen: boolean
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
         s.revoked_why, a.nickname AS account_name, a.status AS account_status, a.risk_state, a.restricted, a.held, a.frozen, a.sub_switch,
         sub.sub_uid, sub.nickname AS sub_name, sub.status AS sub_status, sub.expires_at AS sub_expires_at, sub.granted_keys, sub.granted_pages,
         sub.grant_version`
const sessionTables = sql`
    FROM session s
    JOIN account a USING (cell, account_id)
    LEFT JOIN sub_account sub USING (cell, account_id, login_id)`

export type SessionKey = Pick<Actor, 'accountId' | 'sessionId'>
export const keyOf = ({ account_id, session_id }: Pick<SessionRow, 'account_id' | 'session_id'>): SessionKey => ({
  accountId: account_id,
  sessionId: session_id,
})
const ofSession = ({ accountId, sessionId }: SessionKey) => sql`${ofAccount(accountId)} AND session_id = ${sessionId}`

export const sessionByAccess = (cell: number, hash: Buffer) =>
  maybeOne(
    db,
    sql<SessionRow>`
    SELECT s.access_hash = ${hash} AS current, ${sessionColumns} ${sessionTables}
     WHERE s.cell = ${cell} AND (s.access_hash = ${hash} OR s.previous_access_hash = ${hash})`,
  )

export const sessionsOf = (keys: readonly SessionKey[]) =>
  many(
    db,
    sql<SessionRow>`
    SELECT true AS current, ${sessionColumns} ${sessionTables}
     WHERE (s.cell, s.account_id, s.session_id) IN (
           SELECT * FROM unnest(${keys.map(({ accountId }) => cellOf(accountId))}::smallint[], ${keys.map(({ accountId }) => accountId)}::text[],
                                ${keys.map(({ sessionId }) => sessionId)}::text[]))`,
  )

/** Locked: of two tabs that refresh simultaneously, the second sees the first one's result. */
export const sessionByRefresh = (tx: Tx, cell: number, hash: Buffer) =>
  maybeOne(
    tx,
    sql<SessionRow>`
    SELECT true AS current, ${sessionColumns} ${sessionTables}
     WHERE s.cell = ${cell}
       AND (s.account_id, s.session_id) = (
           SELECT account_id, session_id FROM refresh_token WHERE cell = ${cell} AND token_hash = ${hash})
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
  INSERT INTO session (cell, session_id, login_id, account_id, access_hash, access_expires_at, refresh_expires_at, last_active_at, ip, device, created_at)
  VALUES (${cellOf(session.accountId)}, ${session.sessionId}, ${session.loginId}, ${session.accountId}, ${session.accessHash},
          ${session.accessExpiresAt}, ${session.refreshExpiresAt}, ${now()}, ${session.from.ip}, ${session.from.device}, ${now()})`,
  )

export const rotateSession = (
  tx: Tx,
  key: SessionKey,
  session: { accessHash: Buffer; accessExpiresAt: Date; refreshExpiresAt: Date; previousUntil: Date },
) =>
  run(
    tx,
    sql`
  UPDATE session
     SET previous_access_hash = access_hash, previous_access_until = ${session.previousUntil},
         access_hash = ${session.accessHash}, access_expires_at = ${session.accessExpiresAt}, refresh_expires_at = ${session.refreshExpiresAt}
   WHERE ${ofSession(key)}`,
  )

/** Runs at most once a minute across all servers, however often it is requested. */
export const markActive = (on: Database, key: SessionKey, staleBefore: Date) =>
  run(
    on,
    sql`UPDATE session SET last_active_at = ${now()} WHERE ${ofSession(key)} AND last_active_at <= ${staleBefore}`,
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

export async function endSession(tx: Tx, key: SessionKey, why: Exclude<EndReason, 'idle'>): Promise<number> {
  await forgetDevices(tx, { accountId: key.accountId, onlySession: key.sessionId })
  return end(tx, why, ofSession(key))
}

/** An idle session isn't a sign-out, so its devices keep their notifications. */
export const endIdleSession = (on: Tx | Database, key: SessionKey) => end(on, 'idle', ofSession(key))

export async function endSessionsOf(tx: Tx, login: LoginKey, why: EndReason, exceptSession = ''): Promise<number> {
  await forgetDevices(tx, { accountId: login.accountId, loginId: login.loginId, exceptSession })
  return end(tx, why, sql`${ofLogin(login)} AND session_id <> ${exceptSession}`)
}

export const forgetDevices: Ports['identity.forgetDevices'] = (tx, whose) => port('identity.forgetDevices')(tx, whose)

/** Ends sessions of every login of the account, or of one. */
export async function endSessionsOfAccount(
  tx: Tx,
  accountId: string,
  why: EndReason,
  onlySession?: string,
): Promise<number> {
  await forgetDevices(tx, { accountId, ...(onlySession !== undefined && { onlySession }) })
  return end(
    tx,
    why,
    sql`${ofAccount(accountId)} AND (${onlySession ?? null}::text IS NULL OR session_id = ${onlySession ?? null})`,
  )
}

export const revokeRemembersOfAccount = (tx: Tx, accountId: string) =>
  run(tx, sql`UPDATE remember_token SET revoked_at = ${now()} WHERE ${ofAccount(accountId)} AND revoked_at IS NULL`)

/** Two concurrent sign-ins of one login would each see two sessions and open a fourth. */
export const lockLogin = (tx: Tx, login: LoginKey) => run(tx, sql`SELECT FROM login WHERE ${ofLogin(login)} FOR UPDATE`)

export type LiveSession = { session_id: string; ip: string; device: string; created_at: Date; last_active_at: Date }

export const liveSessions = (tx: Tx | Database, login: LoginKey, idleSince: Date) =>
  many(
    tx,
    sql<LiveSession>`
    SELECT session_id, ip, device, created_at, last_active_at
      FROM session
     WHERE ${ofLogin(login)} AND revoked_at IS NULL AND refresh_expires_at > ${now()} AND last_active_at > ${idleSince}
     ORDER BY created_at, session_id`,
  )

export type RefreshRow = { used_at: Date | null; used_by: string | null; next_salt: Buffer | null }

const ofToken = (accountId: string, hash: Buffer) => sql`${ofAccount(accountId)} AND token_hash = ${hash}`

export const refreshRow = (tx: Tx, accountId: string, hash: Buffer) =>
  maybeOne(tx, sql<RefreshRow>`SELECT used_at, used_by, next_salt FROM refresh_token WHERE ${ofToken(accountId, hash)}`)

export const insertRefresh = (tx: Tx, { accountId, sessionId }: SessionKey, hash: Buffer) =>
  run(
    tx,
    sql`
    INSERT INTO refresh_token (cell, account_id, token_hash, session_id, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${hash}, ${sessionId}, ${now()})`,
  )

export const markRefreshUsed = (tx: Tx, accountId: string, hash: Buffer, salt: Buffer, by: string) =>
  run(
    tx,
    sql`UPDATE refresh_token SET used_at = ${now()}, next_salt = ${salt}, used_by = ${by} WHERE ${ofToken(accountId, hash)}`,
  )

export const insertRemember = (
  tx: Tx,
  { accountId, loginId }: LoginKey,
  token: { hash: Buffer; familyId: string; publicKey: Buffer; device: string; expiresAt: Date },
) =>
  run(
    tx,
    sql`
    INSERT INTO remember_token (cell, account_id, token_hash, family_id, public_key, login_id, device, expires_at, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${token.hash}, ${token.familyId}, ${token.publicKey}, ${loginId}, ${token.device},
            ${token.expiresAt}, ${now()})`,
  )

const isUsable = () => sql`used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now()}`

export const rememberRow = (on: Database, hash: Buffer, login: LoginKey) =>
  maybeOne(
    on,
    sql<{ public_key: Buffer; device: string; usable: boolean }>`
    SELECT public_key, device, ${isUsable()} AS usable
      FROM remember_token
     WHERE ${ofLogin(login)} AND token_hash = ${hash}`,
  )

/** Valid once: of two concurrent uses, one gets the row. */
export const useRemember = (tx: Tx, hash: Buffer, login: LoginKey) =>
  maybeOne(
    tx,
    sql<{ family_id: string; public_key: Buffer }>`
    UPDATE remember_token
       SET used_at = ${now()}
     WHERE ${ofLogin(login)} AND token_hash = ${hash} AND ${isUsable()}
    RETURNING family_id, public_key`,
  )

/** Revokes every credential of this one's line, used or not. Returns how many were still valid. */
export const revokeRememberFamilyOf = (on: Tx, cell: number, hash: Buffer) =>
  run(
    on,
    sql`
    UPDATE remember_token
       SET revoked_at = ${now()}
     WHERE cell = ${cell} AND revoked_at IS NULL
       AND (account_id, family_id) = (
           SELECT account_id, family_id FROM remember_token WHERE cell = ${cell} AND token_hash = ${hash})`,
  )

export const revokeRemembersOf = (tx: Tx, login: LoginKey) =>
  run(tx, sql`UPDATE remember_token SET revoked_at = ${now()} WHERE ${ofLogin(login)} AND revoked_at IS NULL`)

export async function forgetSessions(on: Database, before: Date): Promise<void> {
  await run(on, sql`DELETE FROM session WHERE refresh_expires_at < ${before}`) // deletes its refresh tokens too
  await run(on, sql`DELETE FROM remember_token WHERE expires_at < ${before}`)
}
