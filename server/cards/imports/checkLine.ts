import { billingCountries, usStates, type BillingCountryCode } from '#contract/cards/addresses.ts'
import { OpeningRow } from '#contract/cards/batches.ts'
import type { ImportColumn, ImportFault } from '#contract/cards/imports.ts'
import { TAGS_ON_A_CARD } from '#contract/cards/tags.ts'
import { checks, sayCheck } from '#contract/core/checks.ts'
import type { Words } from '#contract/core/fields.ts'
import { parse, show } from '#contract/core/money.ts'
import { wordsOf, type RefusalName } from '#contract/core/refusals.ts'
import type { Cardholder } from '#server/identity/identity.ts'
import { isOneOf, isVerifiedOnly } from '../opening/verifiedHolder.ts'
import type { Template } from '../opening/fromTemplate.ts'
import type { Terms } from '../ranges/terms.ts'
import { exampleRemark } from './importTemplate.ts'
import type { Line } from './readLines.ts'

type Fault = Omit<ImportFault, 'msg'>
export type Judged = {
  readonly line: Line
  readonly faults: readonly Fault[]
  readonly opening: OpeningRow | undefined
  readonly tagIds: readonly string[]
  readonly template: Template | undefined
}
/** Reference data for validating a line: the segments on offer, the account's tags and templates by lower-case name, and its verified cardholders. */
export type Against = {
  readonly offered: readonly Terms[]
  readonly tags: ReadonlyMap<string, string>
  readonly templates: ReadonlyMap<string, Template>
  readonly verified: readonly Cardholder[]
}

/** Returns every fault of a line, not only the first; or the card that it describes. */
export function checkLine(line: Line, { offered, tags, templates, verified }: Against): Judged {
  const faults: Fault[] = []
  const fault = (field: ImportColumn, words: Words) => {
    // At most one fault is reported per cell.
    if (!faults.some((one) => one.field === field)) faults.push({ row: line.row, field, words: { ...words } })
  }
  const template = templates.get(line.cells.template.toLowerCase())
  if (!template && line.cells.template !== '')
    fault('template', {
      cn: `模板“${line.cells.template}”不存在`,
      en: `Template “${line.cells.template}” doesn’t exist`,
    })
  const vid = line.cells.vid === '' ? (template?.vid ?? '') : line.cells.vid.toUpperCase()
  const terms = offered.find(({ range }) => [range.vid, range.bin].includes(vid))
  const input = inputOf(line, terms, template)
  const checked = OpeningRow.safeParse(input)
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = String(path[0]) as ImportColumn
    fault(
      field,
      line.cells[field] === '' ? checks.required : { cn: sayCheck(message, 'cn'), en: sayCheck(message, 'en') },
    )
  }
  if (terms) ofTerms(terms, input, fault)
  if (terms && isVerifiedOnly(terms) && !isOneOf(verified, { ...input, country: terms.range.billing_country }))
    fault('firstName', said('holder_unverified'))
  if (!terms) fault('vid', vid === '' ? checks.required : said('range_unavailable'))
  const names = [...new Set(tagNames(line.cells.tags))]
  const unknown = names.find((name) => !tags.has(name.toLowerCase()))
  if (unknown)
    fault('tags', { cn: `标签“${unknown}”不存在，请先创建`, en: `Tag “${unknown}” doesn’t exist. Create it first` })
  if (names.length > TAGS_ON_A_CARD)
    fault('tags', { cn: `最多 ${TAGS_ON_A_CARD} 个标签`, en: `Maximum ${TAGS_ON_A_CARD} tags` })
  if (exampleRemark.includes(line.cells.remark))
    fault('remark', { cn: '这是示例行，请删除', en: 'This is the example. Delete this row' })
  const own = names.flatMap((name) => tags.get(name.toLowerCase()) ?? [])
  const there = new Set(tags.values())
  const tagIds = names.length ? own : (template?.tagIds ?? []).filter((tagId) => there.has(tagId))
  return { line, faults, opening: faults.length ? undefined : checked.data, tagIds, template }
}

const tagNames = (cell: string): string[] =>
  cell
    .split(/[,，;；、|]/)
    .map((name) => name.trim())
    .filter(Boolean)

type Given = Omit<OpeningRow, 'rechargeAmount'> & { rechargeAmount: number | undefined }

const inputOf = ({ row, cells }: Line, terms: Terms | undefined, template: Template | undefined): Given => ({
  row,
  vid: terms?.range.vid ?? cells.vid.slice(0, 20),
  rechargeAmount: cells.rechargeAmount === '' ? template?.amount : parse(cells.rechargeAmount),
  firstName: cells.firstName,
  lastName: cells.lastName,
  street: cells.street,
  city: cells.city,
  state: stateCode(cells.state),
  zipCode: cells.zipCode.toUpperCase(),
  ...(cells.remark && { remark: cells.remark }),
})

/** State names in full or in lower case are accepted too. */
const codes = new Map(
  Object.entries(usStates).flatMap(
    ([code, name]) =>
      [
        [code, code],
        [name.toUpperCase(), code],
      ] as const,
  ),
)
const stateCode = (typed: string): string => codes.get(typed.toUpperCase()) ?? typed

/** Checks that depend on the segment: its limits, and its country's addresses. */
function ofTerms(terms: Terms, input: Given, fault: (field: ImportColumn, words: Words) => void): void {
  const { range, maxOpen } = terms
  if (range.status !== 'ON' || range.stock === 0) fault('vid', said('range_unavailable'))
  else if (terms.paused) fault('vid', said('range_paused'))
  const { rechargeAmount: amount } = input
  if (amount === undefined) fault('rechargeAmount', checks.amount_shape)
  else if (amount < range.min_open_cents)
    fault('rechargeAmount', { cn: `最低 ${show(range.min_open_cents)}`, en: `Minimum ${show(range.min_open_cents)}` })
  else if (amount > maxOpen)
    fault('rechargeAmount', {
      cn: `最高 ${show(maxOpen)}，更多请联系客服`,
      en: `Maximum ${show(maxOpen)}. For more, contact customer service`,
    })
  const rules: { zipCode: RegExp; states?: object } | undefined =
    billingCountries[range.billing_country as BillingCountryCode]
  if (rules?.states && !Object.hasOwn(rules.states, input.state)) fault('state', checks.us_state)
  if (rules && !rules.zipCode.test(input.zipCode)) fault('zipCode', checks.zip_code)
}

const said = (name: RefusalName): Words => ({ cn: wordsOf(name, 'cn'), en: wordsOf(name, 'en') })
