/**
 * A standby that serves long reads (`KAIKA_REPLICA_URL`), so that they take no processor, cache or disk from the decisions. It is used once it has everything that
 * was committed when the read began: nothing that it shows is older than that. Otherwise the database itself serves the read.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SECOND } from '../clock.ts'
import { db, isSpread, one, openPool, pool, sql } from '../db.ts'
import { tellFault } from '../log.ts'

/** A standby that is further behind than this is not waited for. */
const WAIT_MS = 2 * SECOND
const EVERY_MS = 25
/** After a failure it is not asked again for this long, so that not every reader waits for it. */
const AWAY_MS = 10 * SECOND

let asking: pg.Pool | undefined
let awayUntil = -Infinity

/** `undefined`: there is none. */
export async function useReplica(url: string | undefined): Promise<void> {
  await asking?.end()
  awayUntil = -Infinity
  asking = url === undefined ? undefined : openPool(url, { connections: 1, statementTimeoutMs: SECOND })
}

/** Whether it follows the database, and has all up to this place in the log. */
const PROGRESS = `
  SELECT pg_is_in_recovery() AND EXISTS (SELECT FROM pg_stat_wal_receiver) AS follows,
         coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS has`

/** Where a long read is to be made. */
export async function urlForLongReads(): Promise<string> {
  const home = pool.options.connectionString!
  const replica = asking
  // Where an engine spreads the tables, a copy of one node is no copy of the whole.
  if (!replica || performance.now() < awayUntil || (await isSpread(db))) return home
  try {
    if (await hasAll(replica)) return replica.options.connectionString!
    tellFault('the replica is behind and not used', undefined)
  } catch (error) {
    tellFault('the replica is not used', error)
  }
  awayUntil = performance.now() + AWAY_MS
  return home
}

async function hasAll(replica: pg.Pool): Promise<boolean> {
  const { lsn } = await one(db, sql<{ lsn: string }>`SELECT pg_current_wal_flush_lsn()::text AS lsn`)
  for (const until = performance.now() + WAIT_MS; ;) {
    const { rows } = await replica.query<{ follows: boolean; has: boolean }>(PROGRESS, [lsn])
    const { follows, has } = rows[0]!
    if (!follows) return false
    if (has) return true
    if (performance.now() > until) return false
    await sleep(EVERY_MS)
  }
}
