/** All SQL on staff_view. */
import { ago, now } from '#server/core/clock.ts'
import { run, sql, type Tx } from '#server/core/db.ts'

/** True where this view has to be written down: the first of its kind, or the last one was written so long ago. */
export const takeView = async (
  tx: Tx,
  view: { staffId: string; accountId: string; what: string; everyMs: number },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO staff_view AS view (account_id, staff_id, what, recorded_at)
    VALUES (${view.accountId}, ${view.staffId}, ${view.what}, ${now()})
    ON CONFLICT (account_id, staff_id, what) DO UPDATE
       SET recorded_at = excluded.recorded_at
     WHERE view.recorded_at <= ${ago(view.everyMs)}`,
  )) === 1
