import { provided } from '../core/composition.ts'
import { sql, withPatience, type Tx } from '../core/db.ts'
import { ledgerChecks } from './checks.ts'

/** One question about the books whose right answer is "nothing". */
export type Check = {
  /** `wallet-negative`: what a person looks for in docs and alarms. */
  readonly name: string
  /** What must hold, as a sentence. */
  readonly says: string
} & (
  | {
      /** A query of one text column `subject` and one json column `found`, a row for each break. */
      readonly query: string
    }
  | {
      /** What SQL cannot judge, as it has no key. */
      readonly judge: (tx: Tx, atMost: number) => Promise<Found[]>
    }
)
type Found = Pick<Break, 'subject' | 'found'>

/** A place where the books are wrong. */
export type Break = {
  readonly check: string
  readonly says: string
  readonly subject: string
  readonly found: Record<string, unknown>
}

declare module '../core/composition.ts' {
  interface Provides {
    /** What must hold between a module's tables and the books (a card's sum of loads, say). */
    proofs: readonly Check[]
  }
}

const allChecks = (): Check[] => [...ledgerChecks, ...provided('proofs')]

/**
 * Recompute the books from their entries and name every break; nothing found means that they hold. All questions see
 * one snapshot, so that money on its way during the proof is no break. PostgreSQL does the sums and spills to disk:
 * memory here stays small whatever the number of entries. At most `atMost` breaks of each kind are given.
 */
export const prove = ({ atMost = 20 } = {}): Promise<Break[]> =>
  withPatience((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
        return breaksSeenBy(tx, atMost)
      }),
  )

/** The same as this transaction sees the books, with what it has not committed. */
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

/** What a proof asks, by name. */
export const checkNames = (): string[] => allChecks().map(({ name }) => name)
