/**
 * The job worker of this process, monitored and restarted. graphile-worker 0.18 caches the promise of its first query (taskIdentifiers.js, `lastDigest`): if
 * that one is rejected, every later poll is rejected too, forever and silently. It also stops if its connection breaks while it reports a job done. So the
 * worker has to prove that it works.
 */
import { EventEmitter } from 'node:events'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Job, type Runner, type RunnerOptions, type TaskList } from 'graphile-worker'
import type { WorkerEvents } from 'graphile-worker'
import { endAlarm, raiseAlarm } from '../alarms.ts'
import { isClockWrong, SECOND } from '../clock.ts'
import { ClockWrong, requireRightClock } from '../health/clockMonitor.ts'
import { db, pool } from '../db.ts'
import { TRACE_FIELD, type JobTasks, type Sweeps } from '../jobs.ts'
import { tellFault } from '../log.ts'
import { parseTraceparent } from '../tracing/tracing.ts'
import { measureJob } from './jobMetrics.ts'
import { WorkerPresence } from './workerPresence.ts'

export type Worker = {
  /** Whether it polls for jobs and gets answers. */
  isWorking(): boolean
  stop(): Promise<void>
}

const RESTART_MS = 500
/** It polls every second. */
const POLL_MS = SECOND
/** Jobs that were fetched and did not get a turn within this time go back, for other workers. */
const LOCAL_MS = 2 * SECOND
/** Jobs that end within this time are reported together. */
const TOGETHER_MS = 10
/** Without activity for this long, it is not ready. */
const QUIET_S = 5
/** After this long, while the database answers, it is restarted. */
const DEAF_S = 8
/** After this long, an alarm is raised. */
const ALARM_S = 60
/** Stopping workers that are still running a job are not waited for any longer. */
const LAST_JOBS_MS = 10 * SECOND

/** Works until told to stop. Sweeps are cron jobs, so one of several processes runs each. */
export async function startWorking(tasks: JobTasks, sweeps: Sweeps, { concurrency = 4 } = {}): Promise<Worker> {
  const presence = new WorkerPresence()
  const leave = new AbortController()
  const retired = new Set<Promise<void>>()
  let quietS = QUIET_S
  let current: Current | undefined
  const start = async (): Promise<void> => {
    current = await startRunner(optionsFor(tasks, sweeps, concurrency), presence).catch((error: unknown) => {
      tellFault('worker did not start', error)
      return undefined
    })
  }
  const retire = ({ runner, ended }: Current): void => {
    retired.add(ended)
    runner.stop().catch(() => {}) // it had already stopped
  }
  const watch = async (): Promise<void> => {
    for (let deafS = 0; !leave.signal.aborted;) {
      await Promise.race([current?.ended ?? Promise.resolve(), pause(SECOND, leave.signal)])
      if (leave.signal.aborted) return
      if (isClockWrong()) {
        if (current) retire(current)
        current = undefined
        quietS = QUIET_S
        await pause(SECOND, leave.signal)
        continue
      }
      const works = current !== undefined && (current.takeSign() || presence.busy(current.poolId()) >= concurrency)
      quietS = works ? 0 : quietS + 1
      deafS = works || !presence.databaseAnswers ? 0 : deafS + 1
      await tellOthers(quietS, presence)
      if (current && !current.hasEnded() && deafS < DEAF_S) continue
      if (current) retire(current)
      deafS = 0
      await pause(RESTART_MS, leave.signal)
      if (!leave.signal.aborted) await start()
    }
  }
  await start()
  const watching = watch()
  return {
    isWorking: () => quietS < QUIET_S,
    async stop() {
      leave.abort()
      await watching
      if (current) retire(current)
      await Promise.race([Promise.all(retired), sleep(LAST_JOBS_MS, undefined, { ref: false })])
      await presence.stop()
    },
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})

/** While the database is unreachable, nobody can be notified. */
async function tellOthers(quietS: number, { databaseAnswers }: WorkerPresence): Promise<void> {
  if (!databaseAnswers) return
  const subject = hostname()
  try {
    if (quietS > 0 && quietS % ALARM_S === 0)
      await raiseAlarm(db, { kind: 'WORKER_DEAF', subject, detail: { seconds: quietS } })
    else if (quietS === 0 && alarmed.delete(subject)) await endAlarm(db, 'WORKER_DEAF', subject)
    if (quietS >= ALARM_S) alarmed.add(subject)
  } catch (error) {
    tellFault('alarm not raised', error)
  }
}
const alarmed = new Set<string>()

