/** Seals every row with the current field key, and makes its hashes by the current look-up key. */
import { many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { currentKeys, forgetPass, isRow, runPass, type Gently, type Pass } from './passes.ts'
import { passingTexts, tableNames, tableOf, type Row, type SealedTable, type SealedTableName } from './sealedTables.ts'

const BATCH = 50

export const sealPassOf = (name: SealedTableName): Pass => {
  const table = tableOf(name)
  const sealed = Object.keys(table.sealed)
  return {
    ...{ step: 'SEAL', table: name, keys: currentKeys() },
    columns: [...sealed, ...(table.needs ?? []), ...(table.hashed ?? [])],
    where: sql`(${sql.join(
      sealed.map((column) => sql`length(${sql.ref(column)}) > 0`),
      sql` OR `,
    )})`,
    batch: table.batch ?? BATCH,
    prepare: (rows, key) =>
      Promise.resolve(async (tx) => {
        for (const row of rows) await sealRow(tx, { name, table, row, key })
      }),
  }
}

type Sealing = { name: SealedTableName; table: SealedTable; row: Row; key: readonly string[] }

/** What begins a sealed value: key, nonce and tag, different each time it is sealed. */
const BEGINS = 29

/** A row that someone has changed since it was read is left alone: whoever did has the current keys. */
async function sealRow(tx: Tx, { name, table, row, key }: Sealing): Promise<void> {
  const { field } = currentKeys()
  const changes = Object.entries(table.sealed).flatMap(([column, boundTo]) => {
    const sealed = row[column] as Buffer | null
    if (!sealed?.length || sealed[0] === field) return []
    return [[column, seal(boundTo(row), unseal(boundTo(row), sealed))] as const]
  })
  const hashes = Object.entries(newHashes(table, row)).filter(([column, hash]) => !isSame(hash, row[column]))
  if (!changes.length && !hashes.length) return
  const as = ([column, value]: readonly [string, Buffer | readonly number[]]) =>
    sql`${sql.ref(column)} = ${value}${sql.raw(Buffer.isBuffer(value) ? '' : '::integer[]')}`
  const unchanged = Object.keys(table.sealed).map(
    (column) =>
      sql`substring(${sql.ref(column)} from 1 for ${sql.lit(BEGINS)}) IS NOT DISTINCT FROM ${(row[column] as Buffer | null)?.subarray(0, BEGINS) ?? null}::bytea`,
  )
  await run(
    tx,
    sql`
    UPDATE ${sql.table(name)}
       SET ${sql.join([...changes, ...hashes].map(as))}
     WHERE ${isRow(key, row)} AND ${sql.join(unchanged, sql` AND `)}`,
  )
}

/** None for a person who was forgotten: then the hashes are gone, or what they are made of is. */
function newHashes({ sealed, hashed, hash }: SealedTable, row: Row): ReturnType<NonNullable<SealedTable['hash']>> {
  const [first] = Object.keys(sealed)
  const isGone = !(row[first!] as Buffer).length || hashed?.some((column) => row[column] === null)
  return hash && !isGone ? hash(row) : {}
}

const isSame = (one: Buffer | readonly number[], other: unknown): boolean =>
  Buffer.isBuffer(one) ? one.equals(other as Buffer) : JSON.stringify(one) === JSON.stringify(other)

export type Left = { what: string; keyId: number; rows: number }

/** Sealed values that are not under the current field key. */
export async function oldSeals(on: Database): Promise<Left[]> {
  const { field } = currentKeys()
  const left: Left[] = []
  for (const table of tableNames)
    for (const column of Object.keys(tableOf(table).sealed)) {
      const rows = await many(
        on,
        sql<{ keyId: number; rows: number }>`
        SELECT get_byte(${sql.ref(column)}, 0) AS "keyId", count(*) AS rows
          FROM ${sql.table(table)}
         WHERE length(${sql.ref(column)}) > 0 AND get_byte(${sql.ref(column)}, 0) <> ${field}
         GROUP BY 1`,
      )
      left.push(...rows.map((row) => ({ ...row, what: `${table}.${column}` })))
    }
  return left
}

/** Sealed texts inside of others that will still be opened. */
export async function oldTexts(on: Database): Promise<Left[]> {
  const { field } = currentKeys()
  const left: Left[] = []
  for (const { name, from, text, where } of passingTexts) {
    const keyId = sql.raw(`get_byte(decode(${text}, 'base64'), 0)`)
    const { rows } = await one(
      on,
      sql<{ rows: number }>`
      SELECT count(*) AS rows FROM ${sql.raw(from)}
       WHERE ${sql.raw(`${where} AND length(${text}) > 28`)} AND ${keyId} <> ${field}`,
    )
    if (rows) left.push({ what: name, keyId: 0, rows })
  }
  return left
}

/** Until every sealed value has the current key. What a late writer left is found by the scan, and its table gone over once more. */
export async function sealAgain(on: Database, gently: Gently): Promise<void> {
  for (const name of tableNames) await runPass(on, sealPassOf(name), gently)
  const late = new Set((await oldSeals(on)).map(({ what }) => what.split('.')[0]))
  for (const name of tableNames.filter((table) => late.has(table))) {
    await forgetPass(on, sealPassOf(name))
    await runPass(on, sealPassOf(name), gently)
  }
}
