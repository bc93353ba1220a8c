/**
 * A PostgreSQL connection with reliable results: a statement succeeds only if its commit is as durable as the database was configured to make it, and it ends
 * even if no answer comes.
 */
import type { Socket } from 'node:net'
import pg from 'pg'

/** The commit was sent, and it is unknown whether it happened or would survive the loss of this database. Never report it as failed. */
export class OutcomeUnknown extends Error {}
/** The transaction ended without a commit although no statement reported it. */
export class NotCommitted extends Error {}

/**
 * The connection leads to a database that is not the leader (any more), or was opened while writing was off. It stays so for as long as it lives, also when the
 * leader is back, so it is closed: the next one may lead elsewhere.
 */
const READ_ONLY = '25006'

type Done = (error: unknown, answer?: unknown) => void

/** A node of a spread database reports the table and a violated key only in its message, with the number of the shard at the end: `login_by_mobile_pkey_102363`. */
function nameConstraint(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.constraint !== undefined || !error.code?.startsWith('23')) return
  const [constraint, table] = [named('constraint', error.message), named('relation|table', error.message)]
  if (constraint !== undefined) error.constraint = constraint
  if (table !== undefined) error.table ??= table
}
const named = (kind: string, message: string): string | undefined =>
  new RegExp(`\\b(?:${kind}) "(.+?)(?:_\\d{6,})?"`).exec(message)?.[1]

class JudgingClient extends pg.Client {
  /** A warning arrived with the answer being read. Answers arrive one after another, also on a pipelined connection. */
  #warned: 'unconfirmed' | 'other' | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('notice', (notice) => (this.#warned = warningIn(notice) ?? this.#warned))
  }

  /** Why this answer is not a success. */
  problemWith(answer: unknown, isCommit: boolean): Error | undefined {
    const warned = this.#warned
    if (!warned && !isCommit) return undefined
    this.#warned = undefined
    if (warned === 'unconfirmed' || (warned && isCommit))
      return new OutcomeUnknown('the wait for the standby was cancelled')
    // COMMIT of a transaction with a failed statement returns ROLLBACK, and PostgreSQL reports it as a success.
    return isCommit && (answer as pg.QueryResult).command === 'ROLLBACK' ? new NotCommitted() : undefined
  }
}

/**
 * A cancelled wait for the synchronous standby is reported as a success with this warning (docs/decisions/0050-a-cancelled-wait-is-an-unknown-outcome.md).
 * Functions and ANALYZE use the same code for warnings, so the routine is checked too.
 */
const warningIn = ({ code, routine }: { code?: string | undefined; routine?: string | undefined }) =>
  code !== '01000' ? undefined : !routine || routine === 'SyncRepWaitForLSN' ? 'unconfirmed' : 'other'

/** Has a row where Citus has spread the tables (docs/decisions/0069-citus-spreads-the-cells.md). */
export const CITUS = `SELECT FROM pg_extension WHERE extname = 'citus'`

/** The first statement on every connection. Settings of the role or the database may suppress warnings, and with them the one about an unconfirmed commit. */
export const HEAR_WARNINGS = 'SET client_min_messages = warning'
/** For a pool's `onConnect`: it awaits what this returns, which its types do not say. */
export const hearWarnings = (client: pg.ClientBase): unknown => client.query(HEAR_WARNINGS)

/**
 * Clients that also hang up. The database answers every statement in time, if only with a time-out. If nothing comes, the connection was lost silently (a
 * machine lost, a firewall that dropped its state), and waiting would take a quarter of an hour and use up every connection. 0: they wait indefinitely.
 *
 * A pending answer holds no reference to its query, so the query is released as soon as it is answered
 * (docs/decisions/0042-keep-per-query-objects-short-lived.md).
 */
export const hangingUpAfter = (silenceMs: number): typeof pg.Client =>
  class extends JudgingClient {
    override query(...[config, values, callback]: unknown[]): never {
      const query = super.query.bind(this) as (...args: unknown[]) => unknown
      if (isSubmittable(config)) return query(config, values, callback) as never
      const isCommit = isCommitText(typeof config === 'string' ? config : (config as pg.QueryConfig).text)
      const given = typeof values === 'function' ? values : callback
      if (typeof given === 'function')
        return query(
          config,
          typeof values === 'function' ? undefined : values,
          judged(this, isCommit, silenceMs, given as Done),
        ) as never
      const { promise, done } = answer()
      query(config, values, judged(this, isCommit, silenceMs, done))
      return promise as never
    }
  }

const isSubmittable = (config: unknown): boolean => typeof (config as pg.Submittable).submit === 'function'
const isCommitText = (text: string | undefined): boolean =>
  text !== undefined && text.length < 20 && /^\s*commit\b/i.test(text)

function judged(client: JudgingClient, isCommit: boolean, silenceMs: number, done: Done): Done {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const timer = silenceMs ? setTimeout(() => stream.destroy(), silenceMs) : undefined
  return (error, answer) => {
    clearTimeout(timer)
    if ((error as { code?: unknown } | null)?.code === READ_ONLY) stream.destroy()
    nameConstraint(error)
    const problem = error ?? client.problemWith(answer, isCommit)
    if (problem) done(problem)
    else done(undefined, answer)
  }
}

function answer() {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const done: Done = (error, answer) => (error ? reject(error as Error) : resolve(answer))
  return { promise: promise.catch(fromHere), done }
}

/** The stack of a connection error does not show the caller, so the error is thrown again from this call. */
export function fromHere(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
