/**
 * Where the money of a card lies, by the keyed hash of the card's number: its cell and its ledger account. Neither changes during a card's life, so a known card is locked without a
 * lookup, which saves a tenth of the database work of a decision.
 */
import { pool } from '#server/core/db.ts'
import type { CardRow } from './rows.ts'

/** `cvc`: the sealed security code, where cards are looked up before they are read. */
export type Place = { readonly cell: number; readonly laId: number; readonly cvc?: Buffer | null }

/** About 8 MB. */
const KNOWN_MAX = 50_000

let of: typeof pool | undefined
/**
 * The cards used last, at most half of all; and those used before them. When the first half is full it becomes the second, and the least recently used are
 * forgotten with the old second half. Entries are never deleted one by one: a Map of this size then reorganizes itself for milliseconds.
 */
let recent = new Map<string, Place>()
let before = new Map<string, Place>()

/** `undefined`: to be looked up. */
export function moneyOf(hash: string): Place | undefined {
  if (of !== pool) [of, recent, before] = [pool, new Map(), new Map()]
  return recent.get(hash) ?? usedAgain(hash)
}

export function remember(cards: readonly CardRow[]): void {
  for (const [hash, , , laId, cell] of cards) if (recent.get(hash)?.laId !== laId) keep(hash, { cell, laId })
}

export const rememberPlace = (hash: string, place: Place): void => keep(hash, place)

function usedAgain(hash: string): Place | undefined {
  const place = before.get(hash)
  if (place !== undefined) keep(hash, place)
  return place
}

function keep(hash: string, place: Place): void {
  if (recent.size >= KNOWN_MAX / 2) [before, recent] = [recent, new Map()]
  recent.set(hash, place)
}
