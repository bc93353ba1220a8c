/** A column of a small workbook. `list`: the allowed values of its cells, as a range of another sheet (`Lists!$A$2:$A$7`). */
export type Column = { readonly title: string; readonly width: number; readonly money?: true; readonly list?: string }
export type Page = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** Rows with text in this colour (ARGB), by their index in `rows`. */
  readonly marks?: ReadonlyMap<number, string>
}

export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** This many rows of an empty form get lists and formats. */
const PREPARED_ROWS = 1_000

/** A workbook of at most a few thousand rows, built in memory. Exports stream theirs. */
export async function workbook(pages: readonly Page[]): Promise<Uint8Array> {
  // A large library that most processes never need.
  const { Workbook } = await import('@cj-tech-master/excelts')
  const book = new Workbook()
  for (const { name, columns, rows, marks } of pages) {
    const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
    sheet.columns = columns.map(({ title, width }) => ({ header: title, width }))
    const head = sheet.getRow(1)
    head.font = { bold: true, color: { argb: 'FFFFFFFF' } }
    head.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF2446A8' } }
    head.height = 22
    rows.forEach((row, at) => {
      const made = sheet.addRow(row.map(harmless))
      const color = marks?.get(at)
      if (color) made.font = { color: { argb: color } }
    })
    columns.forEach(({ money, list }, at) => {
      // Text stays as typed: a zip code keeps its zeros.
      sheet.getColumn(at + 1).numFmt = money ? '#,##0.00' : '@'
      const cells = `${sheet.getColumn(at + 1).letter}2:${sheet.getColumn(at + 1).letter}${PREPARED_ROWS + 1}`
      if (list) sheet.dataValidations.add(cells, { type: 'list', allowBlank: true, formulae: [list] })
    })
  }
  return new Uint8Array(await book.xlsx.writeBuffer())
}

/** Never a formula, even after someone has saved it as text and opened that (docs/reference/threats.md#t13). */
const harmless = (value: string | number): string | number =>
  typeof value === 'string' && /^[=+\-@\t\r\0＝＋－＠]/.test(value) ? `'${value}` : value
