import { refuse } from '#contract/core/refusals.ts'
import type { Cents } from '#contract/core/money.ts'
import { now, SECOND } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { inPassing } from '../core/database/inPassing.ts'
import { entitlementsOf, type Entitlements } from '../plans/plans.ts'
import { catalogueVersion } from '../products/products.ts'
import type { Reader } from './queries.ts'
import { allRanges, nextPriceAt, pricesInForce, type PriceRow, type RangeRow } from './rangeQueries.ts'

/** What a segment is to one account: its limits and what it pays. Amounts in cents, rates in basis points. */
export type Terms = {
  readonly range: RangeRow
  readonly openFee: Cents
  readonly loadFeeBps: number
  readonly loadFeeMin: Cents
  readonly perLoadMax: Cents
  readonly maxOpen: Cents
  readonly crossBorderBps: number
  readonly crossBorderMin: Cents
  readonly unloadFee: Cents
}

type Catalogue = {
  readonly version: number
  readonly ranges: readonly RangeRow[]
  readonly prices: ReadonlyMap<string, PriceRow>
  readonly readAt: number
  /** From when until when these are the prices: a later one may be written down already. */
  readonly from: Date
  readonly until: Date | undefined
}
let catalogue: Catalogue | undefined
const FRESH_FOR_MS = 5 * SECOND
const keyOf = (vid: string, accountId: string | null): string => `${vid} ${accountId ?? ''}`

const stands = ({ readAt, from, until }: Catalogue): boolean =>
  performance.now() - readAt < FRESH_FOR_MS && now() >= from && (until === undefined || now() < until)

/**
 * Segments and prices change a few times a year and are read with every price: kept as long as their version is the same
 * and no price that is written ahead has come into force. Within a transaction they are read through it: asking for a
 * second connection while holding a lock starves everybody.
 */
async function read(reader: Reader): Promise<Catalogue> {
  const version = await catalogueVersion(reader)
  if (catalogue?.version === version && stands(catalogue)) return catalogue
  const [readAt, from] = [performance.now(), now()]
  const ranges = await allRanges(reader)
  const prices = await pricesInForce(reader)
  const until = await nextPriceAt(reader)
  return (catalogue = {
    version,
    ranges,
    prices: new Map(prices.map((price) => [keyOf(price.vid, price.account_id), price])),
    readAt,
    from,
    until,
  })
}

/** For tests that write into the tables themselves. */
export const forgetTerms = (): void => void (catalogue = undefined)

/** The segments that are on offer to an account. */
export async function termsOfAll(reader: Reader, accountId: string): Promise<Terms[]> {
  const { ranges, prices } = await read(reader)
  const plan = await entitlementsOf(reader, accountId)
  return ranges.filter(({ status }) => status !== 'OFF').map((range) => resolve(range, prices, accountId, plan))
}

/** One segment, also one that is no longer sold: cards of it live on. Refuses with `range_unavailable` for an unknown one. */
export async function termsOf(reader: Reader, accountId: string, vid: string): Promise<Terms> {
  const { ranges, prices } = await read(reader)
  const plan = await entitlementsOf(reader, accountId)
  const range = ranges.find((one) => one.vid === vid)
  if (!range) throw refuse('range_unavailable', { field: 'vid' })
  return resolve(range, prices, accountId, plan)
}

const looks = inPassing(() => read(db), { againMs: 400, goodForMs: 2 * SECOND })

/**
 * What a conversion costs a card, for the decision path: no database where the catalogue is fresh. Whether it still is,
 * is asked in passing; only one that is older than two seconds, or that a scheduled price has overtaken, is waited for.
 */
export async function crossBorderOf(): Promise<(accountId: string, vid: string) => { bps: number; minCents: Cents }> {
  await looks.current(catalogue !== undefined && stands(catalogue))
  const { prices } = catalogue!
  return (accountId, vid) => {
    const price = nearest(prices, vid, accountId)
    return { bps: price('cross_border_bps'), minCents: price('cross_border_min_cents') }
  }
}

/** The account's own exception, then what its plan says, then the list price. A limit that staff have agreed for it stands above all. */
function resolve(range: RangeRow, prices: Catalogue['prices'], accountId: string, plan: Entitlements): Terms {
  const price = nearest(prices, range.vid, accountId)
  const own = prices.get(keyOf(range.vid, accountId))
  const ownPerLoad = plan.ownPerLoadCents
  return {
    range,
    openFee: own?.open_fee_cents ?? plan.openFeeCents ?? price('open_fee_cents'),
    loadFeeBps: own?.load_fee_bps ?? plan.loadFeeBps,
    loadFeeMin: price('load_fee_min_cents'),
    perLoadMax: ownPerLoad ?? Math.min(range.per_load_max_cents, plan.perLoadMaxCents),
    maxOpen:
      ownPerLoad !== undefined
        ? Math.min(ownPerLoad, range.max_balance_cents)
        : Math.min(range.max_open_cents, plan.perLoadMaxCents),
    crossBorderBps: price('cross_border_bps'),
    crossBorderMin: price('cross_border_min_cents'),
    unloadFee: price('unload_fee_cents'),
  }
}

type Figure = Exclude<keyof PriceRow, 'vid' | 'account_id' | 'effective_from' | 'change_id'>
const nearest =
  (prices: Catalogue['prices'], vid: string, accountId: string) =>
  (figure: Figure): number =>
    prices.get(keyOf(vid, accountId))?.[figure] ?? prices.get(keyOf(vid, null))?.[figure] ?? 0
