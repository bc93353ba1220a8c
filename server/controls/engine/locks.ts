/**
 * What a card is locked to: one entry among its counters, beside those of limits. Its id is `=`, what kind of thing it is, and which: `=bbrd_01J…`, a brand; `=m…`, a merchant; `=k7311`, a category. It
 * starts with the purchase that locked the card. Where the cents are of a counter, it has when a lock by a verification ends, or 0. Pure.
 */
import type { Controls } from '#contract/controls/documents.ts'
import type { LockBy, LockedTo, Locked } from '#contract/controls/locks.ts'
import { kindOfMerchant } from '#contract/trades/merchantKinds.ts'
import type { Cents } from '#contract/core/money.ts'
import { DAY } from '#server/core/clock.ts'
import type { Shop } from './compile.ts'
import { isLock, type Counter, type Counters } from './counters.ts'

type Lock = NonNullable<Controls['lock']>

/** Up to this, a purchase verifies a card: it locks for a day only. */
const VERIFIES: Cents = 100
const VERIFIED_MS = DAY

const LETTERS = { BRAND: 'b', MERCHANT: 'm', KIND: 'k' } as const satisfies Record<LockBy, string>
const BY: Readonly<Record<string, LockBy>> = { b: 'BRAND', m: 'MERCHANT', k: 'KIND' }
/** Whatever the network names a merchant, it has no character that divides counters. */
const packed = (text: string): string => Buffer.from(text).toString('base64url')
const unpacked = (text: string): string => Buffer.from(text, 'base64url').toString()
const NAME = 40

/** `BRAND`: a merchant without one is locked to by its id, as with `MERCHANT`. */
function idOf({ by }: Lock, { merchant, brandIds }: Shop): string {
  const [brandId] = by === 'BRAND' ? brandIds() : []
  if (brandId !== undefined) return `=${LETTERS.BRAND}${brandId}`
  if (by === 'KIND') return `=${LETTERS.KIND}${merchant.mcc}`
  return `=${LETTERS.MERCHANT}${packed(merchant.id)}.${packed(merchant.name.slice(0, NAME))}`
}

/** The entry, unless its day is over. */
const entryOf = (counters: Counters, now: number): Counter | undefined =>
  counters.find((entry) => isLock(entry) && (entry.cents === 0 || now < entry.cents))

function toOf(id: string): LockedTo {
  const [by, rest] = [BY[id[1]!]!, id.slice(2)]
  if (by !== 'MERCHANT') return { by, to: rest }
  const [to, name] = rest.split('.') as [string, string]
  return { by, to: unpacked(to), name: unpacked(name) }
}

/** What purchases of the card have to be of; nothing while it is armed. */
export function lockedTo(lock: Lock, counters: Counters, now: number): LockedTo | undefined {
  if (lock.to !== undefined) return { by: 'BRAND', to: lock.to }
  const entry = entryOf(counters, now)
  return entry && toOf(entry.id)
}

/** Whether the lock leaves the purchase through. */
export function isWithin(lock: Lock, counters: Counters, { merchant, brandIds }: Shop, now: number): boolean {
  if (lock.to !== undefined) return brandIds().includes(lock.to)
  const id = entryOf(counters, now)?.id
  if (id === undefined) return true
  const [by, to] = [BY[id[1]!]!, id.slice(2)]
  if (by === 'BRAND') return brandIds().includes(to)
  return by === 'KIND' ? isSameKind(to, merchant.mcc) : to.startsWith(`${packed(merchant.id)}.`)
}

/** Airlines, hotels and car rental companies have a code each, and are one kind. */
function isSameKind(a: string, b: string): boolean {
  if (a === b) return true
  const kind = kindOfMerchant(a)
  return kind !== undefined && kind.en === kindOfMerchant(b)?.en
}

/**
 * After an approval. The first one locks: a purchase for good, a verification for a day, and a purchase at the same place makes that whole. Elsewhere (the controls only watch) it changes nothing.
 */
export function lockedBy(lock: Lock, counters: Counters, shop: Shop & { cents: Cents }, now: number): Counters {
  if (lock.to !== undefined) return counters
  const entry = entryOf(counters, now)
  const verifies = shop.cents <= VERIFIES
  if (entry && (verifies || entry.cents === 0 || !isWithin(lock, counters, shop, now))) return counters
  const made = entry
    ? { ...entry, cents: 0 }
    : { id: idOf(lock, shop), start: now, cents: verifies ? now + VERIFIED_MS : 0, count: 0 }
  return [...counters.filter((one) => !isLock(one)), made]
}

/** What stays of it under another document: all, while that locks in the same way. */
export const lockFor = (before: Lock | undefined, after: Lock | undefined, counters: Counters): Counters =>
  before && after && before.by === after.by && before.to === after.to ? counters.filter(isLock) : []

/** As it is shown. */
export function lockState(lock: Lock, counters: Counters, now: number): Locked {
  const its = lockedTo(lock, counters, now)
  if (!its) return { state: 'ARMED', by: lock.by }
  const entry = lock.to === undefined ? entryOf(counters, now) : undefined
  if (!entry) return { state: 'LOCKED', ...its }
  const { start: since, cents: until } = entry
  return until > 0 ? { state: 'PROVISIONAL', ...its, since, until } : { state: 'LOCKED', ...its, since }
}
