/** CSV that Excel reads as UTF-8: a byte order mark, headings, and a line for each row. */
import { harmless, type Cells, type Head } from './cells.ts'

const MARK = '\uFEFF'

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const line = (cells: Cells): string => `${cells.map((cell) => (cell === null ? '' : quoted(cell))).join(',')}\n`

const headings = (heads: readonly Head[]): Buffer => Buffer.from(MARK + line(heads.map(({ title }) => title)))

/** Lines that are already written. */
export async function* csvOfLines(
  heads: readonly Head[],
  lines: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield headings(heads)
  yield* lines
}

export async function* csvOfRows(
  heads: readonly Head[],
  rows: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<Uint8Array> {
  yield headings(heads)
  const cellOf = (cell: string | null, at: number): string | null =>
    cell !== null && heads[at]!.kind === 'text' ? harmless(cell) : cell
  for await (const some of rows) yield Buffer.from(some.map((cells) => line(cells.map(cellOf))).join(''))
}
