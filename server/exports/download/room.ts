/**
 * A connection of its own for one export, on one snapshot of the database: the business pool never waits for a file, and a file
 * never has a row twice.
 */
import { Kysely, PostgresAdapter, PostgresDialect, PostgresQueryCompiler, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/tables.ts'
import type { Actor } from '#server/core/actor.ts'
import { MINUTE, SECOND } from '#server/core/clock.ts'
import { openPool, pool, type Database } from '#server/core/db.ts'
import { urlForLongReads } from '#server/core/database/replica.ts'
import { Turns } from '#server/core/worker/turns.ts'

/** A file begins within the minute that a browser waits for it, or is refused. */
const turns = new Turns({ atOnce: 6, ofOne: 2, waitingOfOne: 4, waitingOfAll: 60, waitMs: MINUTE })
/** A client that reads nothing for this long has gone away without closing the connection. */
const STALLED_MS = 60 * SECOND
/** Enough for two million rows over 3 Mbit/s; a client that reads a chunk a minute must not hold its place all day. */
const LONGEST_MS = 15 * MINUTE

export type Room = {
  readonly client: pg.PoolClient
  readonly reader: Database
  /** The rows are read on the standby. */
  readonly onReplica: boolean
  /** A chunk has been handed out: from now on we wait for the client. */
  handedOut(): void
  /** The client asks for the next chunk. */
  askedFor(): void
  leave(): void
}

/** Chunks of an export; its room is left when all are read or the client stops reading. */
export async function* fromRoom<P>(room: Room, pieces: AsyncIterable<P>): AsyncGenerator<P> {
  try {
    room.askedFor()
    for await (const piece of pieces) {
      room.handedOut()
      yield piece
      room.askedFor()
    }
  } finally {
    room.leave()
  }
}

export async function enterRoom({ accountId }: Actor): Promise<Room> {
  const endTurn = await turns.enter(accountId)
  const url = await urlForLongReads().catch((error: unknown) => {
    endTurn()
    throw error
  })
  const own = openPool(url, { connections: 1, pipeline: false, statementTimeoutMs: 0, weight: 'longWork' })
  let client: pg.PoolClient | undefined
  let left = false
  const leave = (): void => {
    if (left) return
    left = true
    clearTimeout(stalled)
    clearTimeout(longest)
    endTurn()
    client?.release(true) // closed, not returned: a running COPY ends with its connection
    void own.end()
  }
  let stalled = setTimeout(leave, STALLED_MS).unref()
  const longest = setTimeout(leave, LONGEST_MS).unref()
  const askedFor = (): void => clearTimeout(stalled)
  const handedOut = (): void => {
    askedFor()
    if (!left) stalled = setTimeout(leave, STALLED_MS).unref()
  }
  try {
    client = await own.connect()
    client.on('error', () => {})
    // Between the count and the file the log is written, on another connection.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = '${STALLED_MS}';
      SET LOCAL datestyle = 'ISO, YMD'`)
    return {
      client,
      reader: readerOn(client),
      onReplica: url !== pool.options.connectionString,
      handedOut,
      askedFor,
      leave,
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** Other modules read through this connection, in its snapshot. */
function readerOn(client: pg.PoolClient): Database {
  const query = client.query.bind(client) as pg.PoolClient['query']
  const same = { connect: async () => ({ query, release() {} }), end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: same as never }) })
}

/** COPY takes no parameters, so they are inlined, each quoted by node-postgres itself. */
class WrittenOut extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value))
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return pg.escapeLiteral(String(value))
  throw new TypeError(`no literal for ${typeof value}`)
}
const element = (value: unknown): string => `"${String(value).replace(/[\\"]/g, '\\$&')}"`

const writing = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDialect({ pool: undefined as never }).createDriver(),
    createIntrospector: (db) => new PostgresDialect({ pool: undefined as never }).createIntrospector(db),
    createQueryCompiler: () => new WrittenOut(),
  },
})
export const writtenOut = (query: RawBuilder<unknown>): string => query.compile(writing).sql
