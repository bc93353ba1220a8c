/**
 * Fills an empty database and the simulators' store from the template of the demo world: moved to today by whole days, and sealed with the keys of this
 * installation (docs/decisions/0091-the-demo-world-is-a-template.md).
 */
import path from 'node:path'
import type pg from 'pg'
import { HOUR, nowMs } from '#server/core/clock.ts'
import { closeDb, openDb, transaction, type Tx } from '#server/core/db.ts'
import { signLink, useSecrets } from '#server/core/secrets.ts'
import type { Secrets } from '#server/core/settings/storedSecrets.ts'
import { appendRow, hashOf, lockChain, type AuditRow } from '#server/staff/chain/queries.ts'
import { openStore } from '#simulators/store.ts'
import { asAdmin } from '../operate/migrateDatabase.ts'
import type { DemoTemplate, Rows, Value } from './demoTemplate.ts'
import { withKeys } from './sealTemplate.ts'
import { shiftFrom, type Shift } from './shiftDates.ts'

type Types = Readonly<Record<string, string>>

export async function loadTemplate(
  template: DemoTemplate,
  {
    ownerUrl,
    dataDir,
    secrets,
    toMs = nowMs(),
  }: { ownerUrl: string; dataDir: string; secrets: Secrets; toMs?: number },
): Promise<void> {
  useSecrets(secrets)
  const shift = shiftFrom(template.endMs, toMs)
  await asAdmin(ownerUrl, async (client) => {
    const types = await columnTypes(client)
    const moved = Object.entries(template.tables).map(
      ([name, table]) => [name, withTimeLeft(name, movedRows(name, table, types[name]!, shift), toMs)] as const,
    )
    const simulators = Object.fromEntries(
      Object.entries(template.simulators).map(([name, table]) => [name, movedStore(table, template.endMs, shift)]),
    )
    const { staff_audit, ...tables } = withKeys(Object.fromEntries(moved), simulators, secrets)
    await client.query('INSERT INTO demo_world (began_at) VALUES ($1)', [new Date(template.endMs + shift.ms)])
    fillStore(path.join(dataDir, 'simulators.sqlite'), simulators)
    await client.query('BEGIN')
    // Rows come in any order, and what only the ledger may do has been done.
    await client.query('SET LOCAL session_replication_role = replica')
    for (const [name, table] of Object.entries(tables)) await fillTable(client, name, table, types[name]!)
    await client.query('INSERT INTO operate_unsealed SELECT cell, account_id, id FROM operate_log')
    for (const [name, last] of Object.entries(template.sequences))
      await client.query('SELECT setval($1::regclass, $2)', [name, last])
    await client.query('COMMIT')
    openDb(ownerUrl, { connections: 1 })
    try {
      await transaction((tx) => chainAgain(tx, saidIn(staff_audit!)))
    } finally {
      await closeDb()
    }
    await client.query('UPDATE demo_world SET finished_at = $1', [new Date(toMs)])
  })
}

/** A row of a chain without its place in it. */
type Said = Omit<AuditRow, 'seq'>

/** What staff did, in order. What the service noted of its checkpoints goes with them: the next proof of the books makes new ones. */
function saidIn({ columns, rows }: Rows): Said[] {
  const all = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]!])))
  const json = (text: Value | undefined): unknown => (text == null ? null : JSON.parse(String(text)))
  return all
    .filter(({ action }) => action !== 'BOOKS')
    .toSorted((one, other) => Number(one['seq']) - Number(other['seq']))
    .map(
      (row) =>
        ({
          ...row,
          before: json(row['before']),
          after: json(row['after']),
          created_at: new Date(String(row['created_at'])),
        }) as unknown as Said,
    )
}

/** Hashed after what is before them in their chain, and signed with the key of this service. */
async function chainAgain(tx: Tx, rows: readonly Said[]): Promise<void> {
  for (const said of rows) {
    const { seq: last, hash: previous } = await lockChain(tx, said.chain)
    const row = { ...said, seq: last + 1 }
    const hash = await hashOf(tx, row, previous)
    await appendRow(tx, row, { previous, hash, signature: signLink({ chain: row.chain, seq: row.seq, hash }) })
  }
}

