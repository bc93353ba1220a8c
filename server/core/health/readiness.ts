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
    /**
     * Whether a synchronous standby is attached, if the database waits for one. It fails readiness only if the operator chose so: reads go on without one.
     * `standbys`: attached ones of any kind; `synchronous` is null where the server's role may not see which of them count.
     */
    replication: { ok: boolean; required: boolean; awaited: boolean; standbys: number; synchronous: number | null }
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
/** No probe waits longer for the database. One that has fallen silent is reported within two seconds to whoever asks every half second. */
const PATIENCE_MS = 1.25 * SECOND
const TOLD_EVERY_MS = 10 * SECOND

const migrations = readdirSync(new URL('../../../db/migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length))
  .sort()
const expected = migrations.at(-1)!

type Found = Pick<Readiness['checks'], 'database' | 'schema' | 'clock'> & {
  replication: Omit<Readiness['checks']['replication'], 'required'>
}
const NOTHING: Found = {
  database: { ok: false },
  schema: { ok: false, expected, missing: migrations.length },
  clock: { ok: false, aheadMs: null },
  replication: { ok: false, awaited: false, standbys: 0, synchronous: null },
}

type Row = { ms: number; writable: boolean; awaited: boolean; standbys: number; synchronous: number | null }
/** The states of standbys are null for a role without `pg_read_all_stats`, which sees only that they are there. */
const LOOK = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms,
       current_setting('transaction_read_only') = 'off' AS writable,
       current_setting('synchronous_standby_names') <> '' AS awaited,
       count(pid)::int AS standbys,
       CASE WHEN count(pid) = count(sync_state)
            THEN (count(pid) FILTER (WHERE sync_state IN ('sync', 'quorum')))::int END AS synchronous
  FROM pg_stat_replication`

export class ReadinessProbe {
  readonly #connection: OwnConnection
  readonly #requireStandby: boolean
  #found: Found = NOTHING
  #asking: Promise<void> | undefined
  #askingSince = 0
  #askedAt = -Infinity
  #error: unknown
  #leaving = false
  /** True once calls are answered. */
  started = false
  /** Not required if no worker was started. */
  worker: { isWorking(): boolean } | undefined

  constructor({ url = pool.options.connectionString!, requireStandby = false } = {}) {
    this.#connection = new OwnConnection(url, { name: 'kaika readiness', silenceMs: PATIENCE_MS })
    this.#requireStandby = requireStandby
  }

  get isLeaving(): boolean {
    return this.#leaving
  }

  /** Marks the server as not ready, whatever else is well. */
  leave(): void {
    this.#leaving = true
  }

  async check(): Promise<Readiness> {
    let found = this.#found
    if (performance.now() - this.#askedAt > ASKED_EVERY_MS) {
      this.#asking ??= this.#ask()
      const patienceMs = this.#askingSince + PATIENCE_MS - performance.now()
      const silent = sleep(Math.max(1, patienceMs), true, { ref: false })
      found = (await Promise.race([this.#asking, silent])) ? NOTHING : this.#found
    }
    const checks = {
      ...found,
      replication: { ...found.replication, required: this.#requireStandby },
      worker: { ok: this.worker?.isWorking() ?? true },
      serving: { ok: this.started && !this.#leaving },
    }
    const failing = Object.values(checks).some((check) => !check.ok && !('required' in check && !check.required))
    return { ready: !failing, checks }
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
    this.#askingSince = performance.now()
    try {
      const from = Date.now()
      const [row] = await this.#connection.query<Row>(LOOK)
      const { ms, writable, awaited, standbys, synchronous } = row!
      const aheadMs = Math.round((from + Date.now()) / 2 - ms)
      this.#found = {
        ...NOTHING,
        database: { ok: writable },
        clock: { ok: Math.abs(aheadMs) <= CLOCK_MAX_MS, aheadMs },
        replication: { ok: !awaited || (synchronous ?? standbys) > 0, awaited, standbys, synchronous },
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
