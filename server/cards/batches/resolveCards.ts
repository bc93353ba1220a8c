import type { Checked, Output } from '#contract/core/call.ts'
import type { batchCard, Resolved } from '#contract/cards/batches.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { db } from '#server/core/db.ts'
import { marksIn, type Mark } from './pastedMarks.ts'
import { cardsByMarks, type PastedCard } from './rowQueries.ts'

/** So many cards in one list. */
const MOST = 500

/** Which of the caller's cards are meant by what was pasted. Nothing is guessed: what means two cards is asked about. */
export async function resolveCards(actor: Actor, wish: Checked<typeof batchCard>): Promise<Output<typeof batchCard>> {
  // Balances are shown with the cards.
  if (!actor.may.has('card:view')) throw refuse('not_permitted')
  const pasted = [wish.text ?? '', ...(wish.cardSeqNos ?? []), ...(wish.lastFours ?? [])].join('\n')
  const marks = marksIn(pasted)
  if (marks.length > MOST) throw refuse('invalid', { field: 'text', most: MOST })
  const found = await cardsByMarks(db, actor, {
    seqNos: marks.flatMap(({ seqNo }) => seqNo ?? []),
    lastFours: marks.flatMap(({ lastFour }) => lastFour ?? []),
  })
  return sorted(marks, found)
}

function sorted(marks: readonly Mark[], found: readonly PastedCard[]): Resolved {
  const bySeqNo = new Map(found.map((card) => [card.card_seq_no, card]))
  const byLastFour = Map.groupBy(found, ({ last4 }) => last4)
  const matched = new Map<string, PastedCard>()
  const unmatched: string[] = []
  const ambiguous: { text: string; cards: PastedCard[] }[] = []
  for (const mark of marks) {
    const exact = mark.seqNo === undefined ? undefined : bySeqNo.get(mark.seqNo)
    const meant = exact
      ? [exact]
      : (byLastFour.get(mark.lastFour ?? '') ?? []).filter(({ bin }) => bin.startsWith(mark.starts ?? ''))
    if (!meant.length) unmatched.push(mark.text)
    else if (meant.length > 1) ambiguous.push({ text: mark.text, cards: meant })
    else matched.set(meant[0]!.card_id, meant[0]!)
  }
  return {
    matched: [...matched.values()].map(shown),
    unmatched,
    ambiguous: ambiguous.map(({ text, cards }) => ({ text, cards: cards.map(shown) })),
  }
}

const shown = (card: PastedCard) => ({
  cardId: card.card_id,
  cardSeqNo: card.card_seq_no,
  lastFour: card.last4,
  segment: card.bin,
  balance: card.balance_cents,
  status: card.shown_status,
})
