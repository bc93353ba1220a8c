/** Jobs, done at the moment of the story in which they were left, and without the worker's pauses. */
import { db, sql } from '#server/core/db.ts'
import { composition } from '#server/modules.ts'

const { sweeps, jobs: tasks } = composition

/** What belongs to one account waits for its wallet anyway. */
const HANDS = 4

type Left = { id: string; name: keyof typeof tasks; payload: never; queue: string | null }

/** Run everything that is due, and what that leaves, until nothing is. A job that fails ends the telling. */
export async function workOff(): Promise<void> {
  for (;;) {
    const { rows } = await sql<Left>`
      SELECT job.id::text, task.identifier AS name, job.payload, job.job_queue_id::text AS queue
        FROM graphile_worker._private_jobs AS job
        JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
       WHERE job.run_at <= clock_timestamp()
       ORDER BY job.id`.execute(db)
    if (!rows.length) return
    const queues = [...Map.groupBy(rows, ({ id, queue }) => queue ?? id).values()]
    await Promise.all(
      Array.from({ length: HANDS }, async () => {
        for (let queue = queues.shift(); queue; queue = queues.shift()) await inTurn(queue)
      }),
    )
    await sql`SELECT graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  }
}

async function inTurn(jobs: readonly Left[]): Promise<void> {
  for (const { name, payload } of jobs) await tasks[name]!(payload)
}

/** What the worker does by the clock. */
export async function sweepUp(): Promise<void> {
  for (const { work } of Object.values(sweeps)) await work()
  await workOff()
}
