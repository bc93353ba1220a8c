import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker'
import { pool, sql, type Tx } from './db.ts'

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
const faultsOnly = new Logger(() => (level, message) => {
  if (level === 'error') process.stderr.write(`${message}\n`)
})

/** Start working. Sweeps are jobs by cron, so one of several processes does each. */
export function startWorking(tasks: JobTasks, sweeps: Sweeps, { concurrency = 4 } = {}): Promise<Runner> {
  const cron = { minute: '* * * * *', hour: '3 * * * *', day: '30 19 * * *' }
  const list: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) list[name] = (payload) => (task as (p: unknown) => Promise<void>)(payload)
  for (const [name, { work }] of Object.entries(sweeps)) list[name] = () => work()
  return run({
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
  })
}
