/** Runs queued jobs by hand until none of these kinds is due. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { JobTasks } from '#server/core/jobs.ts'
import { db, pool, sql } from '#server/core/db.ts'

const silent = new Logger(() => () => {})

/**
 * The worker does not wait for the end of a job to be stored before it polls for the next one or stops: on a busy machine, the job's queue is then still
 * locked, and the next job of that queue is skipped although due. So we wait for it, and poll again until a run finds nothing.
 */
export async function runJobs(tasks: JobTasks): Promise<void> {
  for (;;) {
    const events = new EventEmitter() as WorkerEvents
    const ended: string[] = []
    events.on('job:complete', ({ job }) => ended.push(job.id))
    await runOnce({ pgPool: pool, taskList: tasks as TaskList, logger: silent, events })
    if (ended.length === 0) return
    while (await someLocked(ended)) await sleep(2)
  }
}

/** One statement releases a job and its queue. */
async function someLocked(ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker._private_jobs WHERE id = ANY (${ids}::bigint[]) AND locked_at IS NOT NULL`.execute(db)
  return rows.length > 0
}
