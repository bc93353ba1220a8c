import assert from 'node:assert/strict'
import { test } from 'node:test'
import { many, sql } from '#server/core/db.ts'
import { owner, withDatabase } from '../database.ts'

withDatabase()

/** What people type, with an index to list or find it. Its order and its comparison are those of the database. */
const WORDS = new Set<string>([])

test('identifiers and what is found by an index are compared by bytes, the same on every machine', async () => {
  const rows = await many(
    owner,
    sql<{ column: string }>`
    SELECT relname || '.' || attname AS column
      FROM pg_attribute AS a
      JOIN pg_class AS t ON t.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname NOT LIKE 'kysely%'
       AND attnum > 0 AND NOT attisdropped AND atttypid = 'text'::regtype AND attcollation <> '"C"'::regcollation
       AND (attname ~ '_(id|no|uid|ref)$'
            OR EXISTS (SELECT
                         FROM pg_index
                         JOIN pg_class AS i ON i.oid = indexrelid
                         JOIN pg_am ON pg_am.oid = i.relam
                        WHERE indrelid = attrelid AND amname = 'btree' AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1]))
            OR EXISTS (SELECT
                         FROM pg_constraint
                        WHERE contype = 'f'
                          AND (conrelid = attrelid AND attnum = ANY (conkey) OR confrelid = attrelid AND attnum = ANY (confkey))))
     ORDER BY 1`,
  )
  const wrong = rows.map(({ column }) => column).filter((column) => !WORDS.has(column))
  assert.deepEqual(wrong, [], 'in its migration the column says COLLATE "C"')
})
