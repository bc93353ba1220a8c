/** The rows of a worksheet as XML. Numbers are numbers, times are times, text is text and never a formula. */
import type { SheetKind } from '#server/core/sheet.ts'
import { looksLikeFormula, type Cells, type Head } from './cells.ts'

/** Indices into the cell formats below. `asTyped`: Excel shows the cell as text, with its own mark. */
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

/** `number`: the row's number in its sheet. */
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
/** `_x0041_` would be read as the letter it encodes. */
const ESCAPES = /_(?=x[0-9A-Fa-f]{4}_)/g
const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
const xmlText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  /[&<>_\u0000-\u001F\uFFFE\uFFFF]/.test(text)
    ? text
        .replace(NOT_XML, '')
        .replace(ESCAPES, '_x005F_')
        .replace(/[&<>]/g, (sign) => escaped[sign as keyof typeof escaped])
    : text

/** Days since the end of 1899, as spreadsheets count time: for `2026-11-21` or `2026-11-21 20:15:00`. */
function serialOf(time: string): number {
  const two = (from: number): number => Number(time.slice(from, from + 2))
  const ms = Date.UTC(Number(time.slice(0, 4)), two(5) - 1, two(8), two(11), two(14), two(17))
  return ms / 86_400_000 + 25_569
}

/** The other parts of a workbook: styles, relations, content types. */
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function workbookParts(name: string, sheets: number): [path: string, xml: string][] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const title = (n: number): string => xmlText(sheets === 1 ? name : `${name} ${n}`).replaceAll('"', '&quot;')
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
        `${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${numbers.map((n) => `<sheet name="${title(n)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${REL}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}` +
        `<Relationship Id="rId${sheets + 1}" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
}

const format = (style: number, inside: string): [number, string] => [
  style,
  `<xf xfId="0" fillId="0" borderId="0" ${inside}/>`,
]
const formats = [
  format(styles.text, 'numFmtId="0" fontId="0"'),
  format(styles.money, 'numFmtId="4" fontId="0" applyNumberFormat="1"'), // #,##0.00
  format(styles.at, 'numFmtId="164" fontId="0" applyNumberFormat="1"'),
  format(styles.day, 'numFmtId="165" fontId="0" applyNumberFormat="1"'),
  format(styles.heading, 'numFmtId="0" fontId="1" applyFont="1"'),
  format(styles.asTyped, 'numFmtId="49" fontId="0" quotePrefix="1" applyNumberFormat="1"'),
]
  .sort(([a], [b]) => a - b)
  .map(([, xml]) => xml)

const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
