/** What a server's readiness makes of a PostgreSQL that stops, freezes, or waits for a standby. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, startPostgres, type Postgres } from '#bin/postgres/postgres.ts'
import { asAdmin, copyCluster, templateName } from '#bin/postgres/testCluster.ts'
import { ReadinessProbe, type Readiness } from '#server/core/health/readiness.ts'
import { migrated } from '../database.ts'

describe('a server is ready', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-readiness-'))
  const dir = path.join(folder, 'postgres')
  let port: number
  let postgres: Postgres
  let url: string
  const probes: ReadinessProbe[] = []
  const started = (options: { url?: string; requireStandby?: boolean } = {}): ReadinessProbe => {
    const probe = new ReadinessProbe({ url, ...options })
    probe.started = true
    probes.push(probe)
    return probe
  }
  const start = async (): Promise<void> => void (postgres = await startPostgres({ dir, port, durable: false }))
  before(async () => {
    port = await freePort()
    await copyCluster(dir)
    await start()
    await asAdmin(postgres.url, (client) => client.query(`CREATE DATABASE kaika TEMPLATE ${templateName([])}`))
    url = await migrated(ownerUrl())
  })
  const ownerUrl = (): string => Object.assign(new URL(postgres.url), { pathname: 'kaika' }).href
  after(async () => {
    await Promise.all(probes.map((probe) => probe.close()))
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })

  /** The processes of PostgreSQL. */
  const all = (): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid === postgres.pid || parentOf(pid) === postgres.pid)
  const parentOf = (pid: number): number | undefined => {
    try {
      return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    } catch {
      return undefined // it has ended
    }
  }
  const freeze = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of all()) process.kill(pid, signal)
  }
  /** Asks ten times a second, as several load balancers do together, and returns how long it took. */
  async function becomes(probe: ReadinessProbe, ready: boolean, withinMs: number): Promise<Readiness> {
    for (const from = performance.now(); ; await sleep(100)) {
      const found = await probe.check()
      const tookMs = performance.now() - from
      if (found.ready === ready) {
        assert.ok(tookMs < withinMs, `after ${Math.round(tookMs)} ms`)
        return found
      }
      assert.ok(tookMs < 30_000, JSON.stringify(found))
    }
  }

  for (const [how, breaks, mends] of [
    ['stopped', () => postgres.stop(), start],
    ['frozen', async () => freeze('SIGSTOP'), async () => freeze('SIGCONT')],
  ] as const)
    it(`until the database is ${how}, which it says within two seconds, and again when that is over`, async () => {
      const probe = started()
      await becomes(probe, true, 10_000)
      await breaks()
      try {
        const { checks } = await becomes(probe, false, 2000)
        assert.equal(checks.database.ok, false)
        for (let times = 0; times < 10; times++) {
          assert.equal((await probe.check()).ready, false)
          await sleep(100)
        }
      } finally {
        await mends()
      }
      await becomes(probe, true, 10_000)
    })

  const standbys = async (names: string): Promise<void> => {
    await asAdmin(postgres.url, async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
      await client.query('SELECT pg_reload_conf()')
    })
    const named = async (probe: ReadinessProbe) => (await probe.check()).checks.replication.awaited === (names !== '')
    for (const probe of probes) while (!(await named(probe))) await sleep(250)
  }

  it('without the standby that its database waits for, but says so; unless the operator wants it otherwise', async () => {
    const [reports, requires] = [started(), started({ requireStandby: true })]
    for (const probe of [reports, requires])
      assert.deepEqual((await becomes(probe, true, 10_000)).checks.replication, {
        ok: true,
        required: probe === requires,
        awaited: false,
        standbys: 0,
        synchronous: 0,
      })
    await standbys('nobody')
    try {
      const { ready, checks } = await reports.check()
      assert.deepEqual([ready, checks.replication.ok], [true, false])
      assert.equal((await requires.check()).ready, false)
    } finally {
      await standbys('')
    }
    assert.equal((await requires.check()).ready, true)
  })

  it('with any standby where its role may not see which count, and only with one that counts where it may', async () => {
    const [restricted, privileged] = [url, ownerUrl()].map((of) => started({ url: of, requireStandby: true }))
    const standby = new pg.Client({
      ...{ connectionString: postgres.url, application_name: 'another' },
      ...({ replication: 'true' } as object),
    })
    await standby.connect()
    await standby.query('IDENTIFY_SYSTEM')
    await standbys('nobody')
    try {
      const seen = await Promise.all([restricted, privileged].map((probe) => probe!.check()))
      assert.deepEqual(
        seen.map(({ ready, checks: { replication } }) => [ready, replication.standbys, replication.synchronous]),
        [
          [true, 1, null],
          [false, 1, 0],
        ],
      )
    } finally {
      await standbys('')
      await standby.end()
    }
  })
})
