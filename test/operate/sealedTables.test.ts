/** What depends on a key is in one table, so that a rotation forgets nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directories, sealedTables, tableNames, tableOf, untouched } from '#bin/operate/rotation/sealedTables.ts'
import { many, run, sql } from '#server/core/db.ts'
import { seal } from '#server/core/secrets.ts'
import { owner } from '../database.ts'
import { newAccount, withWorld } from '../world.ts'
import { insertSealedRow } from './sealedRows.ts'

withWorld()

/** Parts of a table have its columns. */
const columnsOf = (types: readonly string[]): Promise<{ name: string }[]> =>
  many(
    owner,
    sql<{ name: string }>`
    SELECT relname || '.' || attname AS name
      FROM pg_attribute
      JOIN pg_class AS t ON t.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped AND format_type(atttypid, NULL) = ANY (${types}::text[])
     ORDER BY 1`,
  )

test('every column of bytes and every list of marks is sealed, hashed, in a directory, or says why no rotation touches it', async () => {
  const listed = [
    ...tableNames.flatMap((table) =>
      [...Object.keys(tableOf(table).sealed), ...(tableOf(table).hashed ?? [])].map((column) => `${table}.${column}`),
    ),
    ...Object.entries(directories).map(([table, column]) => `${table}.${column}`),
    ...Object.keys(untouched),
  ]
  const marks = (await columnsOf(['integer[]'])).filter(({ name }) => name.endsWith('_marks'))
  const there = [...(await columnsOf(['bytea'])), ...marks].map(({ name }) => name)
  assert.deepEqual(listed.toSorted(), there.toSorted())
})

test('a column that ends in _enc is sealed', async () => {
  const sealed = new Set(
    Object.entries(sealedTables).flatMap(([table, each]) => Object.keys(each.sealed).map((name) => `${table}.${name}`)),
  )
  const named = (await columnsOf(['bytea'])).map(({ name }) => name).filter((name) => /_enc$|sealed$/.test(name))
  assert.deepEqual(
    named.filter((name) => !sealed.has(name)),
    [],
  )
})

test('a row that is only added to may be sealed with another key, and changes in no other way', async () => {
  const { accountId } = await newAccount()
  await insertSealedRow('forecast_step', accountId)
  await insertSealedRow('attachment', accountId)
  const other = (): Buffer => Buffer.concat([Buffer.of(2), seal('x', 'a sealed text').subarray(1)])
  for (const [table, column] of [
    ['forecast_step', 'said_enc'],
    ['attachment', 'body_enc'],
  ] as const) {
    const change = (what: ReturnType<typeof sql>) => run(owner, sql`UPDATE ${sql.table(table)} SET ${what}`)
    const to = (value: Buffer) => sql`${sql.ref(column)} = ${value}`
    for (const refused of [
      to(seal('x', 'a sealed text')),
      to(Buffer.concat([other(), Buffer.of(0)])),
      to(Buffer.alloc(0)),
      sql`${sql.ref(column)} = ${other()}, created_at = now()`,
      sql`created_at = created_at`,
      sql`${sql.ref(column)} = NULL`,
    ])
      await assert.rejects(change(refused), /only added to/)
    assert.equal(await change(to(other())), 1)
  }
})
