/** A row in every table that has something sealed, and what all of them say. */
import assert from 'node:assert/strict'
import { ahead, DAY, now } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { many, run, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { keyOf } from '#bin/operate/rotation/passes.ts'
import { tableNames, tableOf, type Row, type SealedTableName } from '#bin/operate/rotation/sealedTables.ts'
import { owner } from '../database.ts'

const SHAPES: Partial<Record<SealedTableName, Record<string, unknown>>> = {
  attachment: { approval_id: 'apr_of_a_request_that_was_made' },
  closing_payout: { target: 'BANK', state: 'SENT', pay_currency: 'USD' },
  card_holder_change: { status: 'DONE' },
  forecast_step: { by_kind: 'HOLDER' },
  identity_file: { mime: 'image/jpeg' },
  identity_order: { type: 'PERSON', status: 'PASSED' },
  payout_card: { tail: '1234' },
  push_device: { lang: 'en' },
}

const values: Record<string, (name: string) => unknown> = {
  text: (name) => newId(name.slice(0, 3)),
  bytea: () => Buffer.alloc(32, 5),
  jsonb: () => '{}',
  ARRAY: () => '{}',
  boolean: () => false,
  // Sweeps delete what is over.
  'timestamp with time zone': (name) => (name.startsWith('expires') ? ahead(DAY) : now()),
}

/** Inserted as the owner, past the keys to other tables, which are not what this is about. */
export async function insertSealedRow(table: SealedTableName, accountId: string): Promise<void> {
  const columns = await many(
    owner,
    sql<{ name: string; type: string; needed: boolean }>`
    SELECT column_name AS name, data_type AS type, is_nullable = 'NO' AND column_default IS NULL AS needed
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table}`,
  )
  const { sealed } = tableOf(table)
  const row: Record<string, unknown> = { account_id: accountId, ...SHAPES[table] }
  for (const { name, type, needed } of columns)
    if (needed && !(name in row) && !(name in sealed)) row[name] = values[type]?.(name) ?? 1
  for (const [column, boundTo] of Object.entries(sealed)) row[column] = seal(boundTo(row), sealedText(table))
  const names = columns.map(({ name }) => name).filter((name) => name in row && name !== 'cell')
  const cell = columns.some(({ name }) => name === 'cell')
  await owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await run(
      tx,
      sql`
      INSERT INTO ${sql.table(table)} (${sql.join([...(cell ? ['cell'] : []), ...names].map((name) => sql.ref(name)))})
      VALUES (${cell ? sql`cell_of(${accountId}), ` : sql``}${sql.join(names.map((name) => row[name]))})`,
    )
  })
}

/** What the code that makes hashes of a row reads. */
const sealedText = (table: SealedTableName): string =>
  table === 'payout_card' ? JSON.stringify({ no: '6222020000001234', holder: 'Ana', mobile: '' }) : 'a sealed text'

/** Everything sealed in the database, opened: by table, row and column. `keys`: those it was sealed with. */
export async function openEverything(): Promise<{
  texts: Map<string, string>
  keys: Set<number>
  tables: Set<string>
}> {
  const texts = new Map<string, string>()
  const keys = new Set<number>()
  const tables = new Set<string>()
  for (const table of tableNames) {
    const key = await keyOf(owner, table)
    for (const row of await many(owner, sql<Row>`SELECT * FROM ${sql.table(table)}`))
      for (const [column, boundTo] of Object.entries(tableOf(table).sealed)) {
        const sealed = row[column] as Buffer | null
        if (!sealed?.length) continue
        keys.add(sealed[0]!)
        tables.add(`${table}.${column}`)
        texts.set(`${table} ${key.map((name) => String(row[name])).join(' ')} ${column}`, unseal(boundTo(row), sealed))
      }
  }
  return { texts, keys, tables }
}

/** For a proof of the books, which would miss what belongs to the rows of {@link insertSealedRow}. */
export async function deleteSealedRows(accountId: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    for (const table of ['closing_payout', 'payout_card'])
      await run(tx, sql`DELETE FROM ${sql.table(table)} WHERE ${ofAccount(accountId)}`)
  })
}

export function assertSame(before: Map<string, string>, after: Map<string, string>): void {
  const changed = [...before].filter(([row, text]) => after.has(row) && after.get(row) !== text)
  assert.deepEqual(changed, [])
}
