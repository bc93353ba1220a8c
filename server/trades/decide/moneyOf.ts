/**
 * Where the money of a card is, by the keyed hash of its number. A card keeps both for as long as it exists, so who has been
 * here once is locked without being looked up, which is a tenth of all that the database does for a decision.
 */
import { pool } from '#server/core/db.ts'
import type { CardRow } from './rows.ts'

/** Some 8 MB. */
const KNOWN_MAX = 50_000

let of: typeof pool | undefined
let known = new Map<string, number>()

/** Hashes to look up, and accounts that are known. */
export function moneyOf(hashes: Iterable<string>): { unknown: string[]; laIds: number[] } {
  if (of !== pool) [of, known] = [pool, new Map()]
  const [unknown, laIds]: [string[], number[]] = [[], []]
  for (const hash of hashes) {
    const laId = known.get(hash)
    if (laId === undefined) unknown.push(hash)
    else laIds.push(laId)
  }
  return { unknown, laIds }
}

export function remember(cards: readonly CardRow[]): void {
  for (const [hash, , , laId] of cards) {
    if (known.get(hash) === laId) continue
    if (known.size >= KNOWN_MAX) known = new Map()
    known.set(hash, laId)
  }
}
