import type * as contract from '#contract/controls/uses.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import { blockCards, cardNameOf, lockMoneyOf, maybeCard } from '#server/cards/cards.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { documentsOf } from '../documents.ts'
import { withMoreUses } from '../engine/counters.ts'
import { usesEnd, usesLeft } from '../engine/uses.ts'

/** Lets a card make more purchases than its controls say, which stay as they are: what it has used is counted as so much less. */
export const allowUses: Answer<typeof contract.allowUses> = async (actor, { cardId, add }, tx) => {
  const { accountId, subUid, from } = actor
  if (!(await maybeCard(tx, actor, cardId))) throw refuse('not_found', { field: 'cardId' })
  // What decisions lock: the next purchase sees the uses before or after.
  const { card } = await lockMoneyOf(tx, accountId, cardId)
  const { cell, la_id: laId, control_no: controlNo, status, shown_status } = card
  if (['CLOSED', 'CLOSING', 'FAILED'].includes(status)) throw refuse('card_not_active', { status: shown_status })
  const { uses, pinned } = (await documentsOf(tx, accountId, [controlNo]))(controlNo)
  if (subUid && pinned) throw refuse('controls_pinned')
  if (!uses) throw refuse('invalid', { field: 'cardId', msg: checks.uses_none[from.lang] })
  const before = (await port('controls.countersOf')(tx, cell, [laId])).get(laId) ?? []
  const counters = withMoreUses(before, add, nowMs())
  await port('controls.writeCounters')(tx, cell, [{ laId, counters }])
  if (!usesEnd(uses, counters).isUsedUp)
    await blockCards(tx, { accountId, cardIds: [cardId], block: 'CONTROL', on: false, reason: 'USES_LEFT' })
  const left = usesLeft(uses, counters)
  await record(tx, actor, {
    type: 'CARD_CONTROL',
    target: cardNameOf(card),
    content: { cn: `再允许使用 ${add} 次`, en: add === 1 ? 'Allowed one more use' : `Allowed ${add} more uses` },
    before: { usesLeft: usesLeft(uses, before) },
    after: { usesLeft: left },
  })
  return { usesLeft: left, status: (await maybeCard(tx, actor, cardId))!.shown_status }
}
