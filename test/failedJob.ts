import { db, sql, transaction } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'

/** A job whose last attempt failed with this message, scheduled far in the future. */
export async function aFailedJob(error = 'no answer from "the issuer"'): Promise<number> {
  const key = `failed ${crypto.randomUUID()}`
  await transaction((tx) => later(tx, 'ledger.prove', { proofId: 'none' }, { key, inMs: 86_400_000 }))
  const { rows } = await sql<{ id: number }>`
    UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = ${error} WHERE key = ${key} RETURNING id`.execute(
    db,
  )
  return rows[0]!.id
}
