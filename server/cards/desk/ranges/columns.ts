/** A segment and its prices in the desk's names, and their conversion into columns. */
import type { PriceFigures, RangeFigures } from '#contract/cards/desk/ranges.ts'
import type { PriceRow, RangeRow } from '#server/cards/ranges/queries.ts'

const columns = {
  status: 'status',
  stock: 'stock',
  minOpen: 'min_open_cents',
  maxOpen: 'max_open_cents',
  minLoad: 'min_load_cents',
  perLoadMax: 'per_load_max_cents',
  maxBalance: 'max_balance_cents',
  threeDs: 'three_ds',
  editAddress: 'edit_address',
  freezeUnpaid: 'freeze_unpaid',
  sceneCn: 'scene_cn',
  sceneEn: 'scene_en',
  descCn: 'desc_cn',
  descEn: 'desc_en',
} as const satisfies Record<keyof RangeFigures, keyof RangeRow>

const priceColumns = {
  openFee: 'open_fee_cents',
  loadFeeBps: 'load_fee_bps',
  loadFeeMin: 'load_fee_min_cents',
  crossBorderBps: 'cross_border_bps',
  crossBorderMin: 'cross_border_min_cents',
  unloadFee: 'unload_fee_cents',
  monthFee: 'month_fee_cents',
  declineFee: 'decline_fee_cents',
  freeDeclines: 'free_declines',
} as const satisfies Record<keyof PriceFigures, keyof PriceRow>

type Named = Readonly<Record<string, string>>
const from = (names: Named, row: object) =>
  Object.fromEntries(
    Object.entries(names).map(([name, column]) => [name, (row as Record<string, unknown>)[column] ?? null]),
  )
const into = (names: Named, figures: object) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [names[name]!, value]))

export const rangeFiguresOf = (row: RangeRow): RangeFigures =>
  ({ ...from(columns, row), descCn: plainOf(row.desc_cn), descEn: plainOf(row.desc_en) }) as RangeFigures
export const priceFiguresOf = (row: Partial<PriceRow> | undefined): PriceFigures =>
  from(priceColumns, row ?? {}) as PriceFigures

/** Converts a change into columns. Texts are typed as plain text and stored as one escaped paragraph, so typed markup has no effect. */
export const rangeColumnsOf = (change: Partial<RangeFigures>): Record<string, unknown> => {
  const { descCn, descEn, ...others } = change
  return into(columns, {
    ...others,
    ...(descCn !== undefined && { descCn: paragraphOf(descCn) }),
    ...(descEn !== undefined && { descEn: paragraphOf(descEn) }),
  })
}
export const priceColumnsOf = (change: Partial<PriceFigures>) => into(priceColumns, change)

const marks: Named = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const paragraphOf = (plain: string): string => `<p>${plain.replace(/[&<>"]/g, (mark) => marks[mark]!)}</p>`
const plainOf = (html: string): string =>
  Object.entries(marks).reduceRight(
    (text, [mark, written]) => text.replaceAll(written, mark),
    html.replaceAll(/<[^>]*>/g, ''),
  )
