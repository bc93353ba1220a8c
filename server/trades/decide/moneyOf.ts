/**
 * The ledger account of a card, by the keyed hash of its number. Neither changes during a card's life, so a known card is locked without a lookup, which saves
 * a tenth of the database work of a decision.
 */
import { cellOf } from '#server/core/cells.ts'
import { pool } from '#server/core/db.ts'
import type { CardRow } from './rows.ts'

/** About 8 MB. */
const KNOWN_MAX = 50_000

/** A row of the ledger: its key. */
type Money = { readonly cell: number; readonly laId: number }

let of: typeof pool | undefined
/**
 * The cards used last, at most half of all; and those used before them. When the first half is full it becomes the second, and the least recently used are
 * forgotten with the old second half. Entries are never deleted one by one: a Map of this size then reorganizes itself for milliseconds.
 */
let recent = new Map<string, Money>()
let before = new Map<string, Money>()

/** Hashes to look up, and accounts that are known: the cell and the id of each. */
export function moneyOf(hashes: Iterable<string>): { unknown: string[]; cells: number[]; laIds: number[] } {
  if (of !== pool) [of, recent, before] = [pool, new Map(), new Map()]
  const [unknown, cells, laIds]: [string[], number[], number[]] = [[], [], []]
  for (const hash of hashes) {
    const money = recent.get(hash) ?? usedAgain(hash)
    if (money === undefined) unknown.push(hash)
    else {
      cells.push(money.cell)
      laIds.push(money.laId)
    }
  }
  return { unknown, cells, laIds }
}

export function remember(cards: readonly CardRow[]): void {
  for (const [hash, accountId, , laId] of cards)
    if (recent.get(hash)?.laId !== laId) keep(hash, { cell: cellOf(accountId), laId })
}

function usedAgain(hash: string): Money | undefined {
  const money = before.get(hash)
  if (money !== undefined) keep(hash, money)
  return money
}

function keep(hash: string, money: Money): void {
  if (recent.size >= KNOWN_MAX / 2) [before, recent] = [recent, new Map()]
  recent.set(hash, money)
}
