/** How values are written in a file: by PostgreSQL, and in the same form for rows that are formatted here. */
import type { RawBuilder } from 'kysely'
import { currencies, plain, type Cents } from '#contract/core/money.ts'
import { sql } from '#server/core/db.ts'
import type { SheetColumn, SheetKind, Sheet } from '#server/core/sheet.ts'
import { unseal } from '#server/core/secrets.ts'

/** A column: its heading and how to write its cells. Cells are text: `-12.34`, `2026-11-21 20:15:00`; `null` is empty. */
export type Head = { readonly title: string; readonly kind: SheetKind }
export type Cells = readonly (string | null)[]

/**
 * A spreadsheet evaluates text starting with these when it opens a CSV (docs/reference/threats.md#t13): also after spaces, and in the full-width forms that
 * East Asian editions treat as the same characters.
 */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '|', '%'] as const
const signs = new Set<string>(SIGNS)
export const looksLikeFormula = (text: string): boolean =>
  signs.has(text.charAt(0)) || signs.has(text.trimStart().charAt(0))

/** For a CSV, which cannot mark a cell as text. Spreadsheets show the same apostrophe themselves. */
export const harmless = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text)

const codes = SIGNS.map((sign) => sign.codePointAt(0)!)
const [signCodes, signOrSpace] = [codes, [...codes, ' '.codePointAt(0)!]].map((some) => sql.raw(some.join(', ')))
/** By the code point of the first character (`ascii` gives it for any alphabet): PostgreSQL hashes a list of numbers instead of comparing with each. */
const harmlessSql = (text: RawBuilder<unknown>) =>
  sql`CASE WHEN ascii(${text}) NOT IN (${signOrSpace!}) THEN ${text}
           WHEN ascii(ltrim(${text})) IN (${signCodes!}) OR ascii(${text}) IN (${signCodes!}) THEN '''' || ${text}
           ELSE ${text} END`

/** A column as PostgreSQL writes it, in the session's time zone. Only a CSV needs text made harmless; in a workbook text is marked as text. */
export function cellSql({ kind, value, currency, foreign }: SheetColumn, format: 'csv' | 'xlsx') {
  switch (kind) {
    case 'money': // exact: numeric keeps the two decimals
      return sql`CASE ${value} WHEN 0 THEN 0.00 ELSE ${value} * ${currency ? unitSql(currency) : sql`0.01`} END`
    case 'at':
      return sql`date_bin('1 second', ${value}::timestamp, 'epoch')`
    case 'day':
      return sql`${value}::date`
    case 'text':
      return foreign && format === 'csv' ? harmlessSql(value) : value
    case 'number':
      return value
  }
}

const whole = Object.entries(currencies).flatMap(([code, { digits }]) => (digits === 0 ? [code] : []))
/** The minor units of a currency: yen have none. */
const unitSql = (currency: RawBuilder<unknown>) =>
  sql`CASE WHEN ${currency} IN (${sql.join(whole)}) THEN 1.00 ELSE 0.01 END`

export const moneyCell = (cents: Cents): string => (cents < 0 ? '-' : '') + plain(Math.abs(cents)).replaceAll(',', '')

/** Formats instants in the viewer's time zone, as PostgreSQL writes them. */
export function timeCells(zone: string): (ms: number) => string {
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (ms) => written.format(ms)
}

/** Texts that are sealed in the database are decrypted on the way out, row by row and only the requested ones. */

/** The index of each column in the sealed list, or -1. */
export type Places = readonly number[]

/** Undefined: none of the columns is sealed. */
export function sealedIn({ columns, sealed }: Sheet): Places | undefined {
  const places = columns.map(({ sealedAt = -1 }) => sealedAt)
  return sealed && places.some((place) => place >= 0) ? places : undefined
}

/** `sealed`: as PostgreSQL writes bytes. */
export function openRow(places: Places, cells: Cells, boundTo: string, sealed: string | Buffer): Cells {
  const bytes = typeof sealed === 'string' ? Buffer.from(sealed.slice(2), 'hex') : sealed
  // A person who was forgotten has no texts any more.
  const list = bytes.length ? (JSON.parse(unseal(boundTo, bytes)) as string[]) : []
  return places.map((place, at) => (place < 0 ? cells[at]! : (list[place] ?? '')))
}

/** Rows that end with the binding of their sealed list, and with the list. */
export async function* openRows(places: Places, lots: AsyncIterable<readonly Cells[]>): AsyncGenerator<Cells[]> {
  for await (const lot of lots) yield lot.map((cells) => openRow(places, cells, cells.at(-2)!, cells.at(-1)!))
}
