/** Tells which keys this process has, so that a key is only used or removed once every server is ready for it (docs/operate/keys.md#rotation). */
import { randomUUID } from 'node:crypto'
import { SECOND } from '../clock.ts'
import { isBusy, pool } from '../db.ts'
import { tellFault } from '../log.ts'
import { keyIds } from '../secrets.ts'

const EVERY_MS = 2 * SECOND
const process = randomUUID()

/** Writes the keys of this process until stopped. */
export function shareKeys(): { stop(): void } {
  const timer = setInterval(() => {
    write().catch((error: unknown) => {
      if (!isBusy(error)) tellFault('keys not written', error)
    })
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** By the database's clock, which all servers share. */
async function write(): Promise<void> {
  const { field, lookup } = keyIds()
  await pool.query(
    `WITH gone AS (
       DELETE FROM key_process WHERE seen_at < clock_timestamp() - interval '1 day'
     )
     INSERT INTO key_process AS known (process_id, field_current, field_known, lookup_current, lookup_known, since, seen_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())
     ON CONFLICT (process_id) DO UPDATE
        SET field_current = excluded.field_current, field_known = excluded.field_known,
            lookup_current = excluded.lookup_current, lookup_known = excluded.lookup_known, seen_at = excluded.seen_at,
            since = CASE WHEN (known.field_current, known.field_known, known.lookup_current, known.lookup_known)
                            = (excluded.field_current, excluded.field_known, excluded.lookup_current, excluded.lookup_known)
                         THEN known.since ELSE excluded.since END`,
    [process, field.current, field.known, lookup.current, lookup.known],
  )
}

/** A server that has not told for this long is not running. */
const GONE_S = 30

type KeysInUse = { servers: number; fieldKey: number; fieldKeys: number[]; lookupKey: number; lookupKeys: number[] }

/** The keys of the running servers: one row, except while a new file reaches them. */
export const keysOfServers = async (): Promise<KeysInUse[]> =>
  (
    await pool.query<KeysInUse>(
      `SELECT count(*)::int AS servers, field_current AS "fieldKey", field_known AS "fieldKeys", lookup_current AS "lookupKey", lookup_known AS "lookupKeys"
         FROM key_process
        WHERE seen_at > clock_timestamp() - make_interval(secs => ${GONE_S})
        GROUP BY 2, 3, 4, 5
        ORDER BY 2, 3, 4, 5`,
    )
  ).rows
