/**
 * Which counters a card's limits share with other cards, by its money account, as it was when the card was last read. A set locks them before it reads; what has changed since is seen by the read, and the set is tried again.
 */
import { sharedKey, type SharedKey } from '#server/controls/controls.ts'
import { pool } from '#server/core/db.ts'

/** Cards that are known; those used last. */
const KEPT = 100_000

let of: typeof pool | undefined
let known = new Map<number, readonly SharedKey[]>()
const NONE: readonly SharedKey[] = []

function keysOf(laId: number): readonly SharedKey[] {
  if (of !== pool) [of, known] = [pool, new Map()]
  return known.size === 0 ? NONE : (known.get(laId) ?? NONE)
}

/** The counters to lock for these cards, each once. */
export function toLock(laIds: readonly number[]): SharedKey[] {
  const keys = new Map<string, SharedKey>()
  for (const laId of laIds) for (const key of keysOf(laId)) keys.set(sharedKey(key), key)
  return [...keys.values()]
}

/** Notes what a card shares now. */
export function noteShared(laId: number, keys: readonly SharedKey[]): void {
  known.delete(laId)
  if (known.size >= KEPT) known.delete(known.keys().next().value!)
  known.set(laId, keys)
}
