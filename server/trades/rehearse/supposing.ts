/** A card as it would be if its owner had loaded it, unfrozen it, or changed its controls. The rules then judge it as any other. */
import { cardBlocks } from '#contract/cards/states.ts'
import { changeLine } from '#contract/controls/changeLine.ts'
import { isEmpty, type Controls } from '#contract/controls/documents.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Supposed } from '#contract/trades/suppositions.ts'
import type { Actor } from '#server/core/actor.ts'
import { db } from '#server/core/db.ts'
import { compile, countersFor, documentsOf, type AppliedControls } from '#server/controls/controls.ts'
import type { CardToTry } from '#server/cards/cards.ts'
import type { DecidedCard } from '../rules/rules.ts'

/** Changes nothing but the copy of the card that is judged. */
export type Suppose = (card: DecidedCard, tried: CardToTry, now: number) => Promise<DecidedCard>
type Changes = NonNullable<Supposed['changes']>

export async function supposing(actor: Actor, supposed: Supposed | undefined): Promise<Suppose> {
  if (!supposed) return (card) => Promise.resolve(card)
  const { load = 0, unfreeze, changes = [] } = supposed
  refuseOthers(actor, changes)
  return async (card, { mayUnfreeze }, now) => ({
    ...card,
    available: card.available + load,
    // Only the owner's own block is the owner's to lift.
    blocks: unfreeze && mayUnfreeze ? card.blocks & ~cardBlocks.USER.bit : card.blocks,
    controls: changes.length ? await changedBy(actor.accountId, card, changes, now) : card.controls,
  })
}

/** Who may not see controls, or not those of a scope, learns nothing about them by supposing. */
function refuseOthers({ may, subUid }: Actor, changes: Changes): void {
  const isOthers = ({ scope }: Changes[number]) => !may.has('card:control.view') || (subUid && scope !== 'CARD')
  if (changes.some(isOthers)) throw refuse('not_found', { field: 'suppose' })
}

/** The documents that would apply, with what their limits would have counted: as saving them does. */
async function changedBy(accountId: string, { controls }: DecidedCard, changes: Changes, now: number) {
  const documentOf = await documentsOf(
    db,
    accountId,
    controls.map(({ controlNo }) => controlNo),
  )
  return controls.flatMap((control): AppliedControls[] => {
    const own = changes.filter(({ scope, scopeId }) => scope === control.scope && scopeId === control.scopeId)
    if (!own.length) return [control]
    const before = documentOf(control.controlNo)
    const after = own.reduce<Controls>(changeLine, before)
    if (isEmpty(after)) return []
    const { scope, scopeId, controlNo, zone, counted } = control
    const counters = countersFor(before, after, counted.counters, { zone, now })
    return [{ ...{ scope, scopeId, controlNo, zone }, ...compile(after), counted: { counters } }]
  })
}
