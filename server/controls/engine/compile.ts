/** A document as a function: which of its lines stops a purchase. Built once for each document. Pure. */
import type { ControlMode, Controls, Limit, Uses } from '#contract/controls/documents.ts'
import type { ControlLine } from '#contract/controls/stoppedBy.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { Cents } from '#contract/core/money.ts'
import { isInGroup } from '#contract/trades/merchantKinds.ts'
import { DAY, MINUTE } from '#server/core/clock.ts'
import { countedBy } from './uses.ts'
import { wallOf } from './windows.ts'

/** Where a purchase was made. */
export type Shop = {
  readonly merchant: Readonly<Record<'id' | 'name' | 'descriptor' | 'mcc' | 'country', string>>
  /** The ids that mean its brand, its own first; asked only where a document names brands. */
  readonly brandIds: () => readonly string[]
}
/** What of a purchase the lines look at. `amountCents`: with what was authorized of it before. */
export type Purchase = Shop & {
  readonly amountCents: Cents
  readonly currency: string
  /** How it was made; not known of an increment. */
  readonly pos?: string | undefined
  readonly now: number
  readonly zone: string
}
export type ControlReason = Extract<DeclineReason, `CONTROL_${string}`>
type Line = readonly [line: ControlLine, reason: ControlReason, stops: (purchase: Purchase) => boolean]

/** `counts`: whether a purchase there is counted; absent, all are. */
export type CompiledLimit = Limit & { readonly counts?: (shop: Shop) => boolean }

export type Compiled = {
  /** With what counts the uses of a card. */
  readonly limits: readonly CompiledLimit[]
  readonly uses?: Uses | undefined
  /** Nothing is stopped: what would have been is noted. */
  readonly watches: boolean
  readonly lock: Controls['lock']
  /** In the order in which they are asked; the lock and the limits come after all of them. */
  readonly lines: readonly Line[]
}

const outside = (mode: ControlMode, isListed: boolean): boolean => (mode === 'ONLY') !== isListed
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Documents come from JSON, each with strings of its own: with one string for each brand, 50,000 documents of twenty brands take a third less memory. As many as there are brands. */
const sameIds = new Map<string, string>()
const sameId = (id: string): string => {
  const same = sameIds.get(id)
  if (same === undefined) sameIds.set(id, id)
  return same ?? id
}

export function compile(controls: Controls): Compiled {
  const { brands, kinds, online, countries, currencies, hours, singleMax, lock, uses } = controls
  const lines: Line[] = []
  // Only parts of the document are kept, not its lists.
  if (brands) {
    const { mode } = brands
    const sought = (brands.words ?? []).map((word) => word.toUpperCase())
    const ids = new Set(brands.brandIds?.map(sameId))
    lines.push([
      'brands',
      'CONTROL_BRAND',
      ({ merchant, brandIds }) => {
        const descriptor = merchant.descriptor.toUpperCase()
        const isListed =
          sought.some((word) => descriptor.includes(word)) || (ids.size > 0 && brandIds().some((id) => ids.has(id)))
        return outside(mode, isListed)
      },
    ])
  }
  if (kinds) {
    const codes = new Set(kinds.mccs)
    const { mode, groups = [] } = kinds
    const isListed = (mcc: string) => codes.has(mcc) || groups.some((group) => isInGroup(group, mcc))
    lines.push(['kinds', 'CONTROL_KIND', ({ merchant }) => outside(mode, isListed(merchant.mcc))])
  }
  if (online) lines.push(['online', 'CONTROL_KIND', ({ pos }) => pos !== undefined && !ONLINE.has(pos)])
  if (countries) {
    const { mode } = countries
    const codes = new Set(countries.codes)
    lines.push(['countries', 'CONTROL_COUNTRY', ({ merchant }) => outside(mode, codes.has(merchant.country))])
  }
  if (currencies) {
    const { mode } = currencies
    const codes = new Set(currencies.codes)
    lines.push(['currencies', 'CONTROL_CURRENCY', ({ currency }) => outside(mode, codes.has(currency))])
  }
  if (hours) {
    const spans = hours.map(({ days, from, to }) => ({ days, from: minutesOf(from), to: minutesOf(to) }))
    lines.push(['hours', 'CONTROL_HOURS', ({ zone, now }) => !spans.some((span) => isWithin(span, wallOf(zone, now)))])
  }
  if (singleMax !== undefined) lines.push(['singleMax', 'CONTROL_AMOUNT', ({ amountCents }) => amountCents > singleMax])
  return { limits: countedBy(controls).map(compileLimit), uses, watches: controls.mode === 'WATCH', lock, lines }
}

/** Whether some limit of these documents counts only purchases of some merchants. */
export const asksShop = (documents: readonly Pick<Compiled, 'limits'>[]): boolean =>
  documents.some(({ limits }) => limits.some(({ counts }) => counts !== undefined))

function compileLimit(limit: Limit): CompiledLimit {
  const { brandIds, groups, countries } = limit
  if (!brandIds && !groups && !countries) return limit
  const [brands, codes] = [new Set(brandIds?.map(sameId)), new Set(countries)]
  return {
    ...limit,
    counts: ({ merchant, brandIds: named }) =>
      (!countries || codes.has(merchant.country)) &&
      (!groups || groups.some((group) => isInGroup(group, merchant.mcc))) &&
      (!brandIds || named().some((id) => brands.has(id))),
  }
}

/** Until midnight of the day where `to` is not later than `from`, and from midnight of the day after until `to`. */
function isWithin({ days, from, to }: { days: readonly number[]; from: number; to: number }, wall: number): boolean {
  const day = (Math.floor(wall / DAY) + 3) % 7 // 1 January 1970 was a Thursday; Monday is 0
  const minute = Math.floor((wall % DAY) / MINUTE)
  const [today, yesterday] = [days.includes(day + 1), days.includes(((day + 6) % 7) + 1)]
  if (from < to) return today && minute >= from && minute < to
  return (today && minute >= from) || (yesterday && minute < to)
}

/** Not at a terminal or machine. */
const ONLINE: ReadonlySet<string> = new Set(['ECOMMERCE', 'RECURRING'])

/** The first line that stops the purchase. */
export function stoppedBy({ lines }: Compiled, purchase: Purchase): Stop | undefined {
  for (const [line, reason, stops] of lines) if (stops(purchase)) return { line, reason }
  return undefined
}
export type Stop = { readonly line: ControlLine; readonly reason: ControlReason }