/** Of each table, by the names of its columns. */
async function columnTypes(client: pg.Client): Promise<Record<string, Types>> {
  const { rows } = await client.query<{ name: string; types: Types }>(`
    SELECT relname AS name, jsonb_object_agg(attname, format_type(atttypid, NULL)) AS types
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     GROUP BY relname`)
  return Object.fromEntries(rows.map(({ name, types }) => [name, types]))
}

/** Days since 1970. */
const DAYS = new Set(['day', 'rate_day', 'usage_day', 'from_day', 'window_from'])
const MOMENTS = new Set(['wrong_cvc_since', 'blocked_until', 'short_since'])
const MONTHS = new Set(['month', 'from_month'])
/** The end of the month that is printed on the card. */
const FIXED = new Set(['card.expires_at'])

function movedRows(name: string, { columns, rows }: Rows, types: Types, shift: Shift): Rows {
  const moves = columns.map((column) => moveOf(name, column, types[column]!, shift))
  return {
    columns,
    rows: rows.map((row) => row.map((value, at) => (value === null ? null : moves[at]!(String(value))))),
  }
}

/** Whole days may be nearly a day too few: a request that waits for its second approver would have expired before anybody came. */
const APPROVABLE_MS = 12 * HOUR

function withTimeLeft(name: string, { columns, rows }: Rows, toMs: number): Rows {
  if (name !== 'approval') return { columns, rows }
  const [state, until] = [columns.indexOf('state'), columns.indexOf('expires_at')]
  const atLeast = new Date(toMs + APPROVABLE_MS).toISOString()
  return {
    columns,
    rows: rows.map((row) =>
      row[state] === 'WAITING' && Date.parse(String(row[until])) < toMs + APPROVABLE_MS
        ? row.with(until, atLeast)
        : row,
    ),
  }
}

function moveOf(table: string, column: string, type: string, shift: Shift): (value: string) => string {
  const asIs = (value: string): string => value
  const number = (move: (from: number) => number) => (value: string) =>
    value === '0' ? value : String(move(Number(value)))
  if (FIXED.has(`${table}.${column}`) || type === 'bytea' || type.endsWith('boolean')) return asIs
  if (MONTHS.has(column)) return shift.month
  if (/^(bigint|integer|smallint)$/.test(type)) {
    if (column === 'auth_id') return (id) => String(BigInt(id) + (BigInt(shift.ms) << 22n))
    if (DAYS.has(column)) return number((day) => day + shift.days)
    if (column === 'hour') return number((hour) => hour + shift.days * 24)
    return MOMENTS.has(column) ? number(shift.moment) : asIs
  }
  return /^(numeric|double|real)/.test(type) ? asIs : shift.text
}

/** Moments are numbers of milliseconds there. */
function movedStore({ columns, rows }: Rows, endMs: number, shift: Shift): Rows {
  const YEARS = 5 * 366 * 86_400_000
  const isMoment = (value: number): boolean => Math.abs(value - endMs) < YEARS
  const moved = (value: Value): Value =>
    typeof value === 'string' ? shift.text(value) : value !== null && isMoment(value) ? value + shift.ms : value
  return { columns, rows: rows.map((row) => row.map(moved)) }
}

async function fillTable(client: pg.Client, name: string, { columns, rows }: Rows, types: Types): Promise<void> {
  // Values of JSON are JSON already; all others are texts, which PostgreSQL reads by the type of their column.
  const text = (value: Value, column: string): string =>
    value === null ? 'null' : types[column] === 'jsonb' ? String(value) : JSON.stringify(value)
  const json = rows.map(
    (row) => `{${row.map((value, at) => `"${columns[at]}":${text(value, columns[at]!)}`).join(',')}}`,
  )
  const list = columns.map((column) => `"${column}"`).join(', ')
  await client.query(`DELETE FROM ${name}`) // what the migrations wrote: the template has it, as the story left it
  await client.query(
    `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1)`,
    [`[${json.join(',')}]`],
  )
}

function fillStore(file: string, tables: Readonly<Record<string, Rows>>): void {
  const store = openStore(file)
  store.together(() => {
    for (const [name, { columns, rows }] of Object.entries(tables)) {
      if (name === 'sqlite_sequence') continue // follows the rows
      const text = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`
      for (const row of rows) store.run(text, Object.fromEntries(columns.map((column, at) => [column, row[at]!])))
    }
  })
  store.close()
}
