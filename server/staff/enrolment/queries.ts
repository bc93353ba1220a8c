/** All SQL on staff_enrolment. */
import { now } from '#server/core/clock.ts'
import { maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type Enrolment = {
  staff_id: string
  login_name: string
  name_cn: string
  name_en: string
  roles: string[]
  disabled_at: Date | null
  expires_at: Date
  ended_why: 'used' | 'replaced' | null
}

const columns = sql`
  SELECT link.staff_id, login_name, name_cn, name_en, roles, disabled_at, expires_at, ended_why
    FROM staff_enrolment AS link
    JOIN staff ON staff.staff_id = link.staff_id`

export const enrolmentByLink = (on: Database, linkHash: Buffer) =>
  maybeOne(on, sql<Enrolment>`${columns} WHERE link_hash = ${linkHash}`)

export const insertEnrolment = (tx: Tx, made: { linkHash: Buffer; staffId: string; expiresAt: Date }) =>
  run(
    tx,
    sql`
    INSERT INTO staff_enrolment (link_hash, staff_id, created_at, expires_at)
    VALUES (${made.linkHash}, ${made.staffId}, ${now()}, ${made.expiresAt})`,
  )

export const replaceEnrolments = (tx: Tx, staffId: string) =>
  run(
    tx,
    sql`
    UPDATE staff_enrolment SET ended_at = ${now()}, ended_why = 'replaced'
     WHERE staff_id = ${staffId} AND ended_at IS NULL`,
  )

/** Once: of several at the same time, one ends the link. */
export const useEnrolment = async (tx: Tx, linkHash: Buffer): Promise<boolean> =>
  (await run(
    tx,
    sql`
    UPDATE staff_enrolment SET ended_at = ${now()}, ended_why = 'used'
     WHERE link_hash = ${linkHash} AND ended_at IS NULL AND expires_at > ${now()}`,
  )) === 1

export const forgetEnrolments = (on: Database, before: Date) =>
  run(on, sql`DELETE FROM staff_enrolment WHERE expires_at < ${before}`)

export const updateCredentials = (
  tx: Tx,
  {
    staffId,
    passwordHash,
    secretEnc,
    step,
  }: { staffId: string; passwordHash: string; secretEnc: Buffer; step: number },
) =>
  run(
    tx,
    sql`
    UPDATE staff SET password_hash = ${passwordHash}, secret_enc = ${secretEnc}, last_step = ${step}, updated_at = ${now()}
     WHERE staff_id = ${staffId}`,
  )
