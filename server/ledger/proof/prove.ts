import type { ControlledTransaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { nowMs } from '#server/core/clock.ts'
import { provided } from '#server/core/composition.ts'
import { CELLS } from '#server/core/database/cells.ts'
import { db, isSpread, one, sql, withoutTimeout, type Database, type Tx } from '#server/core/db.ts'
import { ALL_CELLS, newBooks, wholeBooks, type Books, type Cells } from './books.ts'
import { checkpointChecks, entriesBelow, newestMark } from './checkpoints.ts'
import { coverNow, type CoverFound } from './cover.ts'
import { ledgerChecks, type Break, type Check, type Found } from './checks.ts'

declare module '#server/core/composition.ts' {
  interface Provides {
    /** Invariants between a module's tables and the books (a card's sum of loads, for example). */
    proofs: readonly Check[]
  }
}

const allChecks = (): Check[] => [...ledgerChecks, ...checkpointChecks, ...provided('proofs')]

/** How many cells one query reads: as many as a partition of the ledger has. What is new is looked up by keys, which an engine that spreads the cells does in one cell only. */
const cellsOfQuery = async (tx: Tx, since: string | undefined): Promise<number> =>
  since !== undefined && (await isSpread(tx)) ? 1 : 8
const rangesOf = (size: number): Cells[] =>
  Array.from({ length: CELLS / size }, (_, at) => [at * size, at * size + size - 1])
const LANES = 2

/** What is read. WHOLE: everything. NEW: what is new since the checkpoint; everything if there is none. */
export type ProofKind = 'WHOLE' | 'NEW'
export type Proof = {
  kind: ProofKind
  breaks: Break[]
  cover: CoverFound
  /** How many entries were read. */
  entries: number
  /** When the snapshot was taken, and the mark from which it was read. */
  provenMs: number
  since: string | undefined
}

/**
 * Recomputes the books from their entries and returns every break; none means that the books are right. What is of one cell is proven by ranges of cells, side by
 * side on a few connections; what needs all cells, once. All see one snapshot, so that money moving during the proof is not a break. PostgreSQL computes the sums and
 * spills to disk: memory stays small whatever the number of entries. Returns at most `atMost` breaks of each kind.
 */
export const prove = async ({ atMost = 20, kind = 'WHOLE' as ProofKind } = {}): Promise<Break[]> => {
  const once = () => inOneSnapshot(async (lanes) => provenBy(lanes, atMost, await markOfProof(lanes[0]!, kind)))
  return foundAgain(await once(), once)
}

/** The same with the cover and the rate that the proof has used, and with what it takes to save a checkpoint. */
export const proveWithCover = async (kind: ProofKind = 'WHOLE'): Promise<Proof> => {
  const provenMs = nowMs()
  const proof = await inOneSnapshot(async (lanes) => {
    const tx = lanes[0]!
    const since = await markOfProof(tx, kind)
    const breaks = await provenBy(lanes, 20, since)
    const { entries: below } = (since === undefined && (await entriesBelow(tx))) || { entries: 0 }
    const mark = since ?? (await newestMark(tx))
    const { entry } = mark === undefined ? wholeBooks() : newBooks(mark)
    const { entries } = await one(
      tx,
      sql<{ entries: number }>`SELECT count(*) AS entries FROM ${sql.raw(entry)} AS entry`,
    )
    return {
      kind: since === undefined ? ('WHOLE' as const) : ('NEW' as const),
      breaks,
      cover: await coverNow(tx, booksFrom(since).sums),
      entries: mark === undefined ? entries : below + entries,
      ...{ provenMs, since },
    }
  })
  return { ...proof, breaks: await foundAgain(proof.breaks, () => prove({ kind })) }
}

/** The nodes of a spread database have no snapshot in common, so there a break counts if the proof finds it again. */
async function foundAgain(breaks: Break[], again: () => Promise<Break[]>): Promise<Break[]> {
  if (breaks.length === 0 || !(await isSpread(db))) return breaks
  const names = new Set((await again()).map(({ check, subject }) => `${check} ${subject}`))
  return breaks.filter(({ check, subject }) => names.has(`${check} ${subject}`))
}

const markOfProof = async (tx: Tx, kind: ProofKind): Promise<string | undefined> =>
  kind === 'NEW' ? newestMark(tx) : undefined
const booksFrom = (since: string | undefined, cells?: Cells): Books =>
  since === undefined ? wholeBooks(cells) : newBooks(since, cells)

async function provenBy(lanes: readonly Tx[], atMost: number, since: string | undefined): Promise<Break[]> {
  const ranges = rangesOf(await cellsOfQuery(lanes[0]!, since))
  const parts = allChecks().map((check) =>
    ('queryOf' in check ? ranges : [ALL_CELLS]).map((cells) => ({ check, books: booksFrom(since, cells) })),
  )
  const found = new Map<Part, Break[]>()
  const due = parts.flat().values()
  await Promise.all(
    lanes.map(async (tx) => {
      for (const part of due) found.set(part, await ask(tx, part, atMost))
    }),
  )
  return parts.flatMap((of) => of.flatMap((part) => found.get(part)!).slice(0, atMost))
}

/**
 * The same as seen by this transaction, including its uncommitted changes; with `cells`, what is of one cell in these cells only; with `kind` NEW, what is new since the
 * checkpoint.
 */
export async function breaksSeenBy(
  tx: Tx,
  atMost = 20,
  { cells, kind = 'WHOLE' }: { cells?: Cells; kind?: ProofKind } = {},
): Promise<Break[]> {
  const since = await markOfProof(tx, kind)
  const oneByOne = cells === undefined && (await cellsOfQuery(tx, since)) === 1
  const breaks: Break[] = []
  for (const check of allChecks())
    if (cells === undefined || 'queryOf' in check)
      for (const range of oneByOne && 'queryOf' in check ? rangesOf(1) : [cells])
        breaks.push(...(await ask(tx, { check, books: booksFrom(since, range) }, atMost)))
  return breaks
}

type Part = { readonly check: Check; readonly books: Books }

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

async function ask(tx: Tx, { check, books }: Part, atMost: number): Promise<Break[]> {
  const { name, says } = check
  const found = 'judge' in check ? await check.judge(tx, atMost, books) : await asked(tx, textOf(check, books), atMost)
  return found.map(({ subject, found }) => ({ check: name, says, subject, found }))
}

const textOf = (check: Exclude<Check, { judge: unknown }>, books: Books): string =>
  'queryOf' in check ? check.queryOf(books) : typeof check.query === 'string' ? check.query : check.query(books)

const asked = async (tx: Tx, query: string, atMost: number): Promise<Found[]> =>
  query === ''
    ? []
    : (
        await sql<Found>`
    SELECT subject, found
      FROM (${sql.raw(query)}) AS broken
     LIMIT ${atMost}`.execute(tx)
      ).rows

/** The names of all checks. */
export const checkNames = (): string[] => allChecks().map(({ name }) => name)
