import type { Actor } from '../core/actor.ts'
import { cellOf } from '../core/database/cells.ts'
import type { Tx } from '../core/db.ts'
import { maybeCard, pointControls, type CardRow } from '../cards/cards.ts'
import { countersOf, insertChanges, writeCounters } from './queries.ts'

/** A card that takes the place of another is allowed the same, and its limits begin with what the former one has used: replacing a card is no way around them. */
export async function inheritControls(tx: Tx, actor: Actor, former: CardRow, cardId: string): Promise<void> {
  const { control_no: controlNo, la_id } = former
  if (controlNo === null) return
  const { accountId } = actor
  const cell = cellOf(accountId)
  const [card, counters] = [await maybeCard(tx, actor, cardId), await countersOf(tx, cell, [la_id])]
  await pointControls(tx, accountId, [cardId], controlNo)
  await writeCounters(tx, cell, [{ laId: card!.la_id, counters: counters.get(la_id) ?? '' }])
  await insertChanges(tx, actor, '', [{ cardId, before: null, after: controlNo }])
}
