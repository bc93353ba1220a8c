/** All SQL on staff_reveal. */
import { maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'

/** Counts one more, in one statement: of a thousand at once no more than the cap get it. How many it are now, or undefined. */
export const takeReveal = async (
  tx: Tx,
  { staffId, day, kind, most }: { staffId: string; day: number; kind: string; most: number },
): Promise<number | undefined> => {
  const taken = await maybeOne(
    tx,
    sql<{ times: number }>`
    INSERT INTO staff_reveal AS had (staff_id, day, kind, times)
    VALUES (${staffId}, ${day}, ${kind}, 1)
        ON CONFLICT (staff_id, day, kind) DO UPDATE
       SET times = had.times + 1
     WHERE had.times < ${most}
    RETURNING times`,
  )
  return taken?.times
}

export const forgetReveals = (on: Database, before: number) =>
  run(on, sql`DELETE FROM staff_reveal WHERE day < ${before}`)
