/**
 * Tracks which job workers are alive, so that the jobs of a dead one are released within seconds. Every process writes its workers to `job_worker` every two
 * seconds and holds a session-level advisory lock. A killed process loses its connections, and with them the lock, immediately; a slow one keeps the lock and
 * its jobs. All times are the database's.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { raiseAlarm } from '../alarms.ts'
import { MINUTE, SECOND } from '../clock.ts'
import { db, pool, run, sql } from '../db.ts'
import { OwnConnection } from '../database/ownConnection.ts'

const BEAT_MS = 2 * SECOND
/** A worker not seen for this long has died if its lock is free too. */
const SILENT_S = 4
/** A frozen process keeps its lock: after this long without a sign of life, its jobs are released anyway. */
const FROZEN_S = 30
/** Between locking and starting a job, and between its end and its removal, a worker needs less than this. */
const UNDER_WAY_S = 5
const LOST_EVERY_BEATS = 5
/** First key of the advisory locks: an arbitrary number that no other code uses. */
const LOCK_CLASS = 5_245_248

// The database notices a machine that disappears silently after about ten seconds, and frees its lock.
const KEEP_ALIVE = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3'

/** The workers of one process. */
export class WorkerPresence {
  /** The jobs fetched and in progress, by the worker pool's id: true once a job runs. */
  readonly #held = new Map<string, Map<string, boolean>>()
  readonly #lockKey = randomInt(2 ** 31)
  readonly #connection: OwnConnection
  readonly #leave = new AbortController()
  readonly #beating: Promise<void>
  #answered = false

  constructor(url = pool.options.connectionString!) {
    this.#connection = new OwnConnection(url, { name: 'kaika worker', onOpen: KEEP_ALIVE })
    this.#beating = this.#beat()
  }

  /** Whether the last query to the database was answered. */
  get databaseAnswers(): boolean {
    return this.#answered
  }

