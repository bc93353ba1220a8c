/** How values stand in a file: what PostgreSQL writes of them, and the same for rows that we have put into words ourselves. */
import type { RawBuilder } from 'kysely'
import { currencies, plain, type Cents } from '#contract/core/money.ts'
import { sql } from '../core/db.ts'
import type { SheetColumn, SheetKind } from '../core/sheet.ts'

/** A heading and what stands under it. Cells are text: `-12.34`, `2026-11-21 20:15:00`; `null` is an empty one. */
export type Head = { readonly title: string; readonly kind: SheetKind }
export type Cells = readonly (string | null)[]

/**
 * Text that begins like this is calculated by a spreadsheet that opens a CSV (docs/reference/threats.md#t13): also behind spaces, and in the full-width
 * forms that East Asian editions read as the same signs.
 */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '|', '%'] as const
const signs = new Set<string>(SIGNS)
export const looksLikeFormula = (text: string): boolean =>
  signs.has(text.charAt(0)) || signs.has(text.trimStart().charAt(0))

/** For a CSV, where nothing else says that it is text. The sign is what spreadsheets themselves show for it. */
export const harmless = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text)

const codes = SIGNS.map((sign) => sign.codePointAt(0)!)
const [signCodes, signOrSpace] = [codes, [...codes, ' '.codePointAt(0)!]].map((some) => sql.raw(some.join(', ')))
/** By the number of its first sign (`ascii`, whatever the alphabet): PostgreSQL finds numbers in a list without comparing with each. */
const harmlessSql = (text: RawBuilder<unknown>) =>
  sql`CASE WHEN ascii(${text}) NOT IN (${signOrSpace!}) THEN ${text}
           WHEN ascii(ltrim(${text})) IN (${signCodes!}) OR ascii(${text}) IN (${signCodes!}) THEN '''' || ${text}
           ELSE ${text} END`

/** A column as PostgreSQL writes it, in the zone of its session. In a workbook text is text, so only a CSV needs it made harmless. */
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
/** What one is worth in which an amount is counted: yen have no minor unit. */
const unitSql = (currency: RawBuilder<unknown>) =>
  sql`CASE WHEN ${currency} IN (${sql.join(whole)}) THEN 1.00 ELSE 0.01 END`

export const moneyCell = (cents: Cents): string => (cents < 0 ? '-' : '') + plain(Math.abs(cents)).replaceAll(',', '')

/** Instants in the viewer's zone, as PostgreSQL writes them. */
export function timeCells(zone: string): (ms: number) => string {
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (ms) => written.format(ms)
}
