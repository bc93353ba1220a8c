/**
 * The ledger account of a card, by the keyed hash of its number. Neither changes during a card's life, so a known card is locked without a lookup, which saves
 * a tenth of the database work of a decision.
 */
import { pool } from '#server/core/db.ts'
import type { CardRow } from './rows.ts'

/** About 8 MB. */
const KNOWN_MAX = 50_000

let of: typeof pool | undefined
/**
 * The cards used last, at most half of all; and those used before them. When the first half is full it becomes the second, and the least recently used are
 * forgotten with the old second half. Entries are never deleted one by one: a Map of this size then reorganizes itself for milliseconds.
 */
let recent = new Map<string, number>()
let before = new Map<string, number>()

/** Hashes to look up, and accounts that are known. */
export function moneyOf(hashes: Iterable<string>): { unknown: string[]; laIds: number[] } {
  if (of !== pool) [of, recent, before] = [pool, new Map(), new Map()]
  const [unknown, laIds]: [string[], number[]] = [[], []]
  for (const hash of hashes) {
    const laId = recent.get(hash) ?? usedAgain(hash)
    if (laId === undefined) unknown.push(hash)
    else laIds.push(laId)
  }
  return { unknown, laIds }
}

export function remember(cards: readonly CardRow[]): void {
  for (const [hash, , , laId] of cards) if (recent.get(hash) !== laId) keep(hash, laId)
}

function usedAgain(hash: string): number | undefined {
  const laId = before.get(hash)
  if (laId !== undefined) keep(hash, laId)
  return laId
}

function keep(hash: string, laId: number): void {
  if (recent.size >= KNOWN_MAX / 2) [before, recent] = [recent, new Map()]
  recent.set(hash, laId)
}
