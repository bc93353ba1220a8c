import { Kysely, sql, type ControlledTransaction, type QueryResult, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/tables.ts'
import { sendTouched } from './changes/touch.ts'
import { askTogether, gatheringClient, mayShare } from './database/sending/askTogether.ts'
import { connectionGivesWay, type Weight } from './database/giveWay.ts'
import { MeasuredPool } from './database/measuredPool.ts'
import { addToCommit, FailedBeforeCommit, PipeliningDialect } from './database/sending/pipeliningDriver.ts'
import { isStale, preparingClient } from './database/sending/preparingClient.ts'
import { tracedClient } from './database/tracedClient.ts'
import { inSpan } from './tracing/tracing.ts'
import { CITUS, hangingUpAfter, hearWarnings, OutcomeUnknown } from './database/databaseClient.ts'

export { CITUS, HEAR_WARNINGS, hangingUpAfter, NotCommitted, OutcomeUnknown } from './database/databaseClient.ts'

export type Database = Kysely<DB>
/** Code inside a transaction takes one of these as its first argument. */
export type Tx = Transaction<DB> | ControlledTransaction<DB>
export { sql }

/** The business pool: requests and jobs that move money. Set by {@link openDb}. */
export let db: Database
export let pool: pg.Pool

export type DbOptions = {
  connections?: number
  /** Statements are sent before earlier ones are answered. Not where rows are copied out. */
  pipeline?: boolean
  /** Proofs and exports run longer than a request may, so they have their own pool. 0: no limit. */
  statementTimeoutMs?: number
  weight?: Weight
}

/** int8 columns are cents and counters: an exact number or an error, never silently wrong. */
function exactInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}

/**
 * One list or export must not take all cores of the database from the decisions: no parallel helpers, and no compiling of a plan, which would be repeated at each
 * use of a plan that is kept.
 */
const LIGHT = '-c max_parallel_workers_per_gather=0 -c jit=off'

export function openPool(
  url: string,
  { connections = 12, pipeline = true, statementTimeoutMs = 4000, weight = 'calls' }: DbOptions = {},
): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, exactInt8)
  const opened = new MeasuredPool({
    Client: preparingClient(
      gatheringClient(tracedClient(hangingUpAfter(statementTimeoutMs && statementTimeoutMs + 2000))),
    ),
    connectionString: url,
    max: connections,
    pipeline,
    application_name: 'kaika',
    connectionTimeoutMillis: 3000,
    // Where no statement has a time-out, only this notices that the database's machine is gone without a word: after twenty seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A process that freezes while holding a lock must not block everyone (docs/reference/threats.md#faults).
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(3000, statementTimeoutMs),
    idle_in_transaction_session_timeout: 2000,
    options: LIGHT,
    onConnect(client) {
      connectionGivesWay(client, weight)
      return hearWarnings(client)
    },
  })
  // Without these listeners, node-postgres ends the process when the database goes away.
  opened.on('error', () => {})
  opened.on('connect', (client) => client.on('error', () => {}))
  return opened
}

const databaseOn = (pool: pg.Pool): Database => new Kysely<DB>({ dialect: new PipeliningDialect({ pool }) })

export function openDb(url: string, options: DbOptions = {}): Database {
  pool = openPool(url, options)
  db = databaseOn(pool)
  return db
}

/** For work without a time limit: a separate connection, or several, closed afterwards. */
export async function withoutTimeout<T>(
  work: (db: Database) => Promise<T>,
  { connections = 1, weight = 'longWork' }: Pick<DbOptions, 'connections' | 'weight'> = {},
): Promise<T> {
  const patient = databaseOn(openPool(pool.options.connectionString!, { connections, weight, statementTimeoutMs: 0 }))
  try {
    return await work(patient)
  } finally {
    await patient.destroy()
  }
}

export const closeDb = (): Promise<void> => db.destroy()

let engine: { readonly of: pg.Pool; readonly spreads: boolean } | undefined
/**
 * Whether an engine has spread the tables over nodes (docs/decisions/0069-citus-spreads-the-cells.md). Asked once for the pool, by the first work that needs to
 * know and on its connection: a second one might not be free.
 */
export async function isSpread(on: Reader): Promise<boolean> {
  const of = pool
  if (engine?.of !== of) engine = { of, spreads: (await many(on, sql.raw(CITUS))).length > 0 }
  return engine.spreads
}

/**
 * Divides the cells of some work into those that one statement may name. On a spread database it locks and writes in one cell only; the cells ascend, so that
 * two transactions lock them in the same order.
 */
export async function cellsOfStatements(on: Reader, cells: readonly number[]): Promise<readonly ReadonlySet<number>[]> {
  const all = new Set(cells)
  if (all.size <= 1 || !(await isSpread(on))) return [all]
  return [...all].sort((a, b) => a - b).map((cell) => new Set([cell]))
}

/**
 * Deadlock, serialization, read-only, the two lock time-outs, no connection left: nothing has happened, and contention on one wallet eases as requests are
 * served.
 */
