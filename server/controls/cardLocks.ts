/** The locks of cards as they are shown. */
import type { Controls } from '#contract/controls/documents.ts'
import type { Locked } from '#contract/controls/locks.ts'
import { brandsNow } from '../brands/brands.ts'
import type { CardRow } from '../cards/cards.ts'
import { cellOf } from '../core/database/cells.ts'
import { nowMs } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import type { Database, Tx } from '../core/db.ts'
import { withName } from './applied.ts'
import { documentsOf } from './documents.ts'
import type { Counters } from './engine/counters.ts'
import { lockState } from './engine/locks.ts'

/** The lock of a card, in the words of today's catalogue. */
export async function lockShown({ lock }: Controls, counters: Counters, now: number): Promise<Locked | null> {
  if (!lock) return null
  await brandsNow()
  return withName(lockState(lock, counters, now))
}

/** Of the cards of a page, by their ids. Reads nothing where none has controls. */
export async function locksOf(
  on: Tx | Database,
  accountId: string,
  cards: readonly Pick<CardRow, 'card_id' | 'la_id' | 'control_no'>[],
): Promise<Map<string, Locked>> {
  const documentOf = await documentsOf(
    on,
    accountId,
    cards.map(({ control_no }) => control_no),
  )
  const locking = cards.filter(({ control_no }) => documentOf(control_no).lock)
  if (!locking.length) return new Map()
  const laIds = locking.map(({ la_id }) => la_id)
  const counters = await port('controls.countersOf')(on, cellOf(accountId), laIds)
  const now = nowMs()
  const locks = new Map<string, Locked>()
  for (const { card_id, la_id, control_no } of locking)
    locks.set(card_id, (await lockShown(documentOf(control_no), counters.get(la_id) ?? [], now))!)
  return locks
}
