/** Files as people open them: produced by an answer, read by a library that was not involved in writing them. */
import { parseCsv } from '@cj-tech-master/excelts/csv'
import { Workbook } from '@cj-tech-master/excelts'
import type { FileAnswer } from '#contract/core/call.ts'

export async function bytesOf({ body }: FileAnswer): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body)
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

export type Table = { head: string[]; rows: Record<string, unknown>[] }

export function readCsv(bytes: Uint8Array): Table {
  const text = Buffer.from(bytes).toString('utf8')
  if (!text.startsWith('\uFEFF')) throw new Error('Excel would take it for another encoding: there is no mark')
  const [head = [], ...lines] = parseCsv(text.slice(1)) as string[][]
  return { head, rows: lines.map((cells) => Object.fromEntries(head.map((title, at) => [title, cells[at]]))) }
}

export async function readXlsx(bytes: Uint8Array): Promise<Table & { sheets: number; formulas: number }> {
  const book = new Workbook()
  await book.xlsx.load(bytes)
  let formulas = 0
  const rows: Record<string, unknown>[] = []
  let head: string[] = []
  for (const sheet of book.worksheets)
    sheet.eachRow((row, number) => {
      const cells = head.length || number > 1 ? head.map((_, at) => row.getCell(at + 1)) : []
      formulas += cells.filter((cell) => cell.formula !== undefined).length
      if (number === 1) head = (row.values as unknown[]).slice(1).map(String)
      else rows.push(Object.fromEntries(head.map((title, at) => [title, cells[at]!.value])))
    })
  return { head, rows, sheets: book.worksheets.length, formulas }
}
