/** Workbooks as different programs write them: the same cells in the XML of Excel, LibreOffice, WPS and custom writers. */
import { zip, type ZipPart } from './zip.ts'

export type Value = string | number | null
export type Program = keyof typeof programs

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
export const columnOf = (at: number): string =>
  (at >= 26 ? columnOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

type Said = { sheet: string; strings?: string; prefix?: string; styles?: string }

/** Shared strings, spans, style numbers, a dimension; strings that are split into runs. */
function excel(rows: readonly (readonly Value[])[]): Said {
  const strings: string[] = []
  const cell = (value: Value, row: number, at: number): string => {
    if (value === null) return `<c r="${columnOf(at)}${row}" s="1"/>`
    if (typeof value === 'number') return `<c r="${columnOf(at)}${row}" s="1"><v>${value}</v></c>`
    const signs = [...value]
    const half = Math.ceil(signs.length / 2)
    strings.push(
      strings.length % 3 === 2
        ? `<si><r><t xml:space="preserve">${escaped(signs.slice(0, half).join(''))}</t></r><r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">${escaped(signs.slice(half).join(''))}</t></r><rPh sb="0" eb="1"><t>よみ</t></rPh><phoneticPr fontId="1"/></si>`
        : `<si><t>${escaped(value)}</t></si>`,
    )
    return `<c r="${columnOf(at)}${row}" t="s"><v>${strings.length - 1}</v></c>`
  }
  const sheet = rows
    .map(
      (row, at) =>
        `<row r="${at + 1}" spans="1:${row.length}" x14ac:dyDescent="0.25">${row.map((value, column) => cell(value, at + 1, column)).join('')}</row>`,
    )
    .join('')
  return {
    sheet: `<dimension ref="A1:J${rows.length}"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetData>${sheet}</sheetData>`,
    strings: strings.join(''),
  }
}

/** Numbers as text cells with an explicit type, a million empty rows in one element, custom attributes. */
function libreOffice(rows: readonly (readonly Value[])[]): Said {
  const strings: string[] = []
  const cell = (value: Value, row: number, at: number): string => {
    const place = `r="${columnOf(at)}${row}" s="0"`
    if (value === null) return `<c ${place}></c>`
    if (typeof value === 'number') return `<c ${place} t="n"><v>${value}</v></c>`
    strings.push(`<si><t xml:space="preserve">${escaped(value)}</t></si>`)
    return `<c ${place} t="s"><v>${strings.length - 1}</v></c>`
  }
  const sheet = rows
    .map(
      (row, at) =>
        `<row r="${at + 1}" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">${row.map((value, column) => cell(value, at + 1, column)).join('')}</row>`,
    )
    .join('')
  return {
    sheet: `<sheetPr filterMode="false"><pageSetUpPr fitToPage="false"/></sheetPr><cols><col collapsed="false" customWidth="true" hidden="false" min="1" max="1024"/></cols><sheetData>${sheet}<row r="1048576" customFormat="false" hidden="false"/></sheetData>`,
    strings: strings.join(''),
  }
}

/** Inline strings with phonetic hints, no cell references at all, an extension list at the end. */
function wps(rows: readonly (readonly Value[])[]): Said {
  const cell = (value: Value): string =>
    value === null
      ? '<c/>'
      : typeof value === 'number'
        ? `<c><v>${value}</v></c>`
        : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  return {
    sheet: `<sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData><extLst><ext xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData" uri="{x}"><etc:cols/></ext></extLst>`,
  }
}

/** Every element with a prefix, as the Open XML SDK writes them, strings in the cell. */
function prefixed(rows: readonly (readonly Value[])[]): Said {
  const { sheet } = wps(rows)
  return {
    sheet: sheet.replace(/<extLst>.*/, '').replace(/<(\/?)(sheetData|row|cols|col|c|v|is|t)\b/g, '<$1x:$2'),
    prefix: 'x:',
  }
}

const programs = { excel, libreOffice, wps, prefixed }
export const programNames = Object.keys(programs) as Program[]

export type Changes = {
  sheet?: (xml: string) => string
  workbook?: (xml: string) => string
  more?: readonly ZipPart[]
  styles?: string
  change?: (parts: ZipPart[]) => ZipPart[]
}

/** The parts of a workbook with one sheet of these rows, as written by that program. */
export function workbookOf(rows: readonly (readonly Value[])[], by: Program = 'excel', changes: Changes = {}): Buffer {
  const { sheet, strings, prefix = '' } = programs[by](rows)
  const names = `${prefix ? 'xmlns:x' : 'xmlns'}="${MAIN}" xmlns:r="${REL}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"`
  const wrapped = (element: string, inside: string) =>
    `${HEAD}<${prefix}${element} ${names}>${inside}</${prefix}${element}>`
  const same = (xml: string) => xml
  const parts: ZipPart[] = [
    {
      name: '[Content_Types].xml',
      bytes: `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    { name: '_rels/.rels', bytes: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      bytes: (changes.workbook ?? same)(
        wrapped(
          'workbook',
          `<${prefix}workbookPr/><${prefix}sheets><${prefix}sheet name="开卡" sheetId="1" r:id="rId3"/></${prefix}sheets>`,
        ),
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: relations([
        ['rId1', 'styles', 'styles.xml'],
        ['rId2', 'sharedStrings', by === 'wps' ? '/xl/sharedStrings.xml' : 'sharedStrings.xml'],
        ['rId3', 'worksheet', 'worksheets/sheet1.xml'],
      ]),
    },
    { name: 'xl/worksheets/sheet1.xml', bytes: (changes.sheet ?? same)(wrapped('worksheet', sheet)) },
    {
      name: 'xl/styles.xml',
      bytes: wrapped('styleSheet', (changes.styles ?? plainStyles).replace(/<(\/?)(\w)/g, `<$1${prefix}$2`)),
    },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', bytes: wrapped('sst', strings) }]),
    ...(changes.more ?? []),
  ]
  return zip((changes.change ?? ((all: ZipPart[]) => all))(parts))
}

const plainStyles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="0"/></cellXfs>'

const relations = (all: [id: string, type: string, target: string][]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`).join('')}</Relationships>`
