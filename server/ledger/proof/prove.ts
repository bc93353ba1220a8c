import type { ControlledTransaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { CELLS } from '#server/core/database/cells.ts'
import { provided } from '#server/core/composition.ts'
import { one, sql, withoutTimeout, type Database, type Tx } from '#server/core/db.ts'
import { coverNow, type CoverFound } from './cover.ts'
import { ledgerChecks, type Break, type Cells, type Check, type Found } from './checks.ts'

declare module '#server/core/composition.ts' {
  interface Provides {
    /** Invariants between a module's tables and the books (a card's sum of loads, for example). */
    proofs: readonly Check[]
  }
}

const allChecks = (): Check[] => [...ledgerChecks, ...provided('proofs')]

/** As many as the partitions of the ledger, so that each is read by one query. */
const RANGES: readonly Cells[] = Array.from({ length: 8 }, (_, at) => [at * 8, at * 8 + 7])
const LANES = 2

/**
 * Recomputes the books from their entries and returns every break; none means that the books are right. The ledger's own tables are proven cell by cell, side by
 * side on a few connections; what needs all cells, once. All see one snapshot, so that money moving during the proof is not a break. PostgreSQL computes the sums and
 * spills to disk: memory stays small whatever the number of entries. Returns at most `atMost` breaks of each kind.
 */
export const prove = ({ atMost = 20 } = {}): Promise<Break[]> => inOneSnapshot((lanes) => provenBy(lanes, atMost))

/** The same with the cover and the rate that the proof has used. */
export const proveWithCover = (): Promise<{ breaks: Break[]; cover: CoverFound }> =>
  inOneSnapshot(async (lanes) => ({ breaks: await provenBy(lanes, 20), cover: await coverNow(lanes[0]!) }))

async function provenBy(lanes: readonly Tx[], atMost: number): Promise<Break[]> {
  const parts = allChecks().map((check) => ('queryOf' in check ? RANGES : [ALL]).map((cells) => ({ check, cells })))
  const found = new Map<Part, Break[]>()
  const due = parts.flat().values()
  await Promise.all(
    lanes.map(async (tx) => {
      for (const part of due) found.set(part, await ask(tx, part, atMost))
    }),
  )
  return parts.flatMap((of) => of.flatMap((part) => found.get(part)!).slice(0, atMost))
}

/** The same as seen by this transaction, including its uncommitted changes; with `cells`, the ledger's own tables in these cells only. */
export async function breaksSeenBy(tx: Tx, atMost = 20, cells?: Cells): Promise<Break[]> {
  const breaks: Break[] = []
  for (const check of allChecks())
    if (cells === undefined || 'queryOf' in check)
      breaks.push(...(await ask(tx, { check, cells: cells ?? ALL }, atMost)))
  return breaks
}

const ALL: Cells = [0, CELLS - 1]
type Part = { readonly check: Check; readonly cells: Cells }

/** Runs the work on read-only transactions that see the same moment. */
const inOneSnapshot = <T>(work: (lanes: readonly Tx[]) => Promise<T>): Promise<T> =>
  withoutTimeout(
    async (db) => {
      const begun: ControlledTransaction<DB>[] = []
      try {
        await beginTogether(db, begun)
        return await work(begun)
      } finally {
        for (const tx of begun) await tx.rollback().execute()
      }
    },
    { connections: LANES },
  )

async function beginTogether(db: Database, begun: ControlledTransaction<DB>[]): Promise<void> {
  let snapshot = ''
  for (let lane = 0; lane < LANES; lane++) {
    const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    begun.push(tx)
    if (lane > 0) await sql`SET TRANSACTION SNAPSHOT ${sql.lit(snapshot)}`.execute(tx)
    else snapshot = (await one(tx, sql<{ id: string }>`SELECT pg_export_snapshot() AS id`)).id
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
  }
}

async function ask(tx: Tx, { check, cells }: Part, atMost: number): Promise<Break[]> {
  const { name, says } = check
  const found =
    'judge' in check
      ? await check.judge(tx, atMost)
      : await asked(tx, 'query' in check ? check.query : check.queryOf(cells), atMost)
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
