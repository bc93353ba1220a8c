/**
 * What the limits of a card have counted, in one text of its usage row: `limitId:start:cents:count`, separated by spaces. A counter counts from its start to the end of the window that
 * holds the start: a limit that is set on Wednesday counts this week from Wednesday on. Pure.
 */
import type { Limit } from '#contract/controls/documents.ts'
import type { Cents } from '#contract/core/money.ts'
import type { CompiledLimit, Shop } from './compile.ts'
import { countsUses, SETTLED, USES } from './uses.ts'
import { currentSince, PARTS, partMs, spanOf } from './windows.ts'

export type Counter = { readonly id: string; readonly start: number; readonly cents: Cents; readonly count: number }
/** Read once, and written once after all decisions of a set. */
export type Counters = readonly Counter[]
export type At = { readonly zone: string; readonly now: number }

const NONE: Counters = []
export const readCounters = (text: string): Counters =>
  text === ''
    ? NONE
    : text.split(' ').map((entry) => {
        const [id, start, cents, count] = entry.split(':') as [string, string, string, string]
        return { id, start: Number(start), cents: Number(cents), count: Number(count) }
      })
export const textOf = (counters: Counters): string =>
  counters.map(({ id, start, cents, count }) => `${id}:${start}:${cents}:${count}`).join(' ')

/** No limit has such an id: a day's declines by controls, by brand. */
const DECLINES = '-'
/** More brands than this in a day do not count in the decline rate: whatever is declined for them, the owner has decided it. */
const BRANDS_A_DAY = 16
/** Nor this: purchases that a document which only watches would have declined, since it began to. */
const WATCHED = '~'
/** What a card is locked to (locks.ts) stands among its counters. No limit has such an id. */
export const isLock = ({ id }: Counter): boolean => id.startsWith('=')
const ADAY = { window: 'DAY', hours: undefined } as const

const isCurrent = (limit: Pick<Limit, 'window' | 'hours'>, { start }: Counter, { zone, now }: At): boolean =>
  start >= currentSince(limit, zone, now)

/** Counters of other limits and of windows that are over go. */
const kept = (limits: readonly Limit[], counters: Counters, at: At): Counter[] =>
  counters.filter((counter) => {
    if (counter.id === WATCHED || isLock(counter)) return true
    const limit = counter.id.startsWith(DECLINES) ? ADAY : limits.find(({ limitId }) => limitId === counter.id)
    return limit !== undefined && isCurrent(limit, counter, at)
  })

export type Change = {
  /** When what is counted, or given back, was authorized. */
  readonly time: number
  readonly cents: Cents
  readonly count: number
  /** How many purchases have been settled for the first time, or are settled no more. */
  readonly settled?: number
  /** A purchase that has just happened may begin a counter. What is given back, or added to an earlier one, changes only a counter that counted it. */
  readonly fresh: boolean
  /** A refund: only limits that it restores. */
  readonly refund?: boolean
  /** Where; not needed if no limit asks for it. */
  readonly shop?: Shop | undefined
}

/** Whether a limit counts purchases there. */
const isOf = ({ counts }: CompiledLimit, shop: Shop | undefined): boolean =>
  counts === undefined || (shop !== undefined && counts(shop))

export function changed(limits: readonly CompiledLimit[], before: Counters, at: At, change: Change): Counters {
  const { time, fresh, refund, shop } = change
  const counters = kept(limits, before, at)
  for (const limit of limits) {
    if ((refund && limit.refunds !== 'RESTORE') || !isOf(limit, shop)) continue
    const { cents, count, least } = shareOf(limit, change)
    const span = spanOf(limit, at.zone, time)
    const place = counters.findIndex(({ id, start }) => id === limit.limitId && start >= span.start && start < span.end)
    const counter = counters[place]
    if (counter && (fresh || counter.start <= time))
      counters[place] = {
        ...counter,
        cents: Math.max(least, counter.cents + cents),
        count: Math.max(least, counter.count + count),
      }
    else if (!counter && fresh) counters.push({ id: limit.limitId, start: span.start, cents, count })
  }
  return counters
}

/** What a counter counts of a change. Of uses no money; and those that were allowed in addition are below nothing. */
const shareOf = (limit: Limit, { cents, count, settled = 0 }: Change) =>
  countsUses(limit)
    ? { cents: 0, count: limit.limitId === SETTLED ? settled : count, least: -Infinity }
    : { cents, count, least: 0 }

/** Allows so many uses more than the document does. */
export const withMoreUses = (counters: Counters, add: number, now: number): Counters => [
  ...counters.filter(({ id }) => !countsUses({ limitId: id })),
  ...USES.map((id) => {
    const { start, count } = counters.find((one) => one.id === id) ?? { start: now, count: 0 }
    return { id, start, cents: 0, count: count - add }
  }),
]

