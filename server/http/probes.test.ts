import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#bin/postgres/postgres.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import { Gate } from '#test/faults/gate.ts'
import type { Readiness } from '../core/health/readiness.ts'

describe('the probes of a server', () => {
  let fresh: TestDatabase
  let gate: Gate
  let folder: string
  let child: ChildProcess
  let url: string
  let said = ''
  before(async () => {
    fresh = await freshDatabase()
    gate = new Gate(Number(new URL(fresh.url).port))
    gate.port = await freePort()
    folder = await mkdtemp(path.join(tmpdir(), 'kaika-probes-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, '../main.ts')],
      {
        env: {
          ...process.env,
          PORT: String(port),
          SIMULATORS_PORT: String(await freePort()),
          DATABASE_URL: Object.assign(new URL(fresh.url), { port: String(gate.port) }).href,
          KAIKA_DATA: folder,
          KAIKA_CAPTCHA: 'off',
          KAIKA_DRAIN_MS: '1500',
        },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    )
    child.stderr!.on('data', (text) => (said += String(text)))
  })
  after(async () => {
    child.kill('SIGKILL')
    await gate.refuse().catch(() => {})
    await fresh.close()
    await rm(folder, { recursive: true, force: true })
  })

  const probe = (at: string, body?: string) =>
    fetch(`${url}${at}`, { signal: AbortSignal.timeout(5000), ...(body && { method: 'POST', body }) })
  const status = (at: string): Promise<number> =>
    probe(at).then(
      (reply) => reply.status,
      () => 0,
    )
  const becomes = async (at: string, wanted: number, withinMs = 30_000): Promise<void> => {
    for (const until = performance.now() + withinMs; (await status(at)) !== wanted;) {
      assert.ok(performance.now() < until, `${at} answers ${wanted}\n${said}`)
      await sleep(100)
    }
  }
  const failing = async (): Promise<string[]> => {
    const { checks } = (await (await probe('/readyz')).json()) as Readiness
    return Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]))
  }
  const inDatabase = async (text: string): Promise<void> => {
    const options = '-c default_transaction_read_only=off'
    const client = new pg.Client({ connectionString: fresh.ownerUrl, options })
    await client.connect()
    await client.query(text)
    await client.end()
  }

  test('it waits for a database that is not there, is alive meanwhile, and then ready', async () => {
    await becomes('/livez', 200)
    const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string
    }
    assert.deepEqual(await (await probe('/livez')).json(), { alive: true, version })
    assert.equal(await status('/readyz'), 503)
    assert.ok((await failing()).includes('serving'))
    assert.equal(await status('/api/user/info'), 503)
    assert.equal(await probe('/issuer/simulated/authorizations', '{}').then((reply) => reply.status), 503)
    assert.match(said, /"waiting for the database"/)
    // After the start, connections break at first.
    const from = gate.connections
    gate.welcome = (nth) => (nth > from + 1 && nth < from + 5 ? 'reset' : 'pass')
    const started = once(child, 'message')
    await gate.listen()
    await started
    await becomes('/readyz', 200)
    const reply = await probe('/readyz')
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    assert.doesNotMatch(await reply.text(), /postgres|127\.0\.0\.1|password/)
  })

  test('a database that stops is not reported as well; it is when it is back', async () => {
    await gate.refuse()
    await becomes('/readyz', 503)
    assert.ok((await failing()).includes('database'))
    assert.equal(await status('/livez'), 200)
    await gate.listen()
    await becomes('/readyz', 200)
  })

  test('a database that only reads is not reported as well: nothing could be acknowledged here', async () => {
    const { pathname } = new URL(fresh.ownerUrl)
    const readOnly = (how: string) =>
      inDatabase(
        `ALTER DATABASE "${pathname.slice(1)}" ${how};
         SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'kaika readiness'`,
      )
    await readOnly('SET default_transaction_read_only = on')
    await becomes('/readyz', 503)
    assert.deepEqual(await failing(), ['database'])
    await readOnly('RESET default_transaction_read_only')
    await becomes('/readyz', 200)
  })

  test('tables of an older version are not reported as well; those of a newer one are', async () => {
    await inDatabase(
      `UPDATE kysely_migration SET name = 'x' || name WHERE name = (SELECT max(name) FROM kysely_migration)`,
    )
    await becomes('/readyz', 503)
    assert.deepEqual(await failing(), ['schema'])
    await inDatabase(`UPDATE kysely_migration SET name = substr(name, 2) WHERE name LIKE 'x%'`)
    await inDatabase(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_newer', '')`)
    await becomes('/readyz', 200)
  })

  test('told to stop, it is not ready first, goes on answering, and then leaves', async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await becomes('/readyz', 503, 1000)
    assert.deepEqual(await failing(), ['serving'])
    assert.equal(await status('/livez'), 200)
    assert.equal(await status('/api/user/info'), 401)
    assert.deepEqual(await ended, [0, null])
  })
})
