/**
 * Transactions with fewer round trips. BEGIN is not waited for: a first statement that only reads or locks goes out with it. What only has to be
 * written ({@link addToCommit}) is sent together with COMMIT.
 */
import {
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import type { DB } from '#db/tables.ts'
import { NotCommitted } from '../databaseClient.ts'

/** A statement failed that was sent with COMMIT, so that nothing has been committed. `cause`: why. */
export class FailedBeforeCommit extends Error {}

type Compiled = CompiledQuery<unknown>

class PipeliningConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** While BEGIN is not answered. */
  #begun: Promise<void> | undefined
  /** A statement waits for that answer, and those after it wait with it. */
  #holds = false
  #last: Compiled[] = []

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  begin(answer: Promise<void>): void {
    this.#holds = false
    this.#last = []
    this.#begun = answer.finally(() => (this.#begun = undefined))
    this.#begun.catch(() => {})
  }

  begun = (): Promise<void> => this.#begun ?? Promise.resolve()

  async executeQuery<R>(query: Compiled): Promise<QueryResult<R>> {
    const begun = this.#begun
    if (!begun) return this.inner.executeQuery<R>(query)
    // If BEGIN failed, a statement behind it would run by itself: harmless only if it changes nothing.
    if (!this.#holds && isHarmless(query.sql)) return (await Promise.all([this.inner.executeQuery<R>(query), begun]))[0]
    this.#holds = true
    await begun
    return this.inner.executeQuery<R>(query)
  }

  addLast(query: Compiled): void {
    this.#last.push(query)
  }
  takeLast(): Compiled[] {
    return this.#last.splice(0)
  }

  streamQuery<R>(...given: Parameters<DatabaseConnection['streamQuery']>) {
    return this.inner.streamQuery<R>(...given)
  }
}
/** Also those that lock rows. Only adding a job changes something. */
const isHarmless = (text: string): boolean => /^\s*select\b/i.test(text) && !text.includes('add_job')

class PipeliningDriver implements Driver {
  readonly #inner: Driver
  /** One for each connection of the pool. */
  readonly #connections = new WeakMap<DatabaseConnection, PipeliningConnection>()

  constructor(inner: Driver) {
    this.#inner = inner
  }

  async acquireConnection(): Promise<PipeliningConnection> {
    const inner = await this.#inner.acquireConnection()
    let connection = this.#connections.get(inner)
    if (!connection) this.#connections.set(inner, (connection = new PipeliningConnection(inner)))
    return connection
  }

  async beginTransaction(connection: PipeliningConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(this.#inner.beginTransaction(connection.inner, settings))
  }

  async commitTransaction(connection: PipeliningConnection): Promise<void> {
    await connection.begun()
    const last = connection.takeLast().map((query) => connection.inner.executeQuery(query))
    const commit = this.#inner.commitTransaction(connection.inner)
    const failed = (await Promise.allSettled(last)).find(({ status }) => status === 'rejected')
    if (!failed) return commit
    await commit.catch((error: unknown) => {
      if (!(error instanceof NotCommitted)) throw error
    })
    throw new FailedBeforeCommit('', { cause: (failed as PromiseRejectedResult).reason })
  }

  async rollbackTransaction(connection: PipeliningConnection): Promise<void> {
    await connection.begun().catch(() => {})
    return this.#inner.rollbackTransaction(connection.inner)
  }

  init = () => this.#inner.init()
  releaseConnection = ({ inner }: PipeliningConnection) => this.#inner.releaseConnection(inner)
  destroy = () => this.#inner.destroy()
}

export class PipeliningDialect extends PostgresDialect {
  override createDriver(): Driver {
    return new PipeliningDriver(super.createDriver())
  }
}

/**
 * Runs a statement at the end of the transaction, in one packet with its COMMIT, for what only has to be written: its failure rolls back the transaction, and
 * nothing in it reads what was written.
 */
export const addToCommit = (tx: Transaction<DB>, query: Compiled): Promise<void> =>
  tx.getExecutor().provideConnection(async (connection) => {
    if (tx.isTransaction && connection instanceof PipeliningConnection) connection.addLast(query)
    else await connection.executeQuery(query)
  })
