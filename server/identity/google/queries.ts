/** All SQL on google_secret and google_recovery. */
import type { LoginKey } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofLogin } from '#server/core/database/cells.ts'
import { maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type SecretRow = { secret_enc: Buffer; pending_until: Date | null; last_step: number }

export const secretOf = (on: Tx | Database, login: LoginKey) =>
  maybeOne(on, sql<SecretRow>`SELECT secret_enc, pending_until, last_step FROM google_secret WHERE ${ofLogin(login)}`)

/** Replaces a secret that was never confirmed; a bound one stays. */
export const keepSecret = (on: Database, { accountId, loginId }: LoginKey, sealed: Buffer, until: Date) =>
  run(
    on,
    sql`
    INSERT INTO google_secret (cell, account_id, login_id, secret_enc, pending_until, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${loginId}, ${sealed}, ${until}, ${now()})
    ON CONFLICT (cell, account_id, login_id) DO UPDATE
       SET secret_enc = excluded.secret_enc, pending_until = excluded.pending_until, last_step = 0, created_at = excluded.created_at
     WHERE google_secret.pending_until IS NOT NULL`,
  )

/** Of forty requests with the same digits, on any number of servers, one finds the row. */
export const takeStep = (on: Tx | Database, login: LoginKey, step: number) =>
  run(on, sql`UPDATE google_secret SET last_step = ${step} WHERE ${ofLogin(login)} AND last_step < ${step}`)

export const confirmSecret = (tx: Tx, login: LoginKey) =>
  run(tx, sql`UPDATE google_secret SET pending_until = NULL WHERE ${ofLogin(login)} AND pending_until > ${now()}`)

export const markBound = (tx: Tx, login: LoginKey, boundAt: Date | null) =>
  run(tx, sql`UPDATE login SET google_bound_at = ${boundAt}, updated_at = ${now()} WHERE ${ofLogin(login)}`)

export async function forgetSecret(tx: Tx, login: LoginKey): Promise<void> {
  await run(tx, sql`DELETE FROM google_secret WHERE ${ofLogin(login)}`)
  await run(tx, sql`DELETE FROM google_recovery WHERE ${ofLogin(login)}`)
}

export const insertRecovery = (tx: Tx, { accountId, loginId }: LoginKey, hashes: readonly Buffer[]) =>
  run(
    tx,
    sql`
    INSERT INTO google_recovery (cell, account_id, login_id, code_hash, created_at)
    SELECT ${cellOf(accountId)}, ${accountId}, ${loginId}, hash, ${now()}::timestamptz FROM unnest(${[...hashes]}::bytea[]) AS hash`,
  )

export const takeRecovery = (on: Tx | Database, login: LoginKey, hash: Buffer) =>
  run(
    on,
    sql`UPDATE google_recovery SET used_at = ${now()} WHERE ${ofLogin(login)} AND code_hash = ${hash} AND used_at IS NULL`,
  )
