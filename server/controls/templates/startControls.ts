/** With which controls cards begin: the template's, or those that their opener gives. */
import { isEmpty, type Controls } from '#contract/controls/documents.ts'
import { refuse } from '#contract/core/refusals.ts'
import { pointControls, setLives, type OpeningTemplate, type Starts } from '#server/cards/cards.ts'
import type { Actor } from '#server/core/actor.ts'
import { nowMs } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { deadlinesOf } from '../deadlines.ts'
import { documentsOf, keepDocument } from '../documents.ts'
import { insertChanges } from '../queries.ts'
import { refuseUnfit } from '../saveControls.ts'
import { templatesOf } from './queries.ts'

export const templatesToOpen = async (tx: Tx, accountId: string): Promise<OpeningTemplate[]> =>
  (await templatesOf(tx, accountId)).map((row) => ({
    templateId: row.template_id,
    name: row.name,
    starts: row.control_no === null ? undefined : { controlNo: row.control_no, note: row.name },
    vid: row.vid ?? undefined,
    amount: row.amount_cents ?? undefined,
    gid: row.gid ?? undefined,
    tagIds: row.tag_ids,
    remarkPattern: row.remark_pattern,
  }))

/** A sub-account needs the permission to set controls, and cannot open a card around what its parent has locked. */
export async function givenControls(
  tx: Tx,
  actor: Actor,
  given: Controls,
  template: Starts | undefined,
): Promise<Starts | undefined> {
  const { accountId, from, may, subUid } = actor
  if (!may.has('card:control')) throw refuse('not_permitted')
  if (subUid && template && 'controlNo' in template) {
    const documentOf = await documentsOf(tx, accountId, [template.controlNo])
    if (documentOf(template.controlNo).pinned) throw refuse('controls_pinned')
  }
  await refuseUnfit('CARD', given, from.lang)
  return isEmpty(given) ? undefined : { controls: given, note: '' }
}

/** In the transaction that makes the cards: none can be charged without its controls. */
export async function startControls(
  tx: Tx,
  actor: Actor,
  cards: readonly { cardId: string; starts: Starts }[],
): Promise<void> {
  const { accountId, from } = actor
  for (const [starts, alike] of Map.groupBy(cards, (card) => card.starts)) {
    const controlNo = 'controls' in starts ? await keepDocument(tx, accountId, starts.controls) : starts.controlNo
    const controls = (await documentsOf(tx, accountId, [controlNo]))(controlNo)
    const checkedMs = nowMs()
    // A date of a template may be over by now.
    await refuseUnfit('CARD', controls, from.lang)
    const cardIds = alike.map(({ cardId }) => cardId)
    await pointControls(tx, accountId, cardIds, controlNo)
    await setLives(tx, accountId, cardIds, deadlinesOf(controls, { now: checkedMs }))
    const changes = cardIds.map((cardId) => ({ scopeId: cardId, before: null, after: controlNo }))
    await insertChanges(tx, actor, starts.note, 'CARD', changes)
  }
}
