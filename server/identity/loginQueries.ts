/** All SQL that changes a login and its account by the owner's own wish. */
import { now } from '../core/clock.ts'
import { run, sql, type Tx } from '../core/db.ts'

export const updatePassword = (tx: Tx, loginId: string, passwordHash: string) =>
  run(
    tx,
    sql`
    UPDATE login
       SET password_hash = ${passwordHash}, password_at = ${now()}, updated_at = ${now()}
     WHERE login_id = ${loginId}`,
  )

/** Later wins: a second change never shortens what the first began. */
export const updateCooldown = (tx: Tx, loginId: string, until: Date) =>
  run(tx, sql`UPDATE login SET cooldown_until = ${until}, updated_at = ${now()} WHERE login_id = ${loginId}`)

export const updateMobile = (tx: Tx, loginId: string, mobileEnc: Buffer, mobileHash: Buffer) =>
  run(
    tx,
    sql`
    UPDATE login
       SET mobile_enc = ${mobileEnc}, mobile_hash = ${mobileHash}, updated_at = ${now()}
     WHERE login_id = ${loginId}`,
  )

export const updateProfile = (
  tx: Tx,
  accountId: string,
  change: { nickname?: string | undefined; lang?: string | undefined; timeZone?: string | undefined },
) =>
  run(
    tx,
    sql`
    UPDATE account
       SET nickname = coalesce(${change.nickname ?? null}, nickname),
           lang = coalesce(${change.lang ?? null}, lang),
           time_zone = coalesce(${change.timeZone ?? null}, time_zone),
           updated_at = ${now()}
     WHERE account_id = ${accountId}`,
  )
