import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { freePort } from '#bin/postgres/postgres.ts'
import { pool } from '#server/core/db.ts'
import { withDatabase } from '../database.ts'

const database = withDatabase()
const main = path.resolve(import.meta.dirname, '../../server/main.ts')

for (const where of ['on a full disk', 'whose reader has left'] as const)
  test(`a log ${where} ends neither the server nor a request`, async () => {
    const full = await open('/dev/full', 'w')
    const output = where === 'on a full disk' ? full.fd : 'pipe'
    const folder = await mkdtemp(path.join(tmpdir(), 'kaika-output-'))
    const port = await freePort()
    const env = {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database.url,
      KAIKA_DATA: folder,
      KAIKA_LOGS: 'on',
      KAIKA_CAPTCHA: 'off',
    }
    const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env,
      stdio: ['ignore', output, output, 'ipc'],
    })
    for (const stream of [server.stdout, server.stderr]) stream?.destroy()
    const ended = once(server, 'exit')
    try {
      await Promise.race([once(server, 'message'), ended.then(([code]) => assert.fail(`it ended with ${code}`))])
      const answers = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
      // Ready includes the worker's first poll for jobs, shortly after the server listens, and again after lost connections.
      const becomesReady = async () => {
        for (let waited = 0; waited < 20_000 && (await answers()) !== 200; waited += 100) await sleep(100)
        for (let times = 0; times < 5; times++) assert.equal(await answers(), 200)
      }
      await becomesReady()
      // Its messages about that go to the other stream.
      await pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND usename = current_user',
      )
      await sleep(3000)
      await becomesReady()
      assert.equal(server.exitCode, null)
    } finally {
      server.kill('SIGKILL')
      await ended
      await full.close()
      await rm(folder, { recursive: true })
    }
  })
