/**
 * Connections that plan each text once: a statement with parameters gets a name, under which the connection keeps it and its plan
 * (docs/decisions/0088-every-statement-is-prepared.md). A text gets its name when it is seen for the second time, so that one that never comes again fills no
 * memory. What a caller has named keeps its name.
 */
import type pg from 'pg'

/** A connection keeps at most this many: each takes some 32 kB of the database's memory. */
export const PREPARED_MAX = 250
/** Texts that this process knows. Beyond, the half that was used least recently is forgotten. */
const TEXTS_MAX = 2000
/** A longer text has a value for each of many rows in it, and does not come again. */
const TEXT_MAX = 20_000

/** One object for each text, so that connections do not keep copies. */
type Known = { readonly text: string; name: string | undefined; usedAt: number }

const texts = new Map<string, Known>()
let named = 0
/** Counts uses: what is older has a lower number. */
let uses = 0

/** Undefined: it is seen for the first time. */
function knownOf(text: string): { readonly name: string; readonly text: string } | undefined {
  let known = texts.get(text)
  if (known) known.name ??= `k${++named}`
  else {
    if (texts.size >= TEXTS_MAX) forgetOlderHalf()
    texts.set(text, (known = { text, name: undefined, usedAt: 0 }))
  }
  known.usedAt = ++uses
  return known.name === undefined ? undefined : { name: known.name, text: known.text }
}

function forgetOlderHalf(): void {
  const times = Array.from(texts.values(), ({ usedAt }) => usedAt).sort((a, b) => a - b)
  const middle = times[times.length >> 1]!
  for (const [text, { usedAt }] of texts) if (usedAt < middle) texts.delete(text)
}

/**
 * What the connection keeps under a name is of no more use: a migration has changed the columns that `SELECT *` returns (0A000, which has other causes too), or
 * the name is unknown (26000). The statement has not run.
 */
export const isStale = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as Partial<pg.DatabaseError>
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

type Done = (error: unknown, answer?: unknown) => void
type Query = (...given: unknown[]) => unknown
/** Members that exist but are missing from the types. */
type Wire = {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  close(named: { type: 'S'; name: string }): void
}

export const preparingClient = (Client: typeof pg.Client): typeof pg.Client =>
  class extends Client {
    /** The names that this connection keeps, with their last use. */
    readonly #kept = new Map<string, number>()
    /** From the moment at which the statement that begins it is sent. */
    #inTransaction = false

    override query(...given: unknown[]): never {
      const query = super.query.bind(this) as Query
      const [config, ...rest] = given as [string | pg.QueryConfig, ...unknown[]]
      const { text, name, values } = typeof config === 'string' ? { text: config } : config
      const parameters = Array.isArray(rest[0]) ? (rest[0] as unknown[]) : values
      if (!parameters?.length || name !== undefined) {
        this.#follow(text)
        return query(...given) as never
      }
      const known = text.length > TEXT_MAX ? undefined : knownOf(text)
      if (!known) return query(...given) as never
      this.#use(known.name)
      // Within a transaction, which has failed then, only the whole may be repeated.
      const isAlone = !this.#inTransaction
      const asked = { ...(typeof config === 'object' && config), ...known, values: parameters }
      const done = rest.find((one) => typeof one === 'function') as Done | undefined
      if (done)
        return query(asked, (error: unknown, answer: unknown) => {
          if (!isStale(error)) return done(error, answer)
          this.#forget(known.name)
          return isAlone ? query(text, parameters, done) : done(error)
        }) as never
      return (query(asked) as Promise<unknown>).catch((error: unknown) => {
        if (!isStale(error)) throw error
        this.#forget(known.name)
        if (isAlone) return query(text, parameters)
        throw error
      }) as never
    }

    #use(name: string): void {
      if (this.#kept.size >= PREPARED_MAX && !this.#kept.has(name)) {
        let [oldest, at] = ['', Infinity]
        for (const [name, usedAt] of this.#kept) if (usedAt < at) [oldest, at] = [name, usedAt]
        this.#close(oldest)
      }
      this.#kept.set(name, uses)
    }

    /** Goes out before the next statement and needs no answer. */
    #close(name: string): void {
      this.#kept.delete(name)
      const { connection } = this as unknown as { connection: Wire }
      connection.close({ type: 'S', name })
      delete connection.parsedStatements[name]
      delete connection.submittedNamedStatements[name]
    }

    /** A migration changes many statements, so all get new names, on every connection. */
    #forget(name: string): void {
      texts.clear()
      this.#close(name)
    }

    #follow(text: string | undefined): void {
      if (text === undefined || text.length > CONTROL_MAX) return
      if (BEGINS.test(text)) this.#inTransaction = true
      else if (ENDS.test(text)) this.#inTransaction = false
    }
  }

/** What begins or ends a transaction is short; an export's sets its time-outs too. */
const CONTROL_MAX = 300
const BEGINS = /^\s*(begin|start transaction)\b/i
const ENDS = /^\s*(commit|rollback(?!\s+to))\b/i
