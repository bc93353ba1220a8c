/**
 * Reads that are asked for in one turn of the event loop, as those of one page are, share a connection and a packet. Each would otherwise take one of the pool's
 * few connections and wake a process of the database. Reads only: a statement that waits for a lock would hold up those behind it, and with them perhaps
 * the one that has the lock.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { isTracing } from '#server/core/tracing/tracing.ts'
import { fromHere } from '../databaseClient.ts'

/** Those of one request; more begin another set. */
const AT_MOST = 32

type Asked = {
  readonly text: string
  readonly values: unknown[]
  /** Runs the statement as part of what has asked for it, which the trace shows. */
  within<R>(work: () => R): R
  resolve(answer: pg.QueryResult): void
  reject(error: unknown): void
}

let open: { readonly pool: pg.Pool; readonly set: Asked[] } | undefined

export const mayShare = (text: string): boolean => READS.test(text) && !LOCKS.test(text)
const READS = /^\s*select\b/i
const LOCKS = /\bfor\s+(update|no\s+key\s+update|share|key\s+share)\b|\bpg_\w*(lock|sleep)\w*\(/i

export function askTogether(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  const within: Asked['within'] = isTracing() ? AsyncLocalStorage.snapshot() : (work) => work()
  setFor(pool).push({ text, values: [...values], within, resolve, reject })
  return promise.catch(fromHere)
}

function setFor(pool: pg.Pool): Asked[] {
  if (open?.pool === pool && open.set.length < AT_MOST) return open.set
  const begun = { pool, set: [] }
  open = begun
  // After everything that goes on by itself in this turn.
  queueMicrotask(() =>
    process.nextTick(() => {
      if (open === begun) open = undefined
      void send(pool, begun.set)
    }),
  )
  return begun.set
}

async function send(pool: pg.Pool, set: readonly Asked[]): Promise<void> {
  try {
    const client = await pool.connect()
    await Promise.all(
      set.map(({ text, values, within, resolve, reject }) =>
        within(() => client.query(text, values)).then(resolve, reject),
      ),
    )
    client.release()
  } catch (error) {
    for (const { reject } of set) reject(error)
  }
}

/** Connections that send in one packet what is asked in one turn: each packet is a system call here and wakes a process of the database. */
export const gatheringClient = (Client: typeof pg.Client): typeof pg.Client =>
  class extends Client {
    #gathers = false

    override query(...given: unknown[]): never {
      if (!this.#gathers) {
        const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection
        this.#gathers = true
        stream.cork()
        process.nextTick(() => {
          this.#gathers = false
          stream.uncork()
        })
      }
      return (super.query as (...given: unknown[]) => unknown).apply(this, given) as never
    }
  }
