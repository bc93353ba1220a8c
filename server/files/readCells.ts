import type { SheetLimits } from '#contract/core/files.ts'
import { readXml, type Attributes } from './readXml.ts'
import { SheetFault } from './sheetFaults.ts'

/** A cell as it is stored. Rows from 1, columns from 0. */
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

/** The cells of one sheet that hold something. Ends at the first that may not be, so a file of a million rows costs what a thousand cost. */
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
  // A date as text, as the strict kind of Open XML has it: written as other dates are shown.
  if (type === 'd') return { kind: 'text', value: value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ') }
  // `str` is the result of a formula, whose formula was refused.
  return { kind: type === 'n' ? 'number' : 'text', value }
}

function columnOf(reference: string, row: number): number {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(reference) ?? []
  if (!letters || Number(digits) !== row) throw new SheetFault('broken')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
