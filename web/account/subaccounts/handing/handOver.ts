/** Hands cards over, as many as there are: a call takes some of them. */
import { batchCard, type Progress } from '#contract/cards/batches.ts'
import { handOverCards } from '#contract/subaccounts/subaccounts.ts'
import { ask } from '#web/parts/client/client.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { subsChanged } from '../changed.ts'
import { say } from './text.ts'

/** Cards in one call. */
const AT_ONCE = 200

/** A card with its owner before; null is the account itself. */
export type Moving = { readonly cardId: string; readonly subUid: string | null }

/** Returns how many were handed over before a refusal, and the refusal. */
export async function handOver(
  cardIds: readonly string[],
  subUid: string | null,
): Promise<{ done: number; problem?: unknown }> {
  let done = 0
  try {
    for (; done < cardIds.length; done = Math.min(cardIds.length, done + AT_ONCE))
      await ask(
        handOverCards,
        { cardIds: cardIds.slice(done, done + AT_ONCE), ...(subUid !== null && { subUid }) },
        { quiet: true },
      )
    return { done }
  } catch (problem) {
    return { done, problem }
  } finally {
    subsChanged()
  }
}

/** Says what has been handed over, with a button that gives each card back to its owner before. */
export function offerBack(cards: readonly Moving[], to: { subUid: string | null; name: string }): void {
  const former = Map.groupBy(
    cards.filter(({ subUid }) => subUid !== to.subUid),
    ({ subUid }) => subUid,
  )
  const count = cards.length
  toast.undoable(say('handing.given', { count, name: to.name }), say('ui.undo'), () => {
    void (async () => {
      for (const [subUid, some] of former) {
        const { problem } = await handOver(
          some.map(({ cardId }) => cardId),
          subUid,
        )
        if (problem) throw problem
      }
      toast.ok(say('ui.undone'))
    })()
  })
}

/** The cards that a batch has opened. */
export async function cardsOfBatch(batchNo: string): Promise<Moving[]> {
  const cards: Moving[] = []
  for (let pageNo = 1; ; pageNo++) {
    const { items } = (await ask(
      batchCard,
      { batchNo, pageNo, pageSize: AT_ONCE, rowStatus: ['SUCCESS'] },
      { quiet: true },
    )) as Progress
    cards.push(...items.data.map(({ cardId, subUid }) => ({ cardId, subUid })))
    if (cards.length >= items.total || items.data.length === 0) return cards
  }
}
