import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems } from 'graphile-worker'
import { freshDatabase, withDatabase } from '#test/database.ts'
import { Gate, type Welcome } from '#test/faults/gate.ts'
import { closeDb, db, many, openDb, sql, transaction } from '../db.ts'
import { later, type JobTasks } from '../jobs.ts'
import { isWorkersOwn, startWorking, type Worker } from './worker.ts'

declare module '../jobs.ts' {
  interface Jobs {
    'test.note': { word: string }
  }
}

const until = async (what: string, isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<number> => {
  const from = performance.now()
  while (!(await isSo())) {
    assert.ok(performance.now() - from < withinMs, `${what} within ${withinMs} ms`)
    await sleep(50)
  }
  return performance.now() - from
}

describe('a worker whose first connections fail', () => {
  async function throughGate(fails: (gate: Gate) => void): Promise<void> {
    const fresh = await freshDatabase()
    const gate = await new Gate(Number(new URL(fresh.url).port)).listen()
    fails(gate)
    openDb(Object.assign(new URL(fresh.url), { port: String(gate.port) }).href)
    const noted: string[] = []
    const tasks: JobTasks = { 'test.note': async ({ word }) => void noted.push(word) }
    const worker = await startWorking(tasks, {})
    try {
      await until('it works', () => worker.isWorking(), 30_000)
      await transaction((tx) => later(tx, 'test.note', { word: 'here' }))
      await until('the job is done', () => noted.includes('here'), 5000)
    } finally {
      await worker.stop()
      await closeDb()
      await gate.refuse()
      await fresh.close()
    }
  }

  const welcomes: Welcome[] = ['late', 'startingUp', 'reset']
  for (const how of welcomes)
    // 1: of its presence, 2: for the job queue's version, 3 and later: to listen and to poll for jobs.
    for (const failing of [
      [1, 2],
      [2, 3, 4],
    ])
      test(`works in the end: ${how}, connections ${failing.join(', ')}`, () =>
        throughGate((gate) => (gate.welcome = (nth) => (failing.includes(nth) ? how : 'pass'))))

  test('and whose first look for jobs is cut does not stay deaf', () => {
    let cuts = 1
    return throughGate((gate) => {
      gate.judge = (_, asked) => (asked.includes('._private_tasks as tasks') && cuts-- > 0 ? 'cut' : 'pass')
    })
  })
})

describe('what a dead worker held', () => {
  const database = withDatabase()
  const children: ChildProcess[] = []
  after(() => children.forEach((child) => child.kill('SIGKILL')))

  /** A process that starts the job `word` and never finishes it; `how` is what it does instead. */
  async function atWork(word: string, how: 'waits' | 'blocks'): Promise<ChildProcess> {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        path.join(import.meta.dirname, '../../../test/jobHolder.ts'),
        database.url,
        how,
      ],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    children.push(child)
    await once(child, 'message')
    const begun = once(child, 'message')
    await transaction((tx) => later(tx, 'test.note', { word }, { queue: word }))
    await begun
    return child
  }
  const noted: string[] = []
  const tasks: JobTasks = { 'test.note': async ({ word }) => void noted.push(word) }
  const working = async (work: (worker: Worker) => Promise<void>): Promise<void> => {
    const worker = await startWorking(tasks, {})
    try {
      await work(worker)
    } finally {
      await worker.stop()
    }
  }
  const locked = () => many(db, sql`SELECT FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL`)

  test('is taken up again within ten seconds of a kill, and so is what waited behind it', async () => {
    const child = await atWork('killed', 'waits')
    await transaction((tx) => later(tx, 'test.note', { word: 'behind' }, { queue: 'killed' }))
    await working(async () => {
      child.kill('SIGKILL')
      const tookMs = await until(
        'the jobs are done',
        () => noted.includes('killed') && noted.includes('behind'),
        10_000,
      )
      assert.ok(tookMs > 0)
    })
    assert.equal((await many(db, sql`SELECT FROM job_worker`)).length, 0)
  })

  test('stays with one that is only slow', async () => {
    const child = await atWork('slow', 'blocks')
    await working(async () => {
      await sleep(12_000)
      assert.ok(!noted.includes('slow'))
      assert.equal((await locked()).length, 1)
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    await working(async () => void (await until('it is done', () => noted.includes('slow'), 10_000)))
  })

  test('and what a living one was never told of is released by that one', async () => {
    await working(async (worker) => {
      await until('it works', () => worker.isWorking(), 5000)
      await transaction(async (tx) => {
        await later(tx, 'test.note', { word: 'unheard' }, { queue: 'unheard' })
        // As if the connection broke just as the database answered.
        await sql`UPDATE graphile_worker._private_jobs SET locked_at = clock_timestamp(), locked_by = (SELECT pool_id FROM job_worker)`.execute(
          tx,
        )
        await sql`UPDATE graphile_worker._private_job_queues SET locked_at = clock_timestamp(), locked_by = (SELECT pool_id FROM job_worker)`.execute(
          tx,
        )
      })
      await until('it is done', () => noted.includes('unheard'), 20_000)
    })
  })

  test('and so is a queue that it holds for no job: the job was ended by somebody who had taken it before', async () => {
    await working(async (worker) => {
      await until('it works', () => worker.isWorking(), 5000)
      await transaction(async (tx) => {
        await later(tx, 'test.note', { word: 'next in line' }, { queue: 'held' })
        await sql`UPDATE graphile_worker._private_job_queues SET locked_at = clock_timestamp(), locked_by = (SELECT pool_id FROM job_worker)`.execute(
          tx,
        )
      })
      await until('it is done', () => noted.includes('next in line'), 20_000)
    })
  })

  test('a job whose last attempt died with its worker is an alarm, and is not tried again', async () => {
    await sql`INSERT INTO job_worker (pool_id, lock_key, seen_at) VALUES ('pool-gone', 1, clock_timestamp() - interval '1 hour')`.execute(
      db,
    )
    await transaction((tx) => later(tx, 'test.note', { word: 'spent' }, { tries: 1 }))
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = clock_timestamp(), locked_by = 'pool-gone', attempts = 1`.execute(
      db,
    )
    await working(async () => {
      await until(
        'the alarm is there',
        async () => (await many(db, sql`SELECT FROM alarm WHERE kind = 'JOB_GIVEN_UP'`)).length === 1,
        10_000,
      )
    })
    assert.ok(!noted.includes('spent'))
  })
})

test('what graphile-worker leaves unhandled when its connections are cut is known as its own, and a fault of a job is not', () => {
  const thrownBy = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }
  const made = thrownBy(() => parseCronItems([{ task: 'no such', match: 'nonsense', identifier: '' }]))
  assert.ok(made instanceof Error)
  assert.ok(isWorkersOwn(made), made.stack)
  assert.ok(!isWorkersOwn(new Error('ours')))
  assert.ok(!isWorkersOwn('no error'))
})
