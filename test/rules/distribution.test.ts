/** An engine can spread the tables over machines as `db/distribution.ts` says: it refuses keys that it would have to look for everywhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distribution, type Place } from '#db/distribution.ts'
import { many, sql } from '#server/core/db.ts'
import { owner, withDatabase } from '../database.ts'

withDatabase()

const places: Readonly<Record<string, Place>> = distribution
const tablesIn = (place: Place) => Object.keys(places).filter((table) => places[table] === place)
/** The column by which the rows of a table are spread. */
const keyOf = (place: Place): string | undefined =>
  typeof place === 'object' ? place.by : place === 'cell' ? 'cell' : undefined

type Key = { name: string; table: string; columns: string[] }
const uniqueKeys = (): Promise<Key[]> =>
  many(
    owner,
    sql<Key>`
    SELECT i.relname AS name, t.relname AS table,
           ARRAY(SELECT pg_get_indexdef(indexrelid, at, true) FROM generate_series(1, indnkeyatts) AS at) AS columns
      FROM pg_index
      JOIN pg_class AS i ON i.oid = indexrelid
      JOIN pg_class AS t ON t.oid = indrelid
     WHERE t.relnamespace = 'public'::regnamespace AND NOT t.relispartition AND indisunique
     ORDER BY 1`,
  )

test('every table has its place, and none that is gone', async () => {
  const rows = await many(
    owner,
    sql<{ table: string }>`
    SELECT relname AS table FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT LIKE 'kysely%'`,
  )
  assert.deepEqual(rows.map(({ table }) => table).toSorted(), Object.keys(places).toSorted())
})

test('what is unique is unique in its cell, or in the part of its directory', async () => {
  const keys = await uniqueKeys()
  const wrong = keys.filter(({ table, columns }) => {
    const key = keyOf(places[table] ?? 'platform')
    return key !== undefined && (key === 'cell' ? columns[0] !== key : !columns.includes(key))
  })
  assert.deepEqual(wrong, [])
  assert.ok(
    keys.some(({ table }) => table === 'card'),
    'the test finds the keys',
  )
})

test('every row of a table in cells says in which', async () => {
  const rows = await many(
    owner,
    sql<{ table: string; has: boolean }>`
    SELECT relname AS table,
           EXISTS (SELECT FROM pg_attribute WHERE attrelid = t.oid AND attname = 'cell' AND attnotnull AND atttypid = 'smallint'::regtype) AS has
      FROM pg_class AS t
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY (${tablesIn('cell')}::text[])
     ORDER BY 1`,
  )
  assert.deepEqual(
    rows.filter(({ has }) => !has),
    [],
  )
})

test('what refers to a row of an account refers to it with its cell, or to a table that is everywhere', async () => {
  const rows = await many(
    owner,
    sql<{ name: string; from: string; to: string; columns: string[]; targets: string[] }>`
    SELECT conname AS name, f.relname AS "from", t.relname AS "to",
           ARRAY(SELECT attname FROM unnest(conkey) WITH ORDINALITY AS at (no, n) JOIN pg_attribute ON attrelid = conrelid AND attnum = no ORDER BY n)::text[] AS columns,
           ARRAY(SELECT attname FROM unnest(confkey) WITH ORDINALITY AS at (no, n) JOIN pg_attribute ON attrelid = confrelid AND attnum = no ORDER BY n)::text[] AS targets
      FROM pg_constraint
      JOIN pg_class AS f ON f.oid = conrelid
      JOIN pg_class AS t ON t.oid = confrelid
     WHERE contype = 'f' AND f.relnamespace = 'public'::regnamespace AND NOT f.relispartition AND NOT t.relispartition
     ORDER BY 1`,
  )
  assert.ok(rows.length > 20, 'the test finds the references')
  const wrong = rows.filter(({ from, to, columns, targets }) => {
    const [here, there] = [places[from]!, places[to]!]
    if (there === 'reference') return false
    if (here === 'cell' && there === 'cell') return columns[0] !== 'cell' || targets[0] !== 'cell'
    return !(here === 'platform' && there === 'platform')
  })
  assert.deepEqual(wrong, [])
})

test('the cell of a row is that of its account: a constraint says so, or a row that it must refer to', async () => {
  const rows = await many(
    owner,
    sql<{ table: string; held: boolean }>`
    SELECT relname AS table,
           EXISTS (SELECT FROM pg_constraint AS c
                    WHERE conrelid = t.oid
                      AND (contype = 'c' AND pg_get_constraintdef(c.oid) LIKE '%cell_of(account_id)%'
                           OR contype = 'f' AND conkey[1:2] = ARRAY[cell.attnum, account.attnum]
                              AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = t.oid AND attnum = ANY (conkey) AND NOT attnotnull))) AS held
      FROM pg_class AS t
      JOIN pg_attribute AS cell ON cell.attrelid = t.oid AND cell.attname = 'cell'
      JOIN pg_attribute AS account ON account.attrelid = t.oid AND account.attname = 'account_id'
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY (${tablesIn('cell')}::text[])
     ORDER BY 1`,
  )
  // A constraint would hash the account whenever a balance changes, and for every entry.
  const byTrigger = ['ledger_account', 'ledger_entry']
  assert.ok(rows.length > 30, 'the test finds the tables')
  assert.deepEqual(
    rows.filter(({ held }) => !held).map(({ table }) => table),
    byTrigger,
  )
})
