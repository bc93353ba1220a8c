import type pg from 'pg'
import { HEAR_WARNINGS, hangingUpAfter, isLost } from '../db.ts'

type Options = {
  /** The application name in pg_stat_activity. */
  name: string
  silenceMs?: number
  /** Runs on every new connection before anything else. */
  onOpen?: string
  /** For a connection that listens. `opened` also follows each loss: notifications may have been missed. */
  listener?: { notified(payload: string): void; opened(): void; lost(): void }
}

/**
 * A single connection outside the pool: for work that must continue while the pool is exhausted, and for session-level locks. Opened by the first query, and
 * reopened by the first one after a loss.
 */
export class OwnConnection {
  readonly #url: string
  readonly #options: Options
  #client: pg.Client | undefined
  #opening: Promise<pg.Client> | undefined

  constructor(url: string, options: Options) {
    this.#url = url
    this.#options = options
  }

  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const client = this.#client ?? (await (this.#opening ??= this.#open()))
    try {
      return (await client.query<R>(text, values)).rows
    } catch (error) {
      if (isLost(error)) this.#drop(client)
      throw error
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #open(): Promise<pg.Client> {
    const { name, silenceMs = 3000, onOpen, listener } = this.#options
    const Client = hangingUpAfter(silenceMs)
    const client = new Client({
      connectionString: this.#url,
      application_name: name,
      connectionTimeoutMillis: silenceMs,
      statement_timeout: silenceMs,
      keepAlive: true,
    })
    client.on('error', () => this.#drop(client)) // without a listener, node-postgres ends the process
    client.on('end', () => this.#drop(client))
    if (listener) client.on('notification', ({ payload }) => listener.notified(payload ?? ''))
    try {
      await client.connect()
      await client.query(HEAR_WARNINGS)
      if (onOpen !== undefined) await client.query(onOpen)
      this.#client = client
      listener?.opened()
      return client
    } catch (error) {
      this.#drop(client)
      throw error
    } finally {
      this.#opening = undefined
    }
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) {
      this.#client = undefined
      this.#options.listener?.lost()
    }
    client.end().catch(() => {})
  }
}
