import type { SheetLimits } from '#contract/core/files.ts'
import { readXml, type Attributes } from './readXml.ts'
import { SheetFault } from './sheetFaults.ts'

/** A cell as stored. Rows from 1, columns from 0. */
export type Cell = {
  row: number
  column: number
  kind: 'number' | 'text' | 'shared'
  value: string
  style: number
  hidden: boolean
}

const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** The non-empty cells of one sheet. Stops at the first disallowed one, so a file of a million rows costs as much as one of a thousand. */
export async function readCells(
  sheet: AsyncIterable<Uint8Array>,
  { maxRows, maxColumns }: SheetLimits,
): Promise<Cell[]> {
  const cells: Cell[] = []
  const hiddenColumns: [from: number, to: number][] = []
  let [row, column, filled, rowHidden] = [0, -1, 0, false]
  let now: { attributes: Attributes; value: string; text: string } | undefined

  const openRow = ({ r, hidden }: Attributes) => {
    const next = r === undefined ? row + 1 : Number(r)
    if (!Number.isInteger(next) || next <= row || next > LAST_ROW) throw new SheetFault('broken')
    ;[row, column, rowHidden] = [next, -1, yes(hidden)]
  }
  const openCell = (attributes: Attributes) => {
    const next = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'], row)
    if (next <= column || next >= LAST_COLUMN) throw new SheetFault('broken')
    column = next
    now = { attributes, value: '', text: '' }
  }
  const closeCell = ({ attributes: { t = 'n', s = '0' }, value, text }: NonNullable<typeof now>) => {
    const at = `${columnName(column)}${row}`
    if (t === 'e') throw new SheetFault('error_value', at)
    const cell = { row, column, style: Number(s), ...storedIn(t, value, text) }
    if (cell.value.trim() === '') return
    if (column >= maxColumns) throw new SheetFault('too_many_columns', at)
    if (cells.at(-1)?.row !== row && ++filled > maxRows) throw new SheetFault('too_many_rows', String(maxRows - 1))
    const hidden = rowHidden || hiddenColumns.some(([from, to]) => column >= from && column <= to)
    cells.push({ ...cell, hidden })
  }

  await readXml(sheet, {
    open: (name, attributes, path) => {
      if (name === 'f' && now) throw new SheetFault('formula', `${columnName(column)}${row}`)
      if (name === 'col' && yes(attributes['hidden']))
        hiddenColumns.push([Number(attributes['min']) - 1, Number(attributes['max']) - 1])
      if (name === 'row' && path.at(-2) === 'sheetData') openRow(attributes)
      if (name === 'c' && path.at(-2) === 'row') openCell(attributes)
    },
    close: (name, text, path) => {
      if (!now) return
      if (name === 'v') now.value = text
      if (name === 't' && !path.includes('rPh')) now.text += text
      if (name === 'c') now = void closeCell(now)
    },
  })
  return cells
}

const yes = (value: string | undefined): boolean => value === '1' || value === 'true'

function storedIn(type: string, value: string, text: string): Pick<Cell, 'kind' | 'value'> {
  if (type === 's') return { kind: 'shared', value }
  if (type === 'inlineStr') return { kind: 'text', value: text }
  if (type === 'b') return { kind: 'text', value: value === '1' ? 'TRUE' : 'FALSE' }
  // A date as text, as in strict Open XML: written in the format of other dates.
  if (type === 'd') return { kind: 'text', value: value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ') }
  // `str` is the result of a formula; the formula itself was refused.
  return { kind: type === 'n' ? 'number' : 'text', value }
}

function columnOf(reference: string, row: number): number {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(reference) ?? []
  if (!letters || Number(digits) !== row) throw new SheetFault('broken')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** How a number is displayed. A number: pad with zeros to this many digits, as in a zip code. */
export type Format = 'plain' | 'day' | 'percent' | number

/** The built-in formats for a day or a time; 27 to 58 are those of Chinese, Japanese and Korean programs. */
const builtInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** The format of every style, in the order that cells refer to. */
export async function readFormats(styles: AsyncIterable<Uint8Array>): Promise<Format[]> {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  await readXml(styles, {
    open: (name, attributes, path) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'xf' && path.at(-2) === 'cellXfs') formats.push(formatOf(id, codes.get(id)))
    },
  })
  return formats
}

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return builtInDay(id) ? 'day' : id === 9 || id === 10 ? 'percent' : 'plain'
  const bare = code.split(';', 1)[0]!.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
  if (/[ymdhs]/i.test(bare)) return 'day'
  if (bare.includes('%')) return 'percent'
  return /^0{2,}$/.test(bare) ? bare.length : 'plain'
}

const DAY_MS = 86_400_000

export function shownNumber(value: number, format: Format, from1904: boolean): string {
  if (format === 'day') return dayOf(value, from1904)
  if (format === 'percent') return `${exact(value * 100)}%`
  return typeof format === 'number' ? exact(value).padStart(format, '0') : exact(value)
}

/** Programs show fifteen digits of what they store: 50.099999999999994 is 50.1. */
const exact = (value: number): string => String(Number(value.toPrecision(15)))

/** Day 1 is 1 January 1900; Excel counts a 29 February 1900 that did not exist. */
function dayOf(serial: number, from1904: boolean): string {
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const time = Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1_000
  if (!(Math.abs(time) < 8e15)) return String(serial)
  const text = new Date(time).toISOString()
  return time % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
