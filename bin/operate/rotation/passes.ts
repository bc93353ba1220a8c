/** A pass goes over one table in the order of its key, a few rows in a transaction that also notes how far it is: whatever interrupts it, it goes on from there. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { now } from '#server/core/clock.ts'
import { isBusy, many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { keyIds } from '#server/core/secrets.ts'
import type { Row } from './sealedTables.ts'

export type Gently = {
  /** Between two batches. */
  pauseMs: number
  signal?: AbortSignal
}

export type Pass = {
  step: 'FILL' | 'SEAL'
  table: string
  /** Which keys the pass is for: with others, it begins anew. */
  keys: { field: number; lookup: number }
  /** Besides the columns of the table's key. */
  columns: readonly string[]
  where: RawBuilder<boolean>
  batch: number
  /** Asks whoever has to be asked, outside of any transaction, and returns what is done in one. Rows may have changed by then. */
  prepare(rows: readonly Row[], key: readonly string[]): Promise<(tx: Tx) => Promise<void>>
}

/** A lock is worth less waiting than a customer: the batch is tried again. */
const PATIENCE = `SET LOCAL lock_timeout = '500ms'`

const ofPass = ({ step, table, keys }: Pass): RawBuilder<boolean> =>
  sql`step = ${step} AND table_name = ${table} AND field_key = ${keys.field} AND lookup_key = ${keys.lookup}`

export const currentKeys = (): Pass['keys'] => {
  const { field, lookup } = keyIds()
  return { field: field.current, lookup: lookup.current }
}

/** The columns of a table's primary key, in order. */
export async function keyOf(on: Database, table: string): Promise<string[]> {
  const rows = await many(
    on,
    sql<{ name: string }>`
    SELECT attname AS name
      FROM pg_index
     CROSS JOIN LATERAL unnest(indkey::smallint[]) WITH ORDINALITY AS at (no, n)
      JOIN pg_attribute ON attrelid = indrelid AND attnum = at.no
     WHERE indrelid = ${table}::regclass AND indisprimary
     ORDER BY n`,
  )
  return rows.map(({ name }) => name)
}

const columnsOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const whatOf = (key: readonly string[], row: Row) => sql.join(key.map((column) => sql`${row[column]}`))
/** One row, by its key. */
export const isRow = (key: readonly string[], row: Row) => sql<boolean>`(${columnsOf(key)}) = (${whatOf(key, row)})`

/** As JSON: bytes in the form that PostgreSQL reads. */
const positionOf = (key: readonly string[], row: Row): string =>
  JSON.stringify(
    key.map((column) => (Buffer.isBuffer(row[column]) ? `\\x${row[column].toString('hex')}` : row[column])),
  )

export async function runPass(on: Database, pass: Pass, { pauseMs, signal }: Gently): Promise<void> {
  const key = await keyOf(on, pass.table)
  await begin(on, pass)
  for (;;) {
    signal?.throwIfAborted()
    const more = await oneBatch(on, pass, key).catch((error: unknown) => {
      if (!isBusy(error)) throw error
      return true
    })
    if (!more) return
    await sleep(pauseMs, undefined, { signal })
  }
}

async function begin(on: Database, pass: Pass): Promise<void> {
  if (await maybeOne(on, sql`SELECT 1 AS found FROM key_pass WHERE ${ofPass(pass)}`)) return
  const { total } = await one(
    on,
    sql<{ total: number }>`SELECT count(*) AS total FROM ${sql.table(pass.table)} WHERE ${pass.where}`,
  )
  await run(
    on,
    sql`
    INSERT INTO key_pass (step, table_name, field_key, lookup_key, total, started_at, updated_at)
    VALUES (${pass.step}, ${pass.table}, ${pass.keys.field}, ${pass.keys.lookup}, ${total}, ${now()}, ${now()})
    ON CONFLICT DO NOTHING`,
  )
}

type State = { position: unknown[] | null; finished_at: Date | null }
const stateOf = (pass: Pass) => sql<State>`SELECT position, finished_at FROM key_pass WHERE ${ofPass(pass)}`

/** Returns whether there are more rows. Two commands at once disturb each other, and do no harm. */
async function oneBatch(on: Database, pass: Pass, key: readonly string[]): Promise<boolean> {
  const { position, finished_at } = await one(on, stateOf(pass))
  if (finished_at) return false
  const after = position ? sql`AND (${columnsOf(key)}) > (${sql.join(position.map((value) => sql`${value}`))})` : sql``
  const rows = await many(
    on,
    sql<Row>`
    SELECT ${columnsOf([...new Set([...key, ...pass.columns])])}
      FROM ${sql.table(pass.table)}
     WHERE ${pass.where} ${after}
     ORDER BY ${columnsOf(key)}
     LIMIT ${pass.batch}`,
  )
  const work = await pass.prepare(rows, key)
  const last = rows.at(-1)
  const isLast = rows.length < pass.batch
  await on.transaction().execute(async (tx) => {
    await sql.raw(PATIENCE).execute(tx)
    const found = await one(tx, sql<State>`${stateOf(pass)} FOR UPDATE`)
    if (JSON.stringify(found.position) !== JSON.stringify(position)) return
    await work(tx)
    await run(
      tx,
      sql`
      UPDATE key_pass
         SET done = done + ${rows.length}, position = coalesce(${last ? positionOf(key, last) : null}::jsonb, position),
             updated_at = ${now()}, finished_at = ${isLast ? now() : null}
       WHERE ${ofPass(pass)}`,
    )
  })
  return !isLast
}

/** Such a pass is made again from the beginning. */
export const forgetPass = (on: Database, pass: Pick<Pass, 'step' | 'table' | 'keys'>): Promise<number> =>
  run(on, sql`DELETE FROM key_pass WHERE ${ofPass(pass as Pass)}`)

export const isFinished = async (on: Database, pass: Pick<Pass, 'step' | 'table' | 'keys'>): Promise<boolean> =>
  (await maybeOne(
    on,
    sql`SELECT 1 AS found FROM key_pass WHERE ${ofPass(pass as Pass)} AND finished_at IS NOT NULL`,
  )) !== undefined
