/** The steps of every export: a connection of its own, the count, the log, and then the bytes. */
import { EXPORT_MAX, type ExportFormat } from '#contract/exports/exports.ts'
import type { FileAnswer } from '#contract/core/call.ts'
import type { Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { record } from '#server/audit/audit.ts'
import { now } from '#server/core/clock.ts'
import { copyOut } from '#server/core/database/copyOut.ts'
import { db, one, run, sql, transaction, type Database } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import type { Sheet } from '#server/core/sheet.ts'
import { csvOfLines, csvOfRows } from '../writing/asCsv.ts'
import { xlsx } from '../writing/asXlsx.ts'
import { cellSql, timeCells, type Cells, type Head, sealedIn } from '../writing/cells.ts'
import { fileOfLines } from '../writing/workbook.ts'
import { enterRoom, fromRoom, writtenOut, type Room } from './room.ts'

export const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

/** What is exported and with which filters, for the file's name and the log. */
export type Wanted = { readonly what: Words; readonly format: ExportFormat; readonly filters: object }

/** A list written by PostgreSQL. `asks`: built in the export's transaction, so that it sees the same snapshot. */
export async function downloadSheet(actor: Actor, wanted: Wanted, sheet: Sheet): Promise<FileAnswer> {
  const { format } = wanted
  return inRoom(actor, async (room) => {
    const [zone, { rows }] = await Promise.all([
      zoneOf(actor),
      one(room.reader, sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sheet.counted}`),
    ])
    await allow(actor, wanted, rows)
    const heads = headsOf(actor, sheet)
    const places = sealedIn(sheet)
    // PostgreSQL cannot decrypt sealed columns, so a CSV that has them is written here, like a workbook.
    const asCsv = format === 'csv' && !places
    const values = sheet.columns.map((column) => cellSql(column, asCsv ? 'csv' : 'xlsx'))
    if (places) values.push(sheet.sealed!.boundTo, sheet.sealed!.list)
    const select = sql`SELECT ${sql.join(values)} FROM ${sheet.from} ORDER BY ${sheet.orderBy}`
    await writeIn(room.reader, zone, room.onReplica ? HELPERS : 0)
    const lines = copyOut(room.client, `COPY (${writtenOut(select)}) TO STDOUT WITH (FORMAT ${asCsv ? 'csv' : 'text'})`)
    const body = asCsv
      ? csvOfLines(heads, lines)
      : fileOfLines({ name: wanted.what[actor.from.lang], format, heads, rows, places }, lines)
    return { ...about(actor, wanted, zone), rows, body: fromRoom(room, body) }
  })
}

/** On a standby, which decides nothing, rows are formatted by helpers, too, as in psql. On the database itself they would take its processors from the decisions. */
const HELPERS = 2

/**
 * For this transaction. The session's time zone costs a third of `AT TIME ZONE`. PostgreSQL plans helpers reliably only if passing rows on costs nothing, and gives
 * them the whole work only if it may not materialize a list to compare each row with.
 */
export async function writeIn(tx: Database, zone: string, helpers = 0): Promise<void> {
  await run(
    tx,
    sql`SELECT set_config('max_parallel_workers_per_gather', ${String(helpers)}, true), set_config('parallel_setup_cost', '0', true),
               set_config('parallel_tuple_cost', '0', true), set_config('enable_material', 'off', true),
               set_config('citus.propagate_set_commands', 'local', true)`,
  )
  // Where an engine spreads the tables, another node writes the rows; a SET reaches it, a set_config does not.
  await run(tx, sql`SET LOCAL TimeZone = ${sql.lit(zone)}`)
}

/** A list formatted by us. */
export async function downloadRows(
  actor: Actor,
  wanted: Wanted,
  heads: readonly Head[],
  read: (room: Room, at: (ms: number) => string) => Promise<{ count: number; rows: AsyncIterable<readonly Cells[]> }>,
): Promise<FileAnswer> {
  return inRoom(actor, async (room) => {
    const zone = await zoneOf(actor)
    const { count, rows } = await read(room, timeCells(zone))
    await allow(actor, wanted, count)
    const body =
      wanted.format === 'csv' ? csvOfRows(heads, rows) : xlsx(wanted.what[actor.from.lang], heads, count, rows)
    return { ...about(actor, wanted, zone), rows: count, body: fromRoom(room, body) }
  })
}

async function inRoom(actor: Actor, work: (room: Room) => Promise<FileAnswer>): Promise<FileAnswer> {
  const room = await enterRoom(actor)
  try {
    return await work(room)
  } catch (error) {
    room.leave()
    throw error
  }
}

export const headsOf = ({ from: { lang } }: Actor, { columns }: Pick<Sheet, 'columns'>): Head[] =>
  columns.map(({ title, kind }) => ({ title: title[lang], kind }))

export const zoneOf = async ({ accountId }: Actor): Promise<string> => (await accountOf(db, accountId)).time_zone

/** Recorded before the first byte is sent: the log has the export even if the download breaks off. */
async function allow(actor: Actor, wanted: Wanted, rows: number): Promise<void> {
  if (rows > EXPORT_MAX) throw tooLarge(actor, rows)
  await transaction((tx) => record(tx, actor, exported(wanted, rows)))
}

const tooLarge = ({ from: { lang } }: Actor, rows: number) => {
  const [found, max] = [rows, EXPORT_MAX].map((n) => n.toLocaleString('en-US'))
  const msg = {
    cn: `符合条件的共 ${found} 行，单个文件最多 ${max} 行，请缩小筛选范围，例如按月导出`,
    en: `The filters match ${found} rows; a file can have up to ${max}. Narrow the filters, for example by month.`,
  }[lang]
  return refuse('export_too_large', { rows, max: EXPORT_MAX, msg })
}

const exported = ({ what, format, filters }: Wanted, rows: number) => ({
  type: 'EXPORT' as const,
  target: `${what.cn} ${what.en}`,
  content: {
    cn: `导出${what.cn} ${rows} 行（${format}）`,
    en: `Exported ${what.en.toLowerCase()} (${format}), rows: ${rows}`,
  },
  after: { rows, format, filters },
})

function about({ from: { lang } }: Actor, { what, format }: Wanted, zone: string): Pick<FileAnswer, 'name' | 'type'> {
  return { name: `${fileName(what[lang], zone)}.${format}`, type: types[format] }
}

/** `卡片_20261121_201500` sorts by time wherever files are sorted by name. */
export const fileName = (what: string, zone: string): string =>
  `${what.replaceAll(' ', '-')}_${timeCells(zone)(now().getTime()).replace(/[-:]/g, '').replace(' ', '_')}`
