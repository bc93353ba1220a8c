/** All SQL on google_secret and google_recovery. */
import { now } from '#server/core/clock.ts'
import { maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type SecretRow = { secret_enc: Buffer; pending_until: Date | null; last_step: number }

export const secretOf = (on: Tx | Database, loginId: string) =>
  maybeOne(
    on,
    sql<SecretRow>`SELECT secret_enc, pending_until, last_step FROM google_secret WHERE login_id = ${loginId}`,
  )

/** Replaces a secret that was never confirmed; a bound one stays. */
export const keepSecret = (on: Database, loginId: string, sealed: Buffer, until: Date) =>
  run(
    on,
    sql`
    INSERT INTO google_secret (login_id, secret_enc, pending_until, created_at)
    VALUES (${loginId}, ${sealed}, ${until}, ${now()})
    ON CONFLICT (login_id) DO UPDATE
       SET secret_enc = excluded.secret_enc, pending_until = excluded.pending_until, last_step = 0, created_at = excluded.created_at
     WHERE google_secret.pending_until IS NOT NULL`,
  )

/** Of forty requests with the same digits, on any number of servers, one finds the row. */
export const takeStep = (on: Tx | Database, loginId: string, step: number) =>
  run(on, sql`UPDATE google_secret SET last_step = ${step} WHERE login_id = ${loginId} AND last_step < ${step}`)

export const confirmSecret = (tx: Tx, loginId: string) =>
  run(tx, sql`UPDATE google_secret SET pending_until = NULL WHERE login_id = ${loginId} AND pending_until > ${now()}`)

export const markBound = (tx: Tx, loginId: string, boundAt: Date | null) =>
  run(tx, sql`UPDATE login SET google_bound_at = ${boundAt}, updated_at = ${now()} WHERE login_id = ${loginId}`)

export async function forgetSecret(tx: Tx, loginId: string): Promise<void> {
  await run(tx, sql`DELETE FROM google_secret WHERE login_id = ${loginId}`)
  await run(tx, sql`DELETE FROM google_recovery WHERE login_id = ${loginId}`)
}

export const insertRecovery = (tx: Tx, loginId: string, hashes: readonly Buffer[]) =>
  run(
    tx,
    sql`
    INSERT INTO google_recovery (code_hash, login_id, created_at)
    SELECT hash, ${loginId}, ${now()}::timestamptz FROM unnest(${[...hashes]}::bytea[]) AS hash`,
  )

export const takeRecovery = (on: Tx | Database, loginId: string, hash: Buffer) =>
  run(
    on,
    sql`
    UPDATE google_recovery
       SET used_at = ${now()}
     WHERE code_hash = ${hash} AND login_id = ${loginId} AND used_at IS NULL`,
  )
