import { provided } from '#server/core/composition.ts'
import { sql, withoutTimeout, type Tx } from '#server/core/db.ts'
import { coverNow, type CoverFound } from './cover.ts'
import { ledgerChecks, type Break, type Check, type Found } from './checks.ts'

declare module '#server/core/composition.ts' {
  interface Provides {
    /** Invariants between a module's tables and the books (a card's sum of loads, for example). */
    proofs: readonly Check[]
  }
}

const allChecks = (): Check[] => [...ledgerChecks, ...provided('proofs')]

/**
 * Recomputes the books from their entries and returns every break; none means that the books are right. All checks see one snapshot, so that money moving
 * during the proof is not a break. PostgreSQL computes the sums and spills to disk: memory stays small whatever the number of entries. Returns at most `atMost`
 * breaks of each kind.
 */
export const prove = ({ atMost = 20 } = {}): Promise<Break[]> => inSnapshot((tx) => breaksSeenBy(tx, atMost))

/** The same with the cover and the rate that the proof has used. */
export const proveWithCover = (): Promise<{ breaks: Break[]; cover: CoverFound }> =>
  inSnapshot(async (tx) => ({ breaks: await breaksSeenBy(tx), cover: await coverNow(tx) }))

const inSnapshot = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutTimeout((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
        return work(tx)
      }),
  )

/** The same as seen by this transaction, including its uncommitted changes. */
export async function breaksSeenBy(tx: Tx, atMost = 20): Promise<Break[]> {
  const breaks: Break[] = []
  for (const check of allChecks()) breaks.push(...(await ask(tx, check, atMost)))
  return breaks
}

async function ask(tx: Tx, check: Check, atMost: number): Promise<Break[]> {
  const { name, says } = check
  const found = 'query' in check ? await asked(tx, check.query, atMost) : await check.judge(tx, atMost)
  return found.map(({ subject, found }) => ({ check: name, says, subject, found }))
}

const asked = async (tx: Tx, query: string, atMost: number): Promise<Found[]> =>
  (
    await sql<Found>`
    SELECT subject, found
      FROM (${sql.raw(query)}) AS broken
     LIMIT ${atMost}`.execute(tx)
  ).rows

/** The names of all checks. */
export const checkNames = (): string[] => allChecks().map(({ name }) => name)
