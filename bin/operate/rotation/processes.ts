/** Which keys the running servers have, as they tell the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '#server/core/clock.ts'
import { many, sql, type Database } from '#server/core/db.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'

export type Process = {
  id: string
  field: { current: number; known: number[] }
  lookup: { current: number; known: number[] }
  /** How long it has had just these keys. */
  sinceMs: number
}

/** A server that has not told for this long is not running. It reads the file of the secrets when it starts. */
const GONE_S = 30

async function runningProcesses(on: Database): Promise<Process[]> {
  const rows = await many(
    on,
    sql<{ id: string; fc: number; fk: number[]; lc: number; lk: number[]; sinceMs: number }>`
    SELECT process_id AS id, field_current AS fc, field_known AS fk, lookup_current AS lc, lookup_known AS lk,
           (extract(epoch FROM clock_timestamp() - since) * 1000)::float8 AS "sinceMs"
      FROM key_process
     WHERE seen_at > clock_timestamp() - make_interval(secs => ${GONE_S})`,
  )
  return rows.map(({ id, fc, fk, lc, lk, sinceMs }) => ({
    ...{ id, sinceMs },
    ...{ field: { current: fc, known: fk }, lookup: { current: lc, known: lk } },
  }))
}

export type Patience = { forMs: number; everyMs?: number; signal?: AbortSignal }

/** Waits until every running server is ready. */
export async function untilAll(
  on: Database,
  isReady: (process: Process) => boolean,
  { what, forMs, everyMs = SECOND, signal }: Patience & { what: string },
): Promise<void> {
  const until = performance.now() + forMs
  for (;;) {
    const others = (await runningProcesses(on)).filter((process) => !isReady(process))
    if (!others.length) return
    if (performance.now() > until)
      throw new ConfigProblem(
        `${others.length} running servers do not ${what} yet: does each machine have the new secrets.json? Repeat the command when they do`,
      )
    await sleep(everyMs, undefined, { signal })
  }
}