const RETRY_AT_ONCE = new Set(['40001', '40P01', '25006', '55P03', '57014', '53300'])
// 25P03: the database ended it because this process stalled in the middle of a transaction.
const LOST = /^(08|57P0|25P03)|^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/
const LOST_WORDS =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout/i

const codeOf = (error: unknown): string => String((error as { code?: unknown })?.code ?? '')
/** The connection was lost, or the database is starting or stopping. */
export const isLost = (error: unknown): boolean =>
  LOST.test(codeOf(error)) || LOST_WORDS.test(String((error as Error)?.message))
/** Full disk, no memory, no connection, failing disk; a server being replaced; no file handle and no thread left on this machine. */
const SHORT =
  /^(53|58030|55006|25006|40001|40P01|55P03|57014)|^(ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EAGAIN|EIO|ERR_WORKER_INIT_FAILED)$/
/**
 * A temporary condition; the request itself is fine and may succeed on retry. The caller gets 503 and no definite answer, because it may be a commit with an
 * unknown outcome.
 */
export const isBusy = (error: unknown): boolean =>
  error instanceof OutcomeUnknown || isLost(error) || SHORT.test(codeOf(error))
/**
 * A unique key was violated; `constraint` is its name. A partition's key has the name of the table's and the partition's cells (`trade_once_08_15`), and on a
 * spread database also the number of the shard (`trade_once_08_15_102338`).
 */
export const isTaken = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (!constraint || (error as { constraint?: string }).constraint?.replace(/(_\d\d_\d\d)?(_\d{6,})?$/, '') === constraint)

/**
 * Runs the work in one transaction. Retries after a deadlock, after a migration that has made a plan stale, and after a connection lost before the commit was sent; one lost during the commit is {@link
 * OutcomeUnknown}, because it may have happened.
 */
export const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSpan('transaction', {}, () => tryTransaction(work))

async function tryTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let committing = false
    try {
      const tx = await db.startTransaction().execute()
      try {
        const result = await work(tx)
        committing = true
        await tx.commit().execute()
        sendTouched(tx)
        return result
      } catch (error) {
        // Also when the commit was not answered: nothing else returns the connection to the pool.
        await tx
          .rollback()
          .execute()
          .catch(() => {})
        throw error
      }
    } catch (thrown) {
      const error = thrown instanceof FailedBeforeCommit ? thrown.cause : thrown
      if (error === thrown && committing && (isLost(error) || codeOf(error) === '57014'))
        throw new OutcomeUnknown('commit not answered', { cause: error })
      if (tries >= 4 || !(RETRY_AT_ONCE.has(codeOf(error)) || isLost(error) || isStale(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, tries * tries * 20))
    }
  }
}

/**
 * Where commits wait for a standby: writes a record so that this transaction's commit also waits. The log is ordered, so once that commit is confirmed,
 * everything the transaction read is on the standby. Elsewhere it writes nothing.
 */
export const CONFIRM_DURABLE = `
  SELECT pg_logical_emit_message(true, 'kaika', '')
   WHERE current_setting('synchronous_standby_names') <> ''
     AND current_setting('synchronous_commit') NOT IN ('off', 'local')`
/**
 * Used before an earlier answer is repeated: its commit can be visible on this server but on no standby if the wait for the standby was cancelled. The answer
 * is returned after this transaction's commit, never before.
 */
export const confirmDurable = async (tx: Tx): Promise<void> => void (await sql.raw(CONFIRM_DURABLE).execute(tx))

type Reader = Tx | Database
async function ask<R>(on: Reader, query: RawBuilder<R>): Promise<Pick<QueryResult<R>, 'rows'>> {
  if (on !== db) return query.execute(on)
  const { sql: text, parameters } = query.compile(db)
  return mayShare(text) ? (askTogether(pool, text, parameters) as Promise<{ rows: R[] }>) : query.execute(on)
}
// The function's name says how many rows it expects.
export const many = async <R>(on: Reader, query: RawBuilder<R>): Promise<R[]> => (await ask(on, query)).rows
export const maybeOne = async <R>(on: Reader, query: RawBuilder<R>): Promise<R | undefined> =>
  (await ask(on, query)).rows[0]
export async function one<R>(on: Reader, query: RawBuilder<R>): Promise<R> {
  const { rows } = await ask(on, query)
  if (rows.length !== 1) throw new Error(`expected one row, found ${rows.length}`)
  return rows[0]!
}
/** Returns the number of rows changed. */
export const run = async (on: Reader, query: RawBuilder<unknown>): Promise<number> =>
  Number((await query.execute(on)).numAffectedRows ?? 0)

/**
 * Writes at the end of the transaction, in one packet with its COMMIT: for what nothing in the transaction reads. A failure rolls it back, like any other.
 */
export const runAtCommit = (tx: Tx, query: RawBuilder<unknown>): Promise<void> => addToCommit(tx, query.compile(tx))
