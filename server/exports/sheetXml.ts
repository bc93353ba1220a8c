/** The rows of a worksheet as XML. Numbers are numbers, times are times, text is text and never a formula. */
import { looksLikeFormula, type Cells, type Head } from './cells.ts'
import type { SheetKind } from '../core/sheet.ts'

/** Places in the list of cell formats that {@link workbookParts} writes. `asTyped`: Excel shows it with its own sign for text. */
export const styles = { text: 0, money: 1, at: 2, day: 3, number: 0, heading: 4, asTyped: 5 } as const

const widths = { text: 18, money: 13, at: 20, day: 12, number: 12 } as const satisfies Record<SheetKind, number>

export const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

export function sheetStart(heads: readonly Head[]): string {
  const cols = heads.map(
    ({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  const titles = heads.map(({ title }, at) => textCell(`${letterOf(at)}1`, title, styles.heading))
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  )
}

export const sheetEnd = (heads: readonly Head[], rows: number): string =>
  `</sheetData><autoFilter ref="A1:${letterOf(heads.length - 1)}${rows + 1}"/></worksheet>`

/** `number`: of the row in its sheet. */
export function rowXml(heads: readonly Head[], letters: readonly string[], cells: Cells, number: number): string {
  let xml = `<row r="${number}">`
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]
    if (cell === null || cell === undefined || cell === '') continue
    const ref = letters[at]! + number
    const { kind } = heads[at]!
    if (kind === 'text') xml += textCell(ref, cell, looksLikeFormula(cell) ? styles.asTyped : styles.text)
    else
      xml += `<c r="${ref}" s="${styles[kind]}"><v>${kind === 'money' || kind === 'number' ? cell : serialOf(cell)}</v></c>`
  }
  return `${xml}</row>`
}

const textCell = (ref: string, text: string, style: number): string =>
  `<c r="${ref}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t${/^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''}>${xmlText(text)}</t></is></c>`

// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
/** `_x0041_` would be read as the letter that it names. */
const ESCAPES = /_(?=x[0-9A-Fa-f]{4}_)/g
const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
export const xmlText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  /[&<>_\u0000-\u001F\uFFFE\uFFFF]/.test(text)
    ? text
        .replace(NOT_XML, '')
        .replace(ESCAPES, '_x005F_')
        .replace(/[&<>]/g, (sign) => escaped[sign as keyof typeof escaped])
    : text

/** Days since the end of 1899, as spreadsheets count time: of `2026-11-21` or `2026-11-21 20:15:00`. */
function serialOf(time: string): number {
  const two = (from: number): number => Number(time.slice(from, from + 2))
  const ms = Date.UTC(Number(time.slice(0, 4)), two(5) - 1, two(8), two(11), two(14), two(17))
  return ms / 86_400_000 + 25_569
}
