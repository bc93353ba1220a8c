/** All SQL on operate_seal, the chain over the operation log. */
import { now } from '../core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'

/** The columns that a seal covers, as one text that does not depend on how the database prints them. */
const SEALED = `jsonb_build_array(
  l.id, l.account_id, l.login_id, l.sub_uid, l.actor_name, l.type, l.target, l.content_cn, l.content_en, l.before, l.after,
  l.amount_cents, l.result, l.ip, l.device, floor(extract(epoch FROM l.created_at) * 1000)::bigint)::text`

/** Only one process seals at a time; the second finds the lock taken and leaves. */
export const lockSealing = async (tx: Tx): Promise<boolean> =>
  (await one(tx, sql<{ got: boolean }>`SELECT pg_try_advisory_xact_lock(5245243) AS got`)).got

export const lastSeal = (tx: Tx | Database) =>
  maybeOne(tx, sql<{ seq: number; hash: Buffer }>`SELECT seq, hash FROM operate_seal ORDER BY seq DESC LIMIT 1`)

export const unsealed = (tx: Tx, limit: number) =>
  many(
    tx,
    sql<{ id: string; text: string }>`
    SELECT l.id, ${sql.raw(SEALED)} AS text
      FROM operate_log l
     WHERE NOT EXISTS (SELECT FROM operate_seal s WHERE s.log_id = l.id)
     ORDER BY l.created_at, l.id
     LIMIT ${limit}`,
  )

/** Bytes as hexadecimal digits. */
type SealMade = { seq: number; log_id: string; prev_hash: string; hash: string; signature: string }

export const insertSeals = (tx: Tx, seals: readonly SealMade[]) =>
  run(
    tx,
    sql`
    INSERT INTO operate_seal (seq, log_id, prev_hash, hash, signature, sealed_at)
    SELECT seq, log_id, decode(prev_hash, 'hex'), decode(hash, 'hex'), decode(signature, 'hex'), ${now()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) AS made (seq bigint, log_id text, prev_hash text, hash text, signature text)`,
  )

/**
 * Every place where the chain does not hold, for the proof of the books: a seal that is missing, that does not follow
 * the one before, or whose row is gone or says something else than when it was sealed.
 */
export const BROKEN_SEALS = `
  SELECT seq::text AS subject, json_build_object('row', log_id, 'why', why) AS found
    FROM (SELECT s.seq, s.log_id,
                 CASE WHEN s.seq <> coalesce(lag(s.seq) OVER chain, 0) + 1 THEN 'a seal is missing before this one'
                      WHEN s.prev_hash <> coalesce(lag(s.hash) OVER chain, decode(repeat('00', 32), 'hex')) THEN 'the seal was changed'
                      WHEN l.id IS NULL THEN 'the row is gone'
                      WHEN s.hash <> sha256(s.prev_hash || convert_to(${SEALED}, 'UTF8')) THEN 'the row was changed'
                 END AS why
            FROM operate_seal s
            LEFT JOIN operate_log l ON l.id = s.log_id
          WINDOW chain AS (ORDER BY s.seq)) AS looked_at
   WHERE why IS NOT NULL`

export const sealsAfter = (tx: Tx, seq: number, limit: number) =>
  many(
    tx,
    sql<{ seq: number; log_id: string; hash: Buffer; signature: Buffer }>`
    SELECT seq, log_id, hash, signature
      FROM operate_seal
     WHERE seq > ${seq}
     ORDER BY seq
     LIMIT ${limit}`,
  )