type Current = {
  runner: Runner
  ended: Promise<void>
  hasEnded(): boolean
  poolId(): string
  /** Whether it has polled and got an answer since this was last called. */
  takeSign(): boolean
}

async function startRunner(options: RunnerOptions, presence: WorkerPresence): Promise<Current> {
  const events = new EventEmitter() as WorkerEvents
  let [signed, over, poolId] = [false, false, '']
  events.on('pool:create', ({ workerPool: { id } }) => presence.add((poolId = id)))
  events.on('job:failed', alarmOnGivenUp)
  // Jobs are fetched several at a time, and are ours from then on, also while they wait for their turn here.
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    signed = true
    presence.fetched(
      poolId,
      jobs.map(({ id }) => id),
    )
  })
  events.on('localQueue:returnJobs', ({ jobs }) => {
    for (const { id } of jobs) presence.end(poolId, id)
  })
  events.on('job:start', ({ worker, job }) => {
    signed = true
    presence.begin(worker.workerPool.id, job.id)
  })
  events.on('job:complete', ({ worker, job }) => {
    signed = true
    presence.reported(worker.workerPool.id, job.id)
  })
  // Its row exists before its first job: otherwise the jobs of a process killed in between would be released only after minutes.
  let written: Promise<void> | null = null
  const forbiddenFlags = async (): Promise<null> => {
    await (written ??= presence.write().catch((error: unknown) => {
      written = null
      throw error
    }))
    return null
  }
  const runner = await run({ ...options, events, forbiddenFlags })
  const ended = runner.promise
    .catch(() => {})
    .then(() => {
      over = true
      presence.remove(poolId)
    })
  return {
    runner,
    ended,
    hasEnded: () => over,
    poolId: () => poolId,
    takeSign: () => {
      const taken = signed
      signed = false
      return taken
    },
  }
}

/**
 * Whether graphile-worker itself made this error. When its connections are cut while it gives back the jobs that wait here, it leaves a promise unhandled whose
 * error has neither the code nor the cause of the lost connection. The worker is watched and started again, so such an error must not end the process.
 */
export const isWorkersOwn = (error: unknown): boolean =>
  error instanceof Error && /[\\/]graphile-worker[\\/]/.test(firstFrame(error))
const firstFrame = ({ stack = '' }: Error): string => stack.split('\n').find((line) => /^\s+at /.test(line)) ?? ''

/** A job out of attempts runs again only if someone replays it. */
function alarmOnGivenUp({ job }: { job: Job }): void {
  raiseAlarm(db, { kind: 'JOB_GIVEN_UP', subject: `job ${job.id}`, detail: { task: job.task_identifier } }).catch(
    (error: unknown) => tellFault('alarm not raised', error),
  )
}

/** The worker's routine messages stay out of the log; failed jobs do not. */
const faultsOnly = new Logger(() => (level, _, meta) => {
  if (level !== 'error') return
  const { job, error, fatalError } = (meta ?? {}) as { job?: Job; error?: unknown; fatalError?: unknown }
  const { task_identifier: name = '', id = '', attempts = 0 } = job ?? {}
  tellFault(job ? 'job failed' : 'worker failed', error ?? fatalError, job && { job: name, id: String(id), attempts })
})

function optionsFor(tasks: JobTasks, sweeps: Sweeps, concurrency: number): RunnerOptions {
  const cron = { minute: '* * * * *', hour: '3 * * * *', day: '30 19 * * *' }
  const list: TaskList = {}
  for (const [name, task] of Object.entries(tasks))
    list[name] = async (payload) => {
      if (isClockWrong()) throw new ClockWrong()
      const { [TRACE_FIELD]: from, ...given } = payload as Record<string, unknown>
      await measureJob(name, () => (task as (p: unknown) => Promise<void>)(given), parseTraceparent(from))
    }
  for (const [name, { work }] of Object.entries(sweeps))
    list[name] = async () => {
      await requireRightClock() // a sweep's closing, expiring or forgetting cannot be undone
      await measureJob(name, work)
    }
  return {
    pgPool: pool,
    taskList: list,
    concurrency,
    preset: {
      worker: {
        // Twice as many as run: the next ones are here when one ends, and few wait behind a slow one.
        localQueue: { size: 2 * concurrency, ttl: LOCAL_MS },
        completeJobBatchDelay: TOGETHER_MS,
      },
    },
    noHandleSignals: true,
    pollInterval: POLL_MS,
    // Not as crontab text: that allows no dots in names.
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
