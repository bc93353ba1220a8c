import type { Tx } from '../core/db.ts'
import { nowMs } from '../core/clock.ts'
import { changed, type Change } from './engine/counters.ts'
import { knownControls, loadControls } from './documents.ts'
import { controlledCard, updateCounters } from './queries.ts'

/** Changes what the limits of a card have counted, under the lock of its money. */
export async function recount(
  tx: Tx,
  card: { readonly accountId: string; readonly cardId: string },
  change: Change,
): Promise<void> {
  if (change.cents === 0 && change.count === 0) return
  const found = await controlledCard(tx, card)
  if (!found) return
  const controlNo = found.control_no
  if (!knownControls(controlNo)) await loadControls(tx, [{ cell: found.cell, controlNo }])
  const at = { zone: found.time_zone, now: nowMs() }
  const counters = changed(knownControls(controlNo)!.limits, found.counters, at, change)
  if (counters !== found.counters) await updateCounters(tx, found, counters)
}
