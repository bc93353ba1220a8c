import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, afterEach, before, mock, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { signedIn, newAccount, withWorld } from '#test/world.ts'
import { buildApp } from '#server/http/app.ts'
import { awaitComparison, clockSkewMs, DAY, HOUR, isClockRight, isClockWrong, nowMs } from '../clock.ts'
import { ClockWrong, compareClocks, requireRightClock, watchClock } from './clockMonitor.ts'
import { db, pool, sql } from '../db.ts'
import type { JobTasks } from '../jobs.ts'
import { forgetOldRequests } from '../once.ts'
import { simulatedOutside } from '#server/outside/outside.ts'
import { answerTo } from '#server/trades/door/http.ts'
import { startWorking } from '../worker/worker.ts'

withWorld()
let app: FastifyInstance
before(async () => void (app = await buildApp({ checkAnswers: true, port: 0 })))
after(() => app.close())
afterEach(() => mock.restoreAll())

const machine = Date.now.bind(Date)
/** Sets this machine's clock. */
function clockIsSet(aheadMs: number): void {
  mock.restoreAll()
  mock.method(Date, 'now', () => machine() + aheadMs)
}

const secret = Buffer.alloc(32, 1).toString('base64')
const issuer = simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret }).issuers.get('simulated')!
const decided = () => new Promise<number>((resolve) => answerTo(issuer, {}, Buffer.from('{}'), resolve))

test('a server that starts with a wrong clock serves and decides nothing, also before it has compared it, and its time is the database’s', async () => {
  assert.deepEqual([clockSkewMs(), isClockRight(), isClockWrong()], [undefined, false, false])
  awaitComparison()
  assert.ok(isClockWrong())
  assert.equal(await decided(), 503)
  assert.equal((await app.inject({ url: '/api/user/info' })).statusCode, 503)
  clockIsSet(-3 * HOUR)
  await compareClocks()
  assert.deepEqual([isClockRight(), isClockWrong()], [false, true])
  assert.ok(Math.abs(nowMs() - machine()) < 500)
  assert.ok(Math.abs(clockSkewMs()! + 3 * HOUR) < 500)
  mock.restoreAll()
  await compareClocks()
  assert.ok(isClockRight())
})

test('a clock that is set while the server runs ends no session and forgets no request', async () => {
  await compareClocks()
  const { token } = await signedIn(await newAccount())
  const info = () => app.inject({ url: '/api/user/info', headers: { authorization: `Bearer ${token}` } })
  assert.equal((await info()).json().code, 200)
  await sql`INSERT INTO request_key (cell, account_id, route, request_no, body_hash, expires_at, created_at)
            VALUES (cell_of('usr_ana'), 'usr_ana', '/load', 'kept', '\\x00', now() + interval '7 days', now())`.execute(
    db,
  )

  clockIsSet(8 * DAY)
  const refused = await info()
  assert.deepEqual([refused.statusCode, refused.json().data.reason], [503, 'BUSY'])
  await forgetOldRequests()
  assert.equal((await app.inject({ url: '/livez' })).statusCode, 200)

  mock.restoreAll()
  assert.equal((await info()).json().code, 200)
  assert.equal((await pool.query("SELECT FROM request_key WHERE request_no = 'kept'")).rowCount, 1)
})

test('the network is told neither yes nor no by a server with a wrong clock', async () => {
  await compareClocks()
  clockIsSet(2500)
  assert.equal(await decided(), 503)
})

test('sweeps and jobs wait until the clock is right', async () => {
  await compareClocks()
  let [swept, worked] = [0, 0]
  const working = await startWorking({ 'test.work': async () => void worked++ } as JobTasks, {
    'test.sweep': { every: 'day', work: async () => void swept++ },
  })
  try {
    clockIsSet(HOUR)
    await assert.rejects(requireRightClock(), ClockWrong)
    for (const name of ['test.work', 'test.sweep'])
      await pool.query('SELECT graphile_worker.add_job($1, max_attempts => 5)', [name])
    await sleep(3000)
    assert.deepEqual([swept, worked, working.isWorking()], [0, 0, false])
    mock.restoreAll()
    for (let waited = 0; !(swept && worked) && waited < 300; waited++) await sleep(50)
    assert.deepEqual([swept, worked], [1, 1])
  } finally {
    await working.stop()
  }
})

test('an alarm says so until the clock is right again', async () => {
  const open = async () =>
    (await pool.query("SELECT detail FROM alarm WHERE kind = 'CLOCK_SKEW' AND closed_at IS NULL")).rows
  clockIsSet(-5000)
  const watch = await watchClock()
  try {
    assert.deepEqual(await open(), [{ detail: { seconds: -5 } }])
    mock.restoreAll()
    for (let waited = 0; (await open()).length && waited < 100; waited++) await sleep(100)
    assert.deepEqual(await open(), [])
  } finally {
    watch.stop()
  }
})

test('a clock within two seconds is right', async () => {
  clockIsSet(1500)
  await compareClocks()
  assert.ok(isClockRight())
  clockIsSet(-1500)
  assert.ok(isClockRight())
})
