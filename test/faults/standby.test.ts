/**
 * Commits wait for a standby that never comes, and the wait is cancelled: PostgreSQL reports success with a warning, and everyone sees rows that no standby
 * has.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { demoWorld } from '#bin/demoDatabase.ts'
import { temporaryPostgres } from '#bin/postgres/temporaryPostgres.ts'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { buildApp } from '#server/http/app.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { NotCommitted, one, OutcomeUnknown, pool, sql, transaction } from '#server/core/db.ts'
import type { JobTasks } from '#server/core/jobs.ts'
import { endSessions } from '#server/identity/sessions/sessions.ts'
import { receive } from '#server/trades/events/intake.ts'
import { startWorking } from '#server/core/worker/worker.ts'
import { asks, booksHold, moneyOn, requestNo, walletOf, withIssuer } from '../fixtures/cards.ts'
import { cardInHand, decides, event, increments, newRef, request, type Plastic } from '../fixtures/trades.ts'
import { emptyDatabase, owner } from '../database.ts'
import { newAccount, signedIn, type Person } from '../world.ts'

const skip =
  testWorkers.length > 0 && 'needs a PostgreSQL of its own, because the setting applies to all databases of one'

describe('without the standby', { skip }, () => {
  // A cluster of its own, because the standby setting applies to all of its databases.
  let postgres: Awaited<ReturnType<typeof temporaryPostgres>>
  before(async () => {
    postgres = await temporaryPostgres()
    process.env.KAIKA_TEST_POSTGRES = postgres.url
    await asAdmin('ALTER ROLE ALL SET synchronous_commit = on')
  })
  withIssuer({ connections: 20 })
  after(() => postgres.stop()) // after its databases are closed

  let ana: Person
  let card: Plastic
  before(async () => {
    ana = await newAccount({ balanceCents: 500_000 })
    card = await cardInHand(ana, { rechargeAmount: 50_000 })
    await decides(request(card, 100)) // the merchant is known from now on
  })
  afterEach(standbyBack)

  async function asAdmin(query: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return await client.query(query)
    } finally {
      await client.end()
    }
  }

  async function waitFor(standby: string): Promise<void> {
    await asAdmin(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
    await asAdmin('SELECT pg_reload_conf()')
    // A backend reads the file between two statements.
    for (let seen; seen !== standby; await sleep(20))
      seen = (await pool.query("SELECT current_setting('synchronous_standby_names') AS names")).rows[0].names
    await sleep(100)
  }
  const standbyLost = () => waitFor('nobody')
  async function standbyBack(): Promise<void> {
    await waitFor('')
  }

  /** While `work` is running, cancels every wait for the standby, or terminates its connection. */
  async function striking<T>(how: 'pg_cancel_backend' | 'pg_terminate_backend', work: () => Promise<T>): Promise<T> {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    let over = false
    let struck = 0
    const strikes = (async () => {
      while (!over) {
        struck += (await admin.query(`SELECT ${how}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).rowCount!
        await sleep(20)
      }
    })()
    try {
      return await work()
    } finally {
      over = true
      await strikes
      await admin.end()
      assert.ok(struck, 'control: somebody waited for the standby')
    }
  }

  const unknown = (error: unknown): boolean => error instanceof OutcomeUnknown
  const both = ['pg_cancel_backend', 'pg_terminate_backend'] as const

  for (const how of both) {
    test(`a load that no standby has is not acknowledged, nor when it is asked again (${how})`, async () => {
      const { available } = await moneyOn(ana, card.cardId)
      const input = { cardId: card.cardId, amount: 1000, requestNo: requestNo() }
      await standbyLost()
      await striking(how, () => assert.rejects(asks(ana, 'loadCard', input), unknown))
      assert.equal((await moneyOn(ana, card.cardId)).available, available + 1000, 'control: this database has it')
      await striking(how, () => assert.rejects(asks(ana, 'loadCard', input), unknown))
      await standbyBack()
      await asks(ana, 'loadCard', input)
      await asks(ana, 'loadCard', input)
      assert.equal((await moneyOn(ana, card.cardId)).available, available + 1000)
      await booksHold()
    })

    test(`an approval that no standby has is not given, nor when the network repeats it (${how})`, async () => {
      const { held } = await moneyOn(ana, card.cardId)
      const cents = 700 + how.length // not the same purchase twice
      const authorization = request(card, cents)
      await standbyLost()
      await striking(how, () => assert.rejects(decides(authorization), /no answer/))
      assert.equal((await moneyOn(ana, card.cardId)).held, held + cents, 'control: this database holds it')
      await striking(how, () => assert.rejects(decides(authorization), /no answer/))
      await standbyBack()
      assert.equal((await decides(authorization)).approved, true)
      assert.equal((await moneyOn(ana, card.cardId)).held, held + cents)
      await booksHold()
    })
  }

  test('nor where the settings of the database hide warnings', async () => {
    const { name } = await one(owner, sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`)
    await sql.raw(`ALTER DATABASE ${name} SET client_min_messages = error`).execute(owner)
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user`.execute(
      owner,
    )
    try {
      const input = { cardId: card.cardId, amount: 1200, requestNo: requestNo() }
      await standbyLost()
      await striking('pg_cancel_backend', () => assert.rejects(asks(ana, 'loadCard', input), unknown))
      await striking('pg_cancel_backend', () => assert.rejects(decides(request(card, 800)), /no answer/))
    } finally {
      await standbyBack()
      await sql.raw(`ALTER DATABASE ${name} RESET client_min_messages`).execute(owner)
    }
  })

  test('an increment that no standby has is not given when the network repeats it', async () => {
    const authorization = request(card, 300)
    await decides(authorization)
    const ref = newRef()
    await standbyLost()
    for (let times = 0; times < 2; times++)
      await striking('pg_cancel_backend', () => assert.rejects(increments(card, authorization.ref, 200, ref), unknown))
    await standbyBack()
    assert.equal((await increments(card, authorization.ref, 200, ref)).approved, true)
    await booksHold()
  })

  test('sessions whose end no standby has are not reported as ended, nor that there are none', async () => {
    await signedIn(ana)
    const end = async () => endSessions(ana, { sessionId: undefined })
    await standbyLost()
    for (let times = 0; times < 2; times++) await striking('pg_cancel_backend', () => assert.rejects(end(), unknown))
    await standbyBack()
    assert.deepEqual(await end(), { ended: 0 }, 'control: this database has it')
  })

  test('an event that no standby has is not acknowledged to the network', async () => {
    const news = [event('auth.expired', card, 1)]
    await standbyLost()
    for (let times = 0; times < 2; times++)
      await striking('pg_cancel_backend', () => assert.rejects(receive(news), unknown))
    await standbyBack()
    await receive(news)
  })

  test('a refusal is as durable as an answer', async () => {
    const input = { cardId: card.cardId, amount: 90_000_000, requestNo: requestNo() }
    await standbyLost()
    for (let times = 0; times < 2; times++)
      await striking('pg_cancel_backend', () => assert.rejects(asks(ana, 'loadCard', input), unknown))
    await standbyBack()
    await assert.rejects(asks(ana, 'loadCard', input), (error) => !unknown(error))
  })

  test('over HTTP it is busy (503), and the same number is answered once the standby is back', async () => {
    const app: FastifyInstance = await buildApp({ checkAnswers: true, port: 0 })
    try {
      const { token } = await signedIn(ana)
      const { available } = await walletOf(ana)
      const payload = `cardId=${card.cardId}&amount=1100&requestNo=${requestNo()}`
      const load = async () => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
        const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/card/recharge', headers, payload })
        return { statusCode, ...(JSON.parse(body) as { code: number; data: { reason?: string } }) }
      }
      await standbyLost()
      const lost = await striking('pg_cancel_backend', load)
      assert.deepEqual([lost.statusCode, lost.data.reason], [503, 'BUSY'])
      await standbyBack()
      assert.equal((await load()).code, 200)
      assert.ok((await walletOf(ana)).available < available)
    } finally {
      await app.close()
    }
  })

  test('a job whose commit no standby has is run again', async () => {
    await sql`CREATE TABLE job_run (run integer)`.execute(owner)
    await sql`GRANT SELECT, INSERT ON job_run TO PUBLIC`.execute(owner)
    let runs = 0
    const work = () => transaction(async (tx) => void (await sql`INSERT INTO job_run VALUES (${++runs})`.execute(tx)))
    const task = async (): Promise<void> => {
      if (runs) return work()
      await standbyLost()
      try {
        await striking('pg_cancel_backend', work)
      } finally {
        await standbyBack()
      }
    }
    await pool.query("SELECT graphile_worker.add_job('test.run')")
    const working = await startWorking({ 'test.run': task } as JobTasks, {})
    try {
      for (let waited = 0; runs < 2 && waited < 400; waited++) await sleep(50)
    } finally {
      await working.stop()
    }
    assert.equal(runs, 2)
  })

  for (const how of both)
    test(`a migration that no standby has is not reported as applied, nor when it is run again (${how})`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'kaika-migrations-'))
      const { ownerUrl, close } = await emptyDatabase()
      try {
        await cp(new URL('../../db/migrations/', import.meta.url), folder, { recursive: true })
        await migrate(ownerUrl)
        await writeFile(path.join(folder, '8001_more.sql'), 'CREATE TABLE more (a int);')
        const more = { folder: pathToFileURL(`${folder}/`) }
        await standbyLost()
        for (let times = 0; times < 2; times++) await striking(how, () => assert.rejects(migrate(ownerUrl, more)))
        await standbyBack()
        assert.deepEqual(await migrate(ownerUrl, more), [], 'control: this database has it')
      } finally {
        await standbyBack() // dropping it is a commit too
        await close()
        await rm(folder, { recursive: true })
      }
    })

  test('a demo world that no standby has is not reported as there', async () => {
    const { ownerUrl, close } = await emptyDatabase()
    await migrate(ownerUrl)
    try {
      await standbyLost()
      await striking('pg_cancel_backend', () => assert.rejects(demoWorld(ownerUrl), unknown))
      await standbyBack()
      assert.equal(await demoWorld(ownerUrl), 'none')
    } finally {
      await standbyBack()
      await close()
    }
  })

  test('where there is no standby, giving an answer again writes nothing', async () => {
    const input = { cardId: card.cardId, amount: 1000, requestNo: requestNo() }
    await asks(ana, 'loadCard', input)
    const nextId = async () => (await pool.query('SELECT pg_snapshot_xmax(pg_current_snapshot()) AS id')).rows[0].id
    const start = await nextId()
    for (let times = 0; times < 5; times++) await asks(ana, 'loadCard', input)
    assert.equal(await nextId(), start)
  })

  test('a transaction in which a statement failed unnoticed is no success', async () => {
    const broken = transaction(async (tx) => {
      await sql`SELECT 1 / 0`.execute(tx).catch(() => {})
    })
    await assert.rejects(broken, (error) => error instanceof NotCommitted)
  })
})
