/**
 * Whether this server should receive requests (docs/operate/probes.md). Checked over a separate connection, so that an exhausted pool or lost connections do
 * not decide.
 */
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../clock.ts'
import { pool } from '../db.ts'
import { tellFault } from '../log.ts'
import { OwnConnection } from '../database/ownConnection.ts'

export type Readiness = {
  ready: boolean
  checks: {
    /** Reachable, and not a standby or otherwise read-only: everything that is acknowledged here is written. */
    database: { ok: boolean }
    /** Whether every migration this code knows has been applied. Newer ones may have been applied: servers are replaced one after another. */
    schema: { ok: boolean; expected: string; missing: number }
    worker: { ok: boolean }
    clock: { ok: boolean; aheadMs: number | null }
    /** False until calls are answered, and as soon as the server was told to stop. */
    serving: { ok: boolean }
  }
}

/** Sessions and request keys expire by the clock. */
const CLOCK_MAX_MS = 2 * SECOND
/** The database is reachable but has no tables yet, or none that our role may read. */
const NOT_MIGRATED = new Set(['42P01', '42501'])
/** Limits queries to the database, however many probes arrive. */
const ASKED_EVERY_MS = 200
const WAIT_MS = 200
const TOLD_EVERY_MS = 10 * SECOND

const migrations = readdirSync(new URL('../../../db/migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length))
  .sort()
const expected = migrations.at(-1)!

type Found = Pick<Readiness['checks'], 'database' | 'schema' | 'clock'>
const NOTHING: Found = {
  database: { ok: false },
  schema: { ok: false, expected, missing: migrations.length },
  clock: { ok: false, aheadMs: null },
}

export class ReadinessProbe {
  readonly #connection: OwnConnection
  #found: Found = NOTHING
  #asking: Promise<void> | undefined
  #askedAt = -Infinity
  #error: unknown
  #leaving = false
  /** True once calls are answered. */
  started = false
  /** Not required if no worker was started. */
  worker: { isWorking(): boolean } | undefined

  constructor(url = pool.options.connectionString!) {
    this.#connection = new OwnConnection(url, { name: 'kaika readiness', silenceMs: 2000 })
  }

  /** Marks the server as not ready, whatever else is well. */
  leave(): void {
    this.#leaving = true
  }

  async check(): Promise<Readiness> {
    if (performance.now() - this.#askedAt > ASKED_EVERY_MS) await (this.#asking ??= this.#ask())
    const checks = {
      ...this.#found,
      worker: { ok: this.worker?.isWorking() ?? true },
      serving: { ok: this.started && !this.#leaving },
    }
    return { ready: Object.values(checks).every(({ ok }) => ok), checks }
  }

  /** Waits until the database is reachable and has this code's tables, however long it takes. */
  async databaseIsThere(signal: AbortSignal): Promise<void> {
    for (let toldAt = -Infinity; !signal.aborted;) {
      const { database, schema } = (await this.check()).checks
      if (database.ok && schema.ok) return
      if (performance.now() - toldAt > TOLD_EVERY_MS) {
        toldAt = performance.now()
        tellFault(database.ok ? 'waiting for the migrations' : 'waiting for the database', this.#error)
      }
      await sleep(WAIT_MS, undefined, { signal }).catch(() => {})
    }
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  async #ask(): Promise<void> {
    try {
      const from = Date.now()
      const [row] = await this.#connection.query<{ ms: number; writable: boolean }>(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms, current_setting('transaction_read_only') = 'off' AS writable",
      )
      const aheadMs = Math.round((from + Date.now()) / 2 - row!.ms)
      this.#found = {
        ...NOTHING,
        database: { ok: row!.writable },
        clock: { ok: Math.abs(aheadMs) <= CLOCK_MAX_MS, aheadMs },
      }
      const applied = await this.#connection.query<{ name: string }>('SELECT name FROM kysely_migration')
      const names = new Set(applied.map(({ name }) => name))
      const missing = migrations.filter((name) => !names.has(name)).length
      this.#found = { ...this.#found, schema: { ok: missing === 0, expected, missing } }
      this.#error = undefined
    } catch (error) {
      this.#error = error
      if (!NOT_MIGRATED.has(String((error as { code?: string }).code))) this.#found = NOTHING
    } finally {
      this.#askedAt = performance.now()
      this.#asking = undefined
    }
  }
}
