/** All SQL on staff_reveal. */
import { maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

/** Count one more in one statement, so that of a thousand at the same time only as many as the cap succeed. Returns the new count, or undefined. */
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
