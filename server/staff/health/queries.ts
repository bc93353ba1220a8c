/** Queries on the job worker's own tables. */
import { many, run, sql, type Database, type Tx } from '#server/core/db.ts'

export const queueDepths = (on: Database) =>
  many(
    on,
    sql<{ task: string; waiting: number; working: number; failing: number; oldest: Date | null }>`
    SELECT identifier AS task,
           count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts) AS waiting,
           count(*) FILTER (WHERE locked_at IS NOT NULL) AS working,
           count(*) FILTER (WHERE last_error IS NOT NULL) AS failing,
           min(run_at) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts) AS oldest
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     GROUP BY identifier
     ORDER BY count(*) DESC, identifier`,
  )

/** For Prometheus. A job that is to run later is none that waits. */
export const jobStates = (on: Database) =>
  many(
    on,
    sql<{
      task: string
      waiting: number
      ready: number
      working: number
      failing: number
      given_up: number
      oldestS: number | null
    }>`
    SELECT identifier AS task,
           count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > clock_timestamp()) AS waiting,
           count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= clock_timestamp()) AS ready,
           count(*) FILTER (WHERE locked_at IS NOT NULL) AS working,
           count(*) FILTER (WHERE last_error IS NOT NULL) AS failing,
           count(*) FILTER (WHERE last_error IS NOT NULL AND attempts >= max_attempts) AS given_up,
           extract(epoch FROM clock_timestamp() - min(run_at)
             FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= clock_timestamp()))::float8 AS "oldestS"
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     GROUP BY identifier`,
  )

export const sweepAges = (on: Database, names: readonly string[]) =>
  many(
    on,
    sql<{ sweep: string; ageS: number }>`
    SELECT identifier AS sweep, extract(epoch FROM clock_timestamp() - coalesce(last_execution, known_since))::float8 AS "ageS"
      FROM graphile_worker._private_known_crontabs
     WHERE identifier = ANY (${[...names]}::text[])`,
  )

export const failedJobs = (on: Database, limit: number) =>
  many(
    on,
    sql<{
      id: number
      task: string
      attempts: number
      max_attempts: number
      last_error: string
      created_at: Date
      run_at: Date
    }>`
    SELECT job.id, identifier AS task, attempts, max_attempts, last_error, job.created_at, run_at
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE last_error IS NOT NULL
     ORDER BY attempts >= max_attempts DESC, run_at
     LIMIT ${limit}`,
  )

/** Restart from the first attempt. A job that is running is left alone. */
export const replay = async (tx: Tx, jobId: number): Promise<boolean> =>
  (await run(
    tx,
    sql`
    UPDATE graphile_worker._private_jobs SET attempts = 0, run_at = clock_timestamp(), last_error = NULL
     WHERE id = ${jobId} AND last_error IS NOT NULL AND locked_at IS NULL`,
  )) === 1
