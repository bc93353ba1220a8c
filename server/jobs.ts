import { setTimeout } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Job, type Runner, type RunnerOptions, type TaskList } from 'graphile-worker'
import { ago, MINUTE } from './clock.ts'
import { db, pool, sql, type Tx } from './db.ts'
import { tellFault } from './log.ts'

/**
 * What can happen later, by name. Every module that has a `jobs.ts` adds its own:
 * `declare module '../jobs.ts' { interface Jobs { 'cards.askIssuer': { cardId: string } } }`
 */
// oxlint-disable-next-line no-empty-interface
export interface Jobs {}

export type JobTasks = { [N in keyof Jobs]?: (payload: Jobs[N]) => Promise<void> }
/** Module jobs that run by the minute: deadlines are columns, and a sweep acts on those that have passed. */
export type Sweeps = Record<string, { every: 'minute' | 'hour' | 'day'; work: () => Promise<void> }>

/**
 * Leave a job in the same transaction: it exists exactly if the transaction commits. `key`: a job with this key
 * that has not started is replaced. `queue`: jobs of one queue run one after another.
 */
export async function later<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  { key, queue, inMs = 0, tries = 25 }: { key?: string; queue?: string; inMs?: number; tries?: number } = {},
): Promise<void> {
  await sql`SELECT graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null}, job_key => ${key ?? null},
      run_at => clock_timestamp() + make_interval(secs => ${inMs / 1000}), max_attempts => ${tries})`.execute(tx)
}

/** The worker's own chatter stays out of the log; a job that failed does not. */
const faultsOnly = new Logger(() => (level, _, meta) => {
  if (level !== 'error') return
  const { job, error, fatalError } = (meta ?? {}) as { job?: Job; error?: unknown; fatalError?: unknown }
  const { task_identifier: name = '', id = '', attempts = 0 } = job ?? {}
  tellFault(job ? 'job failed' : 'worker failed', error ?? fatalError, job && { job: name, id: String(id), attempts })
})

export type Working = { stop(): Promise<void> }

/**
 * Start working, and start again whenever the worker ends by itself: it does so for good when the connection breaks
 * just as it reports a job done. Sweeps are jobs by cron, so one of several processes does each.
 */
export async function startWorking(tasks: JobTasks, sweeps: Sweeps, { concurrency = 4 } = {}): Promise<Working> {
  const start = (): Promise<Runner> => run(optionsFor(tasks, sweeps, concurrency))
  let runner: Runner | undefined = await start()
  const leave = new AbortController()
  const watch = async (): Promise<void> => {
    while (!leave.signal.aborted) {
      await runner?.promise.catch(() => {})
      runner = undefined
      await setTimeout(RESTART_MS, undefined, { signal: leave.signal }).catch(() => {})
      if (!leave.signal.aborted) runner = await start().catch(() => undefined)
    }
  }
  const watching = watch()
  return {
    async stop() {
      leave.abort()
      await runner?.stop().catch(() => {}) // it had stopped already
      await watching
      await runner?.stop().catch(() => {}) // it was being started just then
    },
  }
}
const RESTART_MS = 500

function optionsFor(tasks: JobTasks, sweeps: Sweeps, concurrency: number): RunnerOptions {
  const cron = { minute: '* * * * *', hour: '3 * * * *', day: '30 19 * * *' }
  const list: TaskList = {}
  for (const [name, task] of Object.entries(tasks))
    list[name] = (payload) => (task as (p: unknown) => Promise<void>)(payload)
  for (const [name, { work }] of Object.entries(sweeps)) list[name] = () => work()
  return {
    pgPool: pool,
    taskList: list,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    // Not as the text of a crontab: that allows no dots in names.
    parsedCronItems: parseCronItems(
      Object.entries(sweeps).map(([name, { every }]) => ({
        task: name,
        match: cron[every],
        options: { maxAttempts: 2 },
      })),
    ),
    logger: faultsOnly,
  }
}

/** Longer than any job takes, and short enough for what waits behind it. */
const ABANDONED_AFTER_MS = 2 * MINUTE

/**
 * A process that was killed leaves its jobs, and the queues that they stood in, marked as being worked on: a card's
 * events would wait behind them for the four hours after which the worker gives up on its own. Every job may run twice,
 * so they are simply given back.
 */
export async function takeUpAbandoned(): Promise<void> {
  const before = ago(ABANDONED_AFTER_MS)
  await sql`
    WITH freed AS (
      UPDATE graphile_worker._private_job_queues
         SET locked_at = NULL, locked_by = NULL
       WHERE locked_at < ${before}
    )
    UPDATE graphile_worker._private_jobs
       SET locked_at = NULL, locked_by = NULL
     WHERE locked_at < ${before}`.execute(db)
}