/** The counters of another document: limits that stay keep what they have counted, new ones count from now on. What the card is locked to is asked apart (locks.ts). */
export function startedFor(before: readonly Limit[], after: readonly Limit[], counters: Counters, at: At): Counters {
  const stays = after.filter(({ limitId, window, hours }) =>
    before.some((was) => was.limitId === limitId && was.window === window && was.hours === hours),
  )
  const begun = after
    .filter((limit) => !stays.includes(limit))
    .map(({ limitId }) => ({ id: limitId, start: at.now, cents: 0, count: 0 }))
  return [...kept(stays, counters, at).filter((one) => one.id !== WATCHED && !isLock(one)), ...begun]
}

/** Notes a purchase that passed because a document only watches. */
export function noteWatched(before: Counters, now: number, cents: Cents): Counters {
  const { start, count, cents: sum } = watchedOf(before) ?? { start: now, count: 0, cents: 0 }
  return [...before.filter(({ id }) => id !== WATCHED), { id: WATCHED, start, cents: sum + cents, count: count + 1 }]
}
export const watchedOf = (counters: Counters): Counter | undefined => counters.find(({ id }) => id === WATCHED)

export type Used = { readonly cents: Cents; readonly count: number; readonly resetTime: number | null }
export function usedOf(limit: Limit, counters: Counters, at: At): Used {
  const own = counters.filter((counter) => counter.id === limit.limitId && isCurrent(limit, counter, at))
  const sum = own.reduce((total, { cents, count }) => ({ cents: total.cents + cents, count: total.count + count }), {
    cents: 0,
    count: 0,
  })
  return { ...sum, resetTime: resetOf(limit, own, at) }
}

function resetOf(limit: Limit, own: Counters, { zone, now }: At): number | null {
  if (limit.window === 'ALL') return null
  if (limit.window !== 'HOURS') return spanOf(limit, zone, now).end
  const counted = own.filter(({ cents, count }) => cents > 0 || count > 0)
  if (!counted.length) return null
  const oldest = Math.min(...counted.map(({ start }) => start))
  return spanOf(limit, zone, oldest).start + PARTS * partMs(limit)
}

/** Notes a decline by controls; whether it is the first of this brand today. A merchant that tries again and again against a limit of the owner counts once in the decline rate. */
export function noteStop(
  limits: readonly Limit[],
  before: Counters,
  at: At,
  brand: string,
): { counters: Counters; isFirst: boolean } {
  const counters = kept(limits, before, at)
  const id = DECLINES + fnv1a(brand).toString(36)
  const today = counters.filter((one) => one.id.startsWith(DECLINES))
  if (today.length >= BRANDS_A_DAY || today.some((one) => one.id === id)) return { counters: before, isFirst: false }
  const { start } = spanOf(ADAY, at.zone, at.now)
  return { counters: [...counters, { id, start, cents: 0, count: 1 }], isFirst: true }
}

/** The hash FNV-1a: few bytes of the row, however long a name is. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

export type Room = {
  readonly cents: Cents
  /** The tightest limit. */
  readonly limit?: Limit
  readonly byCount?: boolean
  readonly resetTime?: number | null
}
/** How much may still be spent in a shop under all limits. An increment (`more`) is no further purchase. */
export function roomOf(limits: readonly CompiledLimit[], counters: Counters, at: At, more: boolean, shop?: Shop): Room {
  let room: Room = { cents: Infinity }
  for (const limit of limits) {
    if (!isOf(limit, shop)) continue
    const { cents, count, resetTime } = usedOf(limit, counters, at)
    const byCount = !more && limit.count !== undefined && count >= limit.count
    const left = byCount ? 0 : limit.amount === undefined ? Infinity : Math.max(0, limit.amount - cents)
    if (left < room.cents) room = { cents: left, limit, byCount, resetTime }
  }
  return room
}

/** A limit of which the owner wants to be told, and what it has counted. */
export type Near = { readonly limit: Limit; readonly used: Cents; readonly count: number }
/** The limits that have just reached the part from which their owner is told. */
export function nearly(limits: readonly Limit[], before: Counters, after: Counters, at: At): Near[] {
  const warned = limits.filter(({ warnAt }) => warnAt !== undefined)
  return warned.flatMap((limit) => {
    const [was, is] = [usedOf(limit, before, at), usedOf(limit, after, at)]
    return isNear(limit, is) && !isNear(limit, was) ? [{ limit, used: is.cents, count: is.count }] : []
  })
}
const isNear = ({ warnAt = 100, amount, count }: Limit, used: Pick<Used, 'cents' | 'count'>): boolean =>
  (amount !== undefined && used.cents * 100 >= amount * warnAt) ||
  (count !== undefined && used.count * 100 >= count * warnAt)
