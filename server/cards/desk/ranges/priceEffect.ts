/** What a price change would have meant in the last 30 days, for those who pay the price: counted from orders, nothing is guessed. */
import type * as contract from '#contract/cards/desk/ranges.ts'
import { priceFields, type PriceEffectLine, type PriceField, type PriceFigures } from '#contract/cards/desk/ranges.ts'
import { share, show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import { accountByNo } from '#server/products/products.ts'
import { termsIf, type Terms } from '#server/cards/ranges/terms.ts'
import { priceColumnsOf } from './columns.ts'
import { issuerCostOf, useOfRange, type RangeUse } from './queries.ts'

const EFFECT_DAYS = 30
const SHOWN_ACCOUNTS = 5

/** What each price is charged for. A minimum applies to few charges, and what declines and conversions cost depends on the merchant: those are not counted. */
const counted = {
  openFee: { of: (use: RangeUse) => use.opened, price: (terms: Terms) => terms.openFee },
  loadFeeBps: { of: (use: RangeUse) => use.loaded, price: (terms: Terms) => terms.loadFeeBps },
  unloadFee: { of: (use: RangeUse) => use.withdrawals, price: (terms: Terms) => terms.unloadFee },
  monthFee: { of: (use: RangeUse) => use.months, price: (terms: Terms) => terms.monthFee },
} as const satisfies Partial<Record<PriceField, unknown>>
type Counted = keyof typeof counted

type PriceEffect = { lines: PriceEffectLine[]; total: Cents | null; accounts: { accountId: string; cents: Cents }[] }

type Change = { vid: string; accountId: string | null; figures: Partial<PriceFigures> }

export async function effectOf(on: Tx | Database, { vid, accountId, figures }: Change): Promise<PriceEffect> {
  const uses = await useOfRange(on, vid, ago(EFFECT_DAYS * DAY), accountId)
  const priced: { use: RangeUse; before: Terms; after: Terms }[] = []
  for (const use of uses) {
    const [before, after] = await termsIf(on, use.account_id, vid, { accountId, price: priceColumnsOf(figures) })
    priced.push({ use, before, after })
  }
  const hit = new Map<string, Cents>()
  const lines = (Object.keys(figures) as PriceField[]).map((field): PriceEffectLine => {
    if (!(field in counted)) return { field, units: null, each: null, cents: null }
    const { of, price } = counted[field as Counted]
    const [deltas, sum] = [new Set<number>(), { units: 0, cents: 0 }]
    for (const { use, before, after } of priced) {
      const [units, each] = [of(use), price(after) - price(before)]
      if (units === 0 || each === 0) continue
      const cents = field === 'loadFeeBps' ? changeOf(units, each) : units * each
      deltas.add(each)
      sum.units += units
      sum.cents += cents
      hit.set(use.account_id, (hit.get(use.account_id) ?? 0) + cents)
    }
    return { field, units: sum.units, each: deltas.size === 1 ? [...deltas][0]! : null, cents: sum.cents }
  })
  const known = lines.flatMap(({ cents }) => cents ?? [])
  return {
    lines,
    total: known.length > 0 ? known.reduce((all, cents) => all + cents, 0) : null,
    accounts: [...hit]
      .map(([id, cents]) => ({ accountId: id, cents }))
      .toSorted((one, other) => Math.abs(other.cents) - Math.abs(one.cents)),
  }
}

/** Of an amount loaded, at a rate that rises or falls by so many basis points. */
const changeOf = (loaded: Cents, bps: number): Cents => Math.sign(bps) * share(loaded, Math.abs(bps), 10_000, 'half-up')

export const priceEffect: Answer<typeof contract.priceEffect> = async (_staff, { vid, userNo, change }) => {
  const accountId = userNo ? (await accountByNo(db, userNo)).account_id : null
  const { lines, total, accounts } = await effectOf(db, { vid, accountId, figures: change })
  const found = await issuerCostOf(db, vid)
  if (found === undefined) throw refuse('not_found', { field: 'vid' })
  // Zero: nobody has entered what the issuer takes.
  const cost = found > 0 ? found : null
  const openFee = change.openFee ?? null
  const people = await accountsOfIds(accounts.slice(0, SHOWN_ACCOUNTS).map((one) => one.accountId))
  return {
    days: EFFECT_DAYS,
    lines,
    total,
    count: accounts.length,
    accounts: accounts
      .slice(0, SHOWN_ACCOUNTS)
      .map((one) => ({ ...one, userNo: people.find(({ account_id }) => account_id === one.accountId)?.user_no ?? '' })),
    margin: openFee === null || cost === null ? null : { cost, perOpening: openFee - cost },
  }
}

const sign = (cents: Cents): string => show(cents, 'USD', 'always')
const eachText = (field: PriceField, each: number): string =>
  field === 'loadFeeBps' ? `${each > 0 ? '+' : '−'}${(Math.abs(each) / 100).toFixed(2)}%` : sign(each)
const unitsText = (field: PriceField, units: number): string => (field === 'loadFeeBps' ? show(units) : String(units))

/** The effect for the second approver, frozen with the request: as it was when it was made. */
export function effectLines({ lines, accounts, total }: PriceEffect, userNos: readonly string[]) {
  const told = lines.map(({ field, units, each, cents }) => {
    const name = priceFields[field]
    const label = { cn: `近 30 天影响：${name.cn}`, en: `Last 30 days: ${name.en.toLowerCase()}` }
    if (units === null || cents === null) return { label, before: null, after: { cn: '未统计', en: 'Not counted' } }
    if (units === 0) return { label, before: null, after: { cn: '没有账户受影响', en: 'No account is affected' } }
    const sum = each === null ? sign(cents) : `${unitsText(field, units)} × ${eachText(field, each)} = ${sign(cents)}`
    return { label, before: null, after: sum }
  })
  if (total === null || accounts.length === 0) return told
  const more = accounts.length > userNos.length ? ` +${accounts.length - userNos.length}` : ''
  return [
    ...told,
    {
      label: { cn: '受影响账户', en: 'Accounts affected' },
      before: null,
      after: `${accounts.length}: ${userNos.join(', ')}${more}`,
    },
  ]
}
