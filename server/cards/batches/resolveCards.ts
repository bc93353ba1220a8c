import type { batchCard, Resolved } from '#contract/cards/batches.ts'
import type { Checked, Output } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { db } from '#server/core/db.ts'
import { cardsByMarks, type PastedCard } from './queries.ts'

/** Maximum number of cards in one list. */
const MOST = 500

/** Returns which of the caller's cards a pasted list refers to. Nothing is guessed: an identifier that matches two cards is returned as ambiguous. */
export async function resolveCards(actor: Actor, input: Checked<typeof batchCard>): Promise<Output<typeof batchCard>> {
  // Balances are returned with the cards.
  if (!actor.may.has('card:view')) throw refuse('not_permitted')
  const pasted = [input.text ?? '', ...(input.cardSeqNos ?? []), ...(input.lastFours ?? [])].join('\n')
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

/** An identifier of a card in a pasted list. */
type Mark = {
  /** The text as repeated to the user; never more of a card number than lists show. */
  readonly text: string
  readonly seqNo?: string
  readonly lastFour?: string
  /** The first digits, if they were given. */
  readonly starts?: string
}

/**
 * Parses a pasted list: serial numbers, last four digits, masked numbers such as `4000 **** **** 1234`, and full numbers, of which the first six and last four
 * digits suffice. Any separator that people and spreadsheets use is accepted. Returns each identifier once, in the order written.
 */
function marksIn(pasted: string): Mark[] {
  const marks = new Map<string, Mark>()
  for (const line of pasted.normalize('NFKC').split(/[\n\r\t,;、|]+/)) {
    const masked = /^\D*?(\d{4,8})?[\d\s]*[*•xX.·]{2,}[*•xX.·\s]*(\d{4})\s*$/.exec(line.trim())
    const found = masked ? [maskedMark(masked[1], masked[2]!)] : wordsOf(line).map(markOf)
    for (const mark of found) marks.set(mark.text, mark)
  }
  return [...marks.values()]
}

/** Digits in groups of four form one number; other words are separate identifiers. */
function wordsOf(line: string): string[] {
  const together = line.replace(/\b(\d{4}) (\d{4}) (\d{4}) (\d{1,7})\b/g, '$1$2$3$4')
  return together.split(/\s+/).filter(Boolean)
}

function markOf(word: string): Mark {
  if (/^\d{4}$/.test(word)) return { text: word, lastFour: word, seqNo: word }
  if (/^\d{13,19}$/.test(word)) return maskedMark(word.slice(0, 6), word.slice(-4))
  return { text: word.slice(0, 40), seqNo: word }
}

const maskedMark = (starts: string | undefined, lastFour: string): Mark => ({
  text: `${starts ?? ''}****${lastFour}`,
  lastFour,
  ...(starts && { starts }),
})
