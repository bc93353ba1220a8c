import { importColumns, importFields, resultColumns, type ImportColumn } from '#contract/cards/imports.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Sheet } from '#contract/core/files.ts'
import { refuse } from '#contract/core/refusals.ts'

/** One line of the file: the values of the columns that we know. */
export type Line = { readonly row: number; readonly cells: Readonly<Record<ImportColumn, string>> }

/** For files made without the template: column names used elsewhere in the product. */
const also: Partial<Record<ImportColumn, readonly string[]>> = {
  firstName: ['名', 'first name'],
  lastName: ['姓', 'last name'],
  vid: ['vid', 'bin'],
  zipCode: ['zip', 'zipcode', '邮政编码'],
  rechargeAmount: ['amount', '金额'],
}
/** Columns that may be missing. */
const optional: readonly ImportColumn[] = ['tags', 'remark', 'template']

/** Headings are compared without the star of required columns, spaces and case. */
const plain = (heading: string): string => heading.replace(/[*＊\s]|[（(].*[)）]$/g, '').toLowerCase()

const known = new Map<string, ImportColumn>(
  importFields.flatMap((field) =>
    [importColumns[field].cn, importColumns[field].en, ...(also[field] ?? [])].map(
      (name) => [plain(name), field] as const,
    ),
  ),
)
const resultNames = new Set(Object.values(resultColumns.cardSeqNo).map(plain))

/** Reads the lines under the headings. `opened`: how many were skipped because an earlier import has written a card serial beside them. */
export function readLines({ rows: [head, ...rest] }: Sheet, lang: Lang): { lines: Line[]; opened: number } {
  const places = new Map<ImportColumn, number>()
  let serialAt = -1
  for (const [at, heading] of (head?.cells ?? []).entries()) {
    const field = known.get(plain(heading))
    if (resultNames.has(plain(heading))) serialAt = at
    if (!field) continue
    if (places.has(field))
      throw wrongFile(lang, { cn: `列“${heading}”出现了两次`, en: `Column “${heading}” appears twice` })
    places.set(field, at)
  }
  const missing = importFields.filter((field) => !places.has(field) && !optional.includes(field))
  if (missing.length)
    throw wrongFile(lang, {
      cn: `第一个工作表缺少列：${missing.map((field) => importColumns[field].cn).join('、')}，请使用模板`,
      en: `Missing on the first sheet: ${missing.map((field) => importColumns[field].en).join(', ')}. Use the template`,
    })
  const lines = rest.filter(({ cells }) => [...places.values()].some((at) => (cells[at] ?? '') !== ''))
  if (lines.length === 0) throw wrongFile(lang, { cn: '文件中没有数据', en: 'The file has no rows' })
  const fresh = lines.filter(({ cells }) => serialAt < 0 || (cells[serialAt] ?? '') === '')
  return {
    opened: lines.length - fresh.length,
    lines: fresh.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(
        importFields.map((field) => [field, unveiled(cells[places.get(field) ?? -1] ?? '')]),
      ) as Record<ImportColumn, string>,
    })),
  }
}

/** Our own exports prefix such a text with an apostrophe so that it never becomes a formula. */
const unveiled = (text: string): string => text.replace(/^'(?=[=+\-@＝＋－＠])/, '')

const wrongFile = (lang: Lang, words: Record<Lang, string>) => refuse('invalid', { field: 'file', msg: words[lang] })
