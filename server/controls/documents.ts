/** Stored documents, and those that decisions have compiled in memory. A document never changes, so a compiled one is never stale. */
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type { Controls } from '#contract/controls/documents.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { now } from '../core/clock.ts'
import { db, many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'
import { brandsNow } from '../brands/brands.ts'
import { compile, type Compiled } from './engine/compile.ts'

type Reader = Tx | Database

/** At most so many are in memory. */
const KEPT = 50_000
let of: unknown
/** Two halves: once the newer is full, the older one is dropped, and what is used of it moves to the newer first. So what a decision has just asked for stays until many thousands more were read. */
let newer = new Map<number, Compiled>()
let older = new Map<number, Compiled>()

export function knownControls(controlNo: number): Compiled | undefined {
  if (of !== db) return undefined
  const known = newer.get(controlNo)
  if (known) return known
  const found = older.get(controlNo)
  if (found) know(controlNo, found)
  return found
}

/** Some document was read. */
let someAreKnown = false
/** Before a decision: the catalogue is in memory, by which documents ask for brands and declines by them are counted. Where no cards have controls, nothing is read. */
export const brandsReady = async (): Promise<void> => void (someAreKnown && (await brandsNow()))

function know(controlNo: number, controls: Compiled): void {
  someAreKnown = true
  if (newer.size >= KEPT / 2) [older, newer] = [newer, new Map()]
  newer.set(controlNo, controls)
}

/** Reads documents that a decision needs and does not know, before it is tried again. */
export async function loadControls(reader: Reader, wanted: readonly { cell: number; controlNo: number }[]) {
  const rows = await many(
    reader,
    sql<{ control_no: number; doc: Controls }>`
    SELECT control_no, doc
      FROM control_doc
     WHERE cell = ANY (${[...new Set(wanted.map(({ cell }) => cell))]}::smallint[])
       AND control_no = ANY (${wanted.map(({ controlNo }) => controlNo)}::bigint[])`,
  )
  if (of !== db) [of, newer, older] = [db, new Map(), new Map()]
  for (const { control_no, doc } of rows) know(control_no, compile(doc))
  const read = new Set(rows.map(({ control_no }) => control_no))
  if (wanted.some(({ controlNo }) => !read.has(controlNo))) throw new Error('a card names controls that are not stored')
  await brandsReady()
}

/** The compiled document of a card, read first if it is not in memory. */
export async function controlsOf(reader: Reader, wanted: { cell: number; controlNo: number }): Promise<Compiled> {
  const known = knownControls(wanted.controlNo)
  if (known) return known
  await loadControls(reader, [wanted])
  return knownControls(wanted.controlNo)!
}

/** Stores a document once for an account. */
export async function keepDocument(tx: Tx, accountId: string, controls: Controls): Promise<number> {
  const doc = JSON.stringify(controls)
  const hash = createHash('sha256').update(doc).digest()
  await run(
    tx,
    sql`
    INSERT INTO control_doc (cell, account_id, doc, hash, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${doc}::jsonb, ${hash}, ${now()})
        ON CONFLICT (cell, account_id, hash) DO NOTHING`,
  )
  const found = await maybeOne(
    tx,
    sql<{ control_no: number }>`SELECT control_no FROM control_doc WHERE ${ofAccount(accountId)} AND hash = ${hash}`,
  )
  return found!.control_no
}

/** Documents of an account, by their numbers. */
export async function documentsOf(
  reader: Reader,
  accountId: string,
  numbers: readonly (number | null)[],
): Promise<(controlNo: number | null) => Controls> {
  const wanted = [...new Set(numbers.filter((no) => no !== null))]
  const rows = wanted.length
    ? await many(
        reader,
        sql<{ control_no: number; doc: Controls }>`
        SELECT control_no, doc FROM control_doc WHERE ${ofAccount(accountId)} AND control_no = ANY (${wanted}::bigint[])`,
      )
    : []
  const found = new Map(rows.map(({ control_no, doc }) => [control_no, doc]))
  return (controlNo) => (controlNo === null ? {} : found.get(controlNo)!)
}

/** The numbers of the documents of an account that lock their cards. */
export const lockingDocumentsSql = (accountId: string): RawBuilder<unknown> =>
  sql`SELECT control_no FROM control_doc WHERE ${ofAccount(accountId)} AND doc -> 'lock' IS NOT NULL`
/** Documents that say how many purchases a card is for, and do not only watch: a FROM item. */
export const documentsOfUsesSql = sql`(
  SELECT cell, control_no, doc -> 'uses' AS uses FROM control_doc WHERE doc ? 'uses' AND NOT doc ? 'mode')`
