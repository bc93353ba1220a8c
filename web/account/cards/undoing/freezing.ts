/** Freezing without asking first: it is done immediately, its consequences are told with it, and it can be taken back. */
import { freezeCard } from '#contract/cards/cards.ts'
import type { Card } from '#contract/cards/shapes.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { rehearse } from '#contract/trades/rehearsals.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { cardChanged } from '../cardChanged.ts'
import { say } from './text.ts'

type Toggle = 'freeze' | 'unfreeze'
type Frozen = Pick<Card, 'cardId' | 'lastFour' | 'blocks'>

/** So many merchants are named; the card's page names all. */
const NAMED = 2
const TELL_WITHIN_MS = 2_000
const nothingAfter = (ms: number) => new Promise<string[]>((resolve) => setTimeout(() => resolve([]), ms))

export async function freezeNow(card: Frozen, move: Toggle): Promise<void> {
  const { cardId } = card
  // Before, because a frozen card has nothing left to rehearse; a slow answer does not keep the freeze waiting.
  const told =
    move === 'freeze' ? await Promise.race([consequencesOf(cardId), nothingAfter(TELL_WITHIN_MS)]) : stillStopped(card)
  const done = await toggled([cardId], move)
  if (done.length === 0) return
  const name = { lastFour: card.lastFour ?? '····' }
  const text = [say(move === 'freeze' ? 'undoing.frozen' : 'undoing.unfrozen', name), ...told].join(' · ')
  offerUndo(text, done, move)
}

/** For cards that a dialog has just frozen or unfrozen. */
export const offerUndoMany = (cardIds: readonly string[], move: Toggle): void =>
  offerUndo(
    say(move === 'freeze' ? 'undoing.many.frozen' : 'undoing.many.unfrozen', { count: cardIds.length }),
    cardIds,
    move,
  )

function offerUndo(text: string, cardIds: readonly string[], move: Toggle): void {
  toast.undoable(text, say('ui.undo'), () => {
    void toggled(cardIds, move === 'freeze' ? 'unfreeze' : 'freeze').then(
      (back) => back.length > 0 && toast.ok(say('ui.undone')),
    )
  })
}

/** Returns the cards that have changed. */
async function toggled(cardIds: readonly string[], move: Toggle): Promise<string[]> {
  try {
    const { results } = await ask(freezeCard, { cardIds: [...cardIds], frozen: move === 'freeze' })
    cardChanged()
    const bad = results.find(({ ok }) => !ok)
    if (bad) toast.bad(bad.msg)
    return results.flatMap(({ cardId, ok }) => (ok ? [cardId] : []))
  } catch (error) {
    // The refusal is shown by the call.
    if (!asRefused(error)) throw error
    return []
  }
}

/** What merchants may still do, in a few words. */
async function consequencesOf(cardId: string): Promise<string[]> {
  try {
    const { cards, recurring } = await ask(rehearse, { cardIds: [cardId], move: 'freeze' }, { quiet: true })
    const pending = cards.reduce((sum, card) => sum + card.pending, 0)
    const names = [...new Set(recurring.map(({ merchantName }) => merchantName))]
    const merchants = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '')
    return [
      ...(pending > 0 ? [say('undoing.pending', { total: show(pending) })] : []),
      ...(names.length > 0 ? [say('undoing.recurring', { merchants })] : []),
    ]
  } catch (error) {
    if (!asRefused(error)) throw error
    return []
  }
}

/** Another block than the owner's stays. */
function stillStopped({ blocks }: Frozen): string[] {
  const others = blocks.filter((block) => block !== 'USER').map((block) => cardBlocks[block].name[langNow()])
  return others.length > 0 ? [say('cards.freeze.still', { by: others.join(', ') })] : []
}
