/** All SQL on staff and staff_session. */
import type { Checked } from '#contract/core/call.ts'
import type { listStaff } from '#contract/staff/staff.ts'
import type { Caller } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { db, many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type StaffPerson = {
  staff_id: string
  login_name: string
  name_cn: string
  name_en: string
  password_hash: string
  secret_enc: Buffer
  roles: string[]
  disabled_at: Date | null
  created_at: Date
}

const person = sql`staff_id, login_name, name_cn, name_en, password_hash, secret_enc, roles, disabled_at, created_at`

export const staffByName = (on: Tx | Database, loginName: string) =>
  maybeOne(on, sql<StaffPerson>`SELECT ${person} FROM staff WHERE login_name = ${loginName}`)
export const staffById = (on: Tx | Database, staffId: string) =>
  maybeOne(on, sql<StaffPerson>`SELECT ${person} FROM staff WHERE staff_id = ${staffId}`)
export const enabledStaff = (on: Database) =>
  many(on, sql<StaffPerson>`SELECT ${person} FROM staff WHERE disabled_at IS NULL ORDER BY login_name`)
/** Before its roles or access change: two concurrent changes would each record an outdated "before". */
export const lockStaff = (tx: Tx, staffId: string) =>
  maybeOne(tx, sql<StaffPerson>`SELECT ${person} FROM staff WHERE staff_id = ${staffId} FOR UPDATE`)

export const insertStaff = (
  tx: Tx,
  made: {
    staffId: string
    loginName: string
    nameCn: string
    nameEn: string
    passwordHash: string
    secretEnc: Buffer
    roles: readonly string[]
  },
) =>
  run(
    tx,
    sql`
    INSERT INTO staff (staff_id, login_name, name_cn, name_en, password_hash, secret_enc, roles, created_at, updated_at)
    VALUES (${made.staffId}, ${made.loginName}, ${made.nameCn}, ${made.nameEn}, ${made.passwordHash}, ${made.secretEnc},
            ${[...made.roles]}::text[], ${now()}, ${now()})
    ON CONFLICT (login_name) DO NOTHING`,
  )

/** A code works once, and no earlier one after it: of forty requests at the same time, one updates the row. */
export const takeStep = async (on: Database, staffId: string, step: number): Promise<boolean> =>
  (await run(on, sql`UPDATE staff SET last_step = ${step} WHERE staff_id = ${staffId} AND last_step < ${step}`)) === 1

export const updateRoles = (tx: Tx, staffId: string, roles: readonly string[]) =>
  run(tx, sql`UPDATE staff SET roles = ${[...roles]}::text[], updated_at = ${now()} WHERE staff_id = ${staffId}`)

export const updateDisabled = (tx: Tx, staffId: string, disabled: boolean) =>
  run(
    tx,
    sql`UPDATE staff SET disabled_at = ${disabled ? now() : null}::timestamptz, updated_at = ${now()} WHERE staff_id = ${staffId}`,
  )

export type StaffSessionRow = Pick<
  StaffPerson,
  'staff_id' | 'login_name' | 'name_cn' | 'name_en' | 'roles' | 'disabled_at'
> & { session_id: string; expires_at: Date; last_active_at: Date; ended_why: EndReason | null; has_passkey: boolean }
export type EndReason = 'signed_out' | 'idle' | 'replaced' | 'disabled' | 'roles'

export const sessionByToken = (hash: Buffer) =>
  maybeOne(
    db,
    sql<StaffSessionRow>`
    SELECT s.session_id, s.expires_at, s.last_active_at, s.ended_why,
           p.staff_id, p.login_name, p.name_cn, p.name_en, p.roles, p.disabled_at,
           EXISTS (SELECT FROM staff_passkey k WHERE k.staff_id = p.staff_id) AS has_passkey
      FROM staff_session s
      JOIN staff p ON p.staff_id = s.staff_id
     WHERE s.token_hash = ${hash}`,
  )

export const hasPasskey = async (on: Tx | Database, staffId: string): Promise<boolean> =>
  (await maybeOne(on, sql`SELECT 1 AS yes FROM staff_passkey WHERE staff_id = ${staffId} LIMIT 1`)) !== undefined

export const expiryOf = (on: Database, sessionId: string) =>
  one(on, sql<{ expires_at: Date }>`SELECT expires_at FROM staff_session WHERE session_id = ${sessionId}`)

export const insertStaffSession = (
  tx: Tx,
  made: { sessionId: string; staffId: string; tokenHash: Buffer; expiresAt: Date; from: Caller },
) =>
  run(
    tx,
    sql`
    INSERT INTO staff_session (session_id, staff_id, token_hash, expires_at, last_active_at, ip, device, created_at)
    VALUES (${made.sessionId}, ${made.staffId}, ${made.tokenHash}, ${made.expiresAt}, ${now()}, ${made.from.ip}, ${made.from.device}, ${now()})`,
  )

/** Written at most once a minute. */
export const markStaffActive = (on: Database, sessionId: string, staleBefore: Date) =>
  run(
    on,
    sql`UPDATE staff_session SET last_active_at = ${now()} WHERE session_id = ${sessionId} AND last_active_at <= ${staleBefore}`,
  )

export const endStaffSession = (on: Tx | Database, sessionId: string, why: EndReason) =>
  run(
    on,
    sql`UPDATE staff_session SET ended_at = ${now()}, ended_why = ${why} WHERE session_id = ${sessionId} AND ended_at IS NULL`,
  )

/** Ends all but the newest `keep`. */
export const endStaffSessions = (tx: Tx, staffId: string, why: EndReason, keep = 0) =>
  run(
    tx,
    sql`
    UPDATE staff_session SET ended_at = ${now()}, ended_why = ${why}
     WHERE session_id IN (SELECT session_id FROM staff_session
                           WHERE staff_id = ${staffId} AND ended_at IS NULL
                           ORDER BY created_at DESC, session_id DESC
                          OFFSET ${keep})`,
  )

/** Whether this person has signed in from this address with this browser before. */
export const staffSeen = async (on: Database, staffId: string, from: Caller, since: Date): Promise<boolean> =>
  (await maybeOne(
    on,
    sql`
    SELECT 1 AS yes FROM staff_session
     WHERE staff_id = ${staffId} AND ip = ${from.ip} AND device = ${from.device} AND created_at > ${since}
     LIMIT 1`,
  )) !== undefined

export const forgetStaffSessions = (on: Database, before: Date) =>
  run(on, sql`DELETE FROM staff_session WHERE expires_at < ${before}`)

export type StaffListed = StaffPerson & { last_active_at: Date | null }

export async function staffPage(
  on: Database,
  { keyword, role, pageNo, pageSize }: Checked<typeof listStaff>,
): Promise<{ rows: StaffListed[]; count: number }> {
  const like = keyword && `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const asked = sql`
        ${like ? sql`(login_name ILIKE ${like} OR name_cn ILIKE ${like} OR name_en ILIKE ${like})` : sql`true`}
    AND ${role ? sql`${role} = ANY (roles)` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<StaffListed>`
      SELECT ${person}, (SELECT max(last_active_at) FROM staff_session s WHERE s.staff_id = staff.staff_id) AS last_active_at
        FROM staff
       WHERE ${asked}
       ORDER BY disabled_at IS NOT NULL, login_name
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM staff WHERE ${asked}`),
  ])
  return { rows, count }
}

export const namesOf = (on: Tx | Database, staffIds: readonly string[]) =>
  many(
    on,
    sql<{ staff_id: string; name_cn: string; name_en: string }>`
    SELECT staff_id, name_cn, name_en FROM staff WHERE staff_id = ANY (${[...new Set(staffIds)]}::text[])`,
  )
