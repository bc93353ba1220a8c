import type { Sheet, SheetLimits } from '#contract/core/files.ts'
import { columnName, readCells, type Cell, readFormats, shownNumber, type Format } from './readCells.ts'
import { readXml } from './readXml.ts'
import { SheetFault } from './sheetFaults.ts'
import { unzip, type Parts } from './unzip.ts'

const LONGEST_TEXT = 1_000

/** The first visible sheet's content as displayed; empty rows are left out. */
export async function sheetRows(bytes: Buffer, limits: SheetLimits): Promise<Sheet['rows']> {
  const parts = await unzip(bytes)
  const book = await readBook(parts)
  const cells = await readCells(parts.read(book.sheet), limits)
  const formats = book.styles ? await readFormats(parts.read(book.styles)) : []
  const strings = await readStrings(parts, book.strings, cells)
  const rows = new Map<number, string[]>()
  for (const cell of cells) {
    const shown = tidy(shownText(cell, strings, formats[cell.style] ?? 'plain', book.from1904))
    if (shown === '') continue
    if (shown.length > LONGEST_TEXT) throw new SheetFault('too_long', nameOf(cell))
    if (cell.hidden) throw new SheetFault('hidden', nameOf(cell))
    const row = rows.get(cell.row) ?? []
    while (row.length < cell.column) row.push('')
    row[cell.column] = shown
    rows.set(cell.row, row)
  }
  return [...rows].map(([row, texts]) => ({ row, cells: texts }))
}

const nameOf = ({ row, column }: Cell): string => `${columnName(column)}${row}`

function shownText(cell: Cell, strings: ReadonlyMap<number, string>, format: Format, from1904: boolean): string {
  if (cell.kind === 'shared') {
    const text = strings.get(Number(cell.value))
    if (text === undefined) throw new SheetFault('broken')
    return text
  }
  if (cell.kind !== 'number' || cell.value === '') return cell.value
  const value = Number(cell.value)
  if (!Number.isFinite(value)) throw new SheetFault('broken')
  return shownNumber(value, format, from1904)
}

/** Removes escapes, surrounding spaces, and zero-width characters that come along when text is copied from a chat. */
const tidy = (text: string): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
    .trim()
    .toWellFormed()

type Book = { sheet: string; strings: string | undefined; styles: string | undefined; from1904: boolean }

/** Finds the parts by their relations, because no program has to use the usual names. */
async function readBook(parts: Parts): Promise<Book> {
  if (!parts.has('[Content_Types].xml') || !parts.has('_rels/.rels')) throw new SheetFault('not_xlsx')
  await readXml(parts.read('[Content_Types].xml'), {
    open: (_, { ContentType: type = '' }) => {
      if (/macroEnabled|vbaProject|sheet\.binary/i.test(type)) throw new SheetFault('unsafe', type.slice(0, 80))
    },
  })
  const main = (await relationsOf(parts, '_rels/.rels', '')).find(({ type }) => type === 'officeDocument')?.target
  if (!main || !parts.has(main)) throw new SheetFault('not_xlsx')
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = await relationsOf(parts, `${folder}_rels/${main.slice(folder.length)}.rels`, folder)
  const sheets: { id: string; hidden: boolean }[] = []
  let from1904 = false
  await readXml(parts.read(main), {
    open: (name, { id = '', state = 'visible', date1904 = '0' }) => {
      if (name === 'sheet') sheets.push({ id, hidden: state !== 'visible' })
      if (name === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true'
    },
  })
  const first = sheets.find(({ hidden }) => !hidden)
  const sheet = relations.find(({ id, type }) => id === first?.id && type === 'worksheet')?.target
  if (!sheet || !parts.has(sheet)) throw new SheetFault('not_xlsx')
  const of = (kind: string) => relations.find(({ type, target }) => type === kind && parts.has(target))?.target
  return { sheet, strings: of('sharedStrings'), styles: of('styles'), from1904 }
}

async function relationsOf(parts: Parts, name: string, folder: string) {
  const found: { id: string; type: string; target: string }[] = []
  if (!parts.has(name)) return found
  await readXml(parts.read(name), {
    open: (element, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
      if (element !== 'Relationship') return
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      if (TargetMode === 'External' && type !== 'hyperlink') throw new SheetFault('unsafe', Target.slice(0, 80))
      found.push({
        id: Id,
        type,
        target: Target.startsWith('/') ? Target.slice(1) : folder + Target.replace(/^\.\//, ''),
      })
    },
  })
  return found
}

/** Only strings that cells refer to: a workbook may contain a million others. */
async function readStrings(
  parts: Parts,
  name: string | undefined,
  cells: readonly Cell[],
): Promise<Map<number, string>> {
  const wanted = new Set(cells.filter(({ kind }) => kind === 'shared').map(({ value }) => Number(value)))
  const strings = new Map<number, string>()
  if (!name || wanted.size === 0) return strings
  let [at, text] = [-1, '']
  await readXml(
    parts.read(name),
    {
      open: (element) => {
        if (element === 'si') [at, text] = [at + 1, '']
      },
      close: (element, said, path) => {
        // `rPh` is a pronunciation guide, not part of the text.
        if (element === 't' && !path.includes('rPh') && text.length <= LONGEST_TEXT) text += said
        if (element === 'si' && wanted.has(at)) strings.set(at, text)
      },
    },
    () => strings.size < wanted.size,
  )
  return strings
}
