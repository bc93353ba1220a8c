import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { now, SECOND } from '#server/core/clock.ts'
import { staleWhileRevalidate } from '#server/core/database/staleWhileRevalidate.ts'
import { db } from '#server/core/db.ts'
import { entitlementsOf, type Entitlements } from '#server/plans/plans.ts'
import { traitsOf } from '#server/outside/outside.ts'
import { catalogueVersion } from '#server/products/products.ts'
import { pausedIssuers } from '#server/programs/programs.ts'
import type { Reader } from '../queries.ts'
import { allRanges, nextPriceAt, pricesInForce, type PriceRow, type RangeRow } from './queries.ts'

/** A segment's limits and prices for one account. Amounts in cents, rates in basis points. */
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
  readonly monthFee: Cents
  readonly declineFee: Cents
  readonly freeDeclines: number
  /** Its issuer's programme is below the floor that staff have set: no cards are opened. */
  readonly paused: boolean
}

type Catalogue = {
  readonly version: number
  readonly ranges: readonly RangeRow[]
  readonly prices: ReadonlyMap<string, PriceRow>
  readonly pausedIssuers: ReadonlySet<string>
  readonly readAt: number
  /** The period in which these prices are valid: a later price may already be scheduled. */
  readonly from: Date
  readonly until: Date | undefined
}

let catalogue: Catalogue | undefined

const FRESH_FOR_MS = 5 * SECOND

/** The rows that {@link nearest} looks in. */
export const pricesByKey = (prices: readonly PriceRow[]): Catalogue['prices'] =>
  new Map(prices.map((price) => [keyOf(price.vid, price.account_id), price]))
const keyOf = (vid: string, accountId: string | null): string => `${vid} ${accountId ?? ''}`

const stands = ({ readAt, from, until }: Catalogue): boolean =>
  performance.now() - readAt < FRESH_FOR_MS && now() >= from && (until === undefined || now() < until)

/**
 * Segments and prices change a few times a year and are read with every price, so they are cached until their version changes or a scheduled price comes into
 * force. Within a transaction they are read through it: waiting for a second connection while holding a lock could exhaust the pool.
 */
async function read(reader: Reader): Promise<Catalogue> {
  const version = await catalogueVersion(reader)
  if (catalogue?.version === version && stands(catalogue)) return catalogue
  const [readAt, from] = [performance.now(), now()]
  const ranges = await allRanges(reader)
  const prices = await pricesInForce(reader)
  const paused = await pausedIssuers(reader)
  const until = await nextPriceAt(reader)
  return (catalogue = { version, ranges, prices: pricesByKey(prices), pausedIssuers: paused, readAt, from, until })
}

/** For tests that write into the tables directly. */
export const forgetTerms = (): void => void (catalogue = undefined)

/** Returns the segments on offer to an account. */
export async function termsOfAll(reader: Reader, accountId: string): Promise<Terms[]> {
  const found = await read(reader)
  const plan = await entitlementsOf(reader, accountId)
  return found.ranges.filter(({ status }) => status !== 'OFF').map((range) => resolve(range, found, accountId, plan))
}

/** Returns one segment, including one that is no longer sold, because its cards remain in use. Refuses with `range_unavailable` for an unknown one. */
export async function termsOf(reader: Reader, accountId: string, vid: string): Promise<Terms> {
  const found = await read(reader)
  const plan = await entitlementsOf(reader, accountId)
  const range = found.ranges.find((one) => one.vid === vid)
  if (!range) throw refuse('range_unavailable', { field: 'vid' })
  return resolve(range, found, accountId, plan)
}

/** The terms of a segment for an account as they are, and as they would be if this price of the list or of an account were in force. */
export async function termsIf(
  reader: Reader,
  accountId: string,
  vid: string,
  change: { accountId: string | null; price: Readonly<Record<string, unknown>> },
): Promise<[now: Terms, then: Terms]> {
  const found = await read(reader)
  const plan = await entitlementsOf(reader, accountId)
  const range = found.ranges.find((one) => one.vid === vid)
  if (!range) throw refuse('not_found', { field: 'vid' })
  const key = keyOf(vid, change.accountId)
  const prices = new Map(found.prices).set(key, { ...found.prices.get(key), ...change.price } as PriceRow)
  return [resolve(range, found, accountId, plan), resolve(range, { ...found, prices }, accountId, plan)]
}

/** Returns the terms under which this card could be opened, or why it cannot. */
export async function openableTerms(
  reader: Reader,
  actor: Actor,
  input: { vid: string; rechargeAmount: Cents },
): Promise<Terms> {
  const terms = await soldTerms(reader, actor, input.vid)
  checkAmount(input.rechargeAmount, terms.range.min_open_cents, terms.maxOpen, 'rechargeAmount')
  return terms
}

/** The same whatever is loaded: a replacement brings along what the former card had. */
export async function soldTerms(reader: Reader, { accountId }: Pick<Actor, 'accountId'>, vid: string): Promise<Terms> {
  const terms = await termsOf(reader, accountId, vid)
  if (!isSold(terms)) throw refuse('range_unavailable', { field: 'vid' })
  if (terms.paused) throw refuse('range_paused', { field: 'vid' })
  return terms
}

/** Whether new cards of a segment are sold at all. */
export const isSold = ({ range }: Terms): boolean => range.status === 'ON' && range.stock !== 0

/** Whether holder and address of its cards may be changed: the issuer can, and the segment allows it. */
export const mayEditHolder = ({ issuer_id, edit_address }: Pick<RangeRow, 'issuer_id' | 'edit_address'>): boolean =>
  edit_address && traitsOf(issuer_id).editHolder

/** Above the limit, customer service is required (docs/reference/numbers.md#cards). */
export function checkAmount(amount: Cents, min: Cents, max: Cents, field: string): void {
  if (amount < min) throw refuse('amount_below_min', { field, minCents: min })
  if (amount > max) throw refuse('amount_above_max', { field, maxCents: max })
}

const catalogueCache = staleWhileRevalidate(() => read(db), { refreshMs: 400, validForMs: 2 * SECOND })

/**
 * The conversion fee of a card, for the decision path: no query while the catalogue is fresh. Freshness is checked in the background; the path waits only if
 * the catalogue is older than two seconds or a scheduled price has come into force.
 */
export async function crossBorderOf(): Promise<(accountId: string, vid: string) => { bps: number; minCents: Cents }> {
  await catalogueCache.current(catalogue !== undefined && stands(catalogue))
  const { prices } = catalogue!
  return (accountId, vid) => {
    const price = nearest(prices, vid, accountId)
    return { bps: price('cross_border_bps'), minCents: price('cross_border_min_cents') }
  }
}

/** The account's own exception first, then the plan's price, then the list price. A limit that staff have agreed for the account overrides all of them. */
function resolve(
  range: RangeRow,
  { prices, pausedIssuers: paused }: Catalogue,
  accountId: string,
  plan: Entitlements,
): Terms {
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
    monthFee: price('month_fee_cents'),
    declineFee: price('decline_fee_cents'),
    freeDeclines: price('free_declines'),
    paused: paused.has(range.issuer_id),
  }
}

type Figure = Exclude<keyof PriceRow, 'vid' | 'account_id' | 'effective_from' | 'change_id'>

/** A figure of a segment for an account: of its own price, or else of the list. */
export const nearest =
  (prices: Catalogue['prices'], vid: string, accountId: string) =>
  (figure: Figure): number =>
    prices.get(keyOf(vid, accountId))?.[figure] ?? prices.get(keyOf(vid, null))?.[figure] ?? 0