  add = (poolId: string): void => void this.#held.set(poolId, new Map())
  remove = (poolId: string): void => void this.#held.delete(poolId)
  fetched(poolId: string, jobIds: readonly string[]): void {
    const held = this.#held.get(poolId)
    for (const id of jobIds) if (!held?.has(id)) held?.set(id, false)
  }
  begin = (poolId: string, jobId: string): void => void this.#held.get(poolId)?.set(jobId, true)
  /** It has ended, and its end is on the way to the database: until it is there, the job is not lost. */
  reported(poolId: string, jobId: string): void {
    this.#held.get(poolId)?.set(jobId, false)
    setTimeout(() => this.end(poolId, jobId), SECOND).unref()
  }
  end = (poolId: string, jobId: string): void => void this.#held.get(poolId)?.delete(jobId)
  /** The number of jobs that run. */
  busy = (poolId: string): number => [...(this.#held.get(poolId)?.values() ?? [])].filter(Boolean).length

  /** The row of a worker that still holds a job stays, so that other processes release the job. */
  async stop(): Promise<void> {
    this.#leave.abort()
    await this.#beating
    await this.#connection
      .query(
        `DELETE FROM job_worker
          WHERE lock_key = $1 AND pool_id NOT IN (SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL)`,
        [this.#lockKey],
      )
      .catch(() => {})
    await this.#connection.close()
  }

  async #beat(): Promise<void> {
    for (let beats = 0; !this.#leave.signal.aborted; beats++) {
      const due = performance.now() + BEAT_MS
      try {
        await this.write()
        await this.#releaseDead()
        if (beats % LOST_EVERY_BEATS === 0) await this.#releaseLost()
        this.#answered = true
      } catch {
        this.#answered = false
      }
      await sleep(BEAT_MS, undefined, { signal: this.#leave.signal }).catch(() => {})
      // A stalled event loop has not yet read the database's answers: no job counts as lost at such a moment.
      if (performance.now() - due > BEAT_MS) beats = 0
    }
  }

  /** Writes the row of every local worker, and takes the lock, which a new connection does not have yet. */
  async write(): Promise<void> {
    await this.#connection.query(
      `SELECT pg_try_advisory_lock($1, $2)
        WHERE NOT EXISTS (SELECT FROM pg_locks
                           WHERE locktype = 'advisory' AND classid = $1::int AND objid = $2::int AND pid = pg_backend_pid())`,
      [LOCK_CLASS, this.#lockKey],
    )
    await this.#connection.query(
      `INSERT INTO job_worker (pool_id, lock_key, seen_at)
       SELECT pool_id, $2, clock_timestamp() FROM unnest($1::text[]) AS pool_id
           ON CONFLICT (pool_id) DO UPDATE SET seen_at = excluded.seen_at, lock_key = excluded.lock_key`,
      [[...this.#held.keys()], this.#lockKey],
    )
  }

  /** Releases the jobs of dead workers. Jobs on their last attempt are left to a person: they may have killed the worker. */
  async #releaseDead(): Promise<void> {
    const released = await this.#connection.query<{ id: string; task: string; spent: boolean }>(RELEASE_DEAD)
    for (const { id, task, spent } of released)
      if (spent) await raiseAlarm(db, { kind: 'JOB_GIVEN_UP', subject: `job ${id}`, detail: { task } })
  }

  /** Our jobs that we do not know: the connection broke while the database handed them out, or while we reported their end. */
  async #releaseLost(): Promise<void> {
    const held = [...this.#held.values()].flatMap((jobs) => [...jobs.keys()])
    await this.#connection.query(
      `WITH released AS (
         UPDATE graphile_worker._private_jobs
            SET locked_at = NULL, locked_by = NULL
          WHERE locked_by = ANY ($1::text[]) AND id <> ALL ($2::bigint[])
            AND locked_at < clock_timestamp() - make_interval(secs => ${UNDER_WAY_S})
         RETURNING job_queue_id
       )
       UPDATE graphile_worker._private_job_queues AS queue
          SET locked_at = NULL, locked_by = NULL
         FROM released
        WHERE queue.id = released.job_queue_id AND queue.locked_by = ANY ($1::text[])`,
      [[...this.#held.keys()], held],
    )
    await this.#connection.query(RELEASE_QUEUES, [[...this.#held.keys()]])
  }
}

/** The lock is tried only if a row is old: whoever gets it knows that its holder is gone. */
const RELEASE_DEAD = `
  WITH silent AS MATERIALIZED (
    SELECT pool_id, lock_key, seen_at
      FROM job_worker
     WHERE seen_at < clock_timestamp() - make_interval(secs => ${SILENT_S})
       FOR UPDATE SKIP LOCKED
  ), dead AS (
    DELETE FROM job_worker
     USING silent
     WHERE job_worker.pool_id = silent.pool_id
       AND (silent.seen_at < clock_timestamp() - make_interval(secs => ${FROZEN_S})
            OR pg_try_advisory_xact_lock(${LOCK_CLASS}, silent.lock_key))
    RETURNING job_worker.pool_id
  ), queues AS (
    UPDATE graphile_worker._private_job_queues
       SET locked_at = NULL, locked_by = NULL
     WHERE locked_by IN (SELECT pool_id FROM dead)
  ), released AS (
    UPDATE graphile_worker._private_jobs
       SET locked_at = NULL, locked_by = NULL
     WHERE locked_by IN (SELECT pool_id FROM dead)
    RETURNING id, task_id, attempts >= max_attempts AS spent
  )
  SELECT released.id, task.identifier AS task, spent, pg_notify('jobs:insert', '{"count":4}')
    FROM released
    JOIN graphile_worker._private_tasks AS task ON task.id = released.task_id`

/**
 * Queues that are locked by us for no job. Where a job was released and taken again while its first worker still lived, that one deletes it at its end whoever
 * has it, and the second one then finds nothing whose queue it would unlock: all jobs of the queue would wait for as long as we live.
 */
const RELEASE_QUEUES = `
  UPDATE graphile_worker._private_job_queues AS queue
     SET locked_at = NULL, locked_by = NULL
   WHERE locked_by = ANY ($1::text[])
     AND locked_at < clock_timestamp() - make_interval(secs => ${UNDER_WAY_S})
     AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs AS job
                      WHERE job.job_queue_id = queue.id AND job.locked_by = queue.locked_by)`

/** Jobs of a worker that never wrote its row, such as one of another version. Every job may run twice, so they are released once no job takes that long. */
export async function releaseAbandonedJobs(): Promise<void> {
  const abandoned = sql`locked_at < clock_timestamp() - make_interval(secs => ${(2 * MINUTE) / SECOND})
                    AND locked_by NOT IN (SELECT pool_id FROM job_worker)`
  await run(
    db,
    sql`
    WITH released AS (
      UPDATE graphile_worker._private_job_queues
         SET locked_at = NULL, locked_by = NULL
       WHERE ${abandoned}
    )
    UPDATE graphile_worker._private_jobs
       SET locked_at = NULL, locked_by = NULL
     WHERE ${abandoned}`,
  )
}
