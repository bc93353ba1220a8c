import type { Checked } from '#contract/core/call.ts'
import type * as contract from '#contract/cards/batches.ts'
import { mayMove } from '#contract/cards/states.ts'
import { flag } from '#contract/core/fields.ts'
import { Refusal, refuse, wordsOf, type RefusalName } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { agreedPrice, type Quoted } from '../agreedPrice.ts'
import { checkLoad } from '../priceLoad.ts'
import { offered } from '../priceOpening.ts'
import { loadPrice, sumOf, withCouponOnOne, type Price } from '../prices.ts'
import { cardsWithin, type CardRow, type Reader } from '../queries.ts'
import { stateOf } from '../shown.ts'
import { termsOf, type Terms } from '../terms.ts'
import { startLoading } from './startLoading.ts'

/** One card of a batch load: its price, or why it cannot be loaded now. */
export type LoadLine = { readonly card: CardRow; readonly amount: number } & (
  | { readonly price: Price; readonly refusal?: undefined }
  | { readonly refusal: RefusalName; readonly price?: undefined }
)

/** Why this card cannot be loaded with this amount, if so. The same when it is priced, asked for and done. */
export function whyNotLoad(card: CardRow, terms: Terms, amount: number): RefusalName | undefined {
  if (!mayMove('load', stateOf(card))) return 'card_not_active'
  try {
    checkLoad(card, terms, { amount })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.refusal
    throw error
  }
}

type Loads = Pick<Checked<typeof contract.loadBatch>, 'items' | 'cardIds' | 'amount' | 'couponId'>
export type LoadItem = { readonly cardId: string; readonly amount: number }

/** What is asked for, card by card. A card twice is a slip of the pen. */
function itemsOf({ items, cardIds, amount }: Loads): LoadItem[] {
  const all = items ?? cardIds!.map((cardId) => ({ cardId, amount: amount! }))
  if (new Set(all.map(({ cardId }) => cardId)).size < all.length) throw refuse('invalid', { field: 'cardIds' })
  return all
}

/**
 * Every card with its price or its refusal, in the order asked. A card that is not the caller's is not there. A coupon is
 * for the first that can be loaded.
 */
export async function linesOf(
  reader: Reader,
  actor: Actor,
  items: readonly LoadItem[],
  couponId?: string,
): Promise<LoadLine[]> {
  const cards = await cardsWithin(
    reader,
    actor,
    items.map(({ cardId }) => cardId),
  )
  const lines: LoadLine[] = []
  const known = new Map<string, Terms>()
  for (const { cardId, amount } of items) {
    const card = cards.get(cardId)
    if (!card) throw refuse('not_found', { field: 'cardIds' })
    const terms = known.get(card.vid) ?? (await termsOf(reader, actor.accountId, card.vid))
    known.set(card.vid, terms)
    const refusal = whyNotLoad(card, terms, amount)
    lines.push(refusal ? { card, amount, refusal } : { card, amount, price: loadPrice(terms, amount) })
  }
  const able = priced(lines)
  if (!couponId || !able.length) return lines
  const cheaper = await withCouponOnOne(reader, actor.accountId, able, {
    couponId,
    scene: 'RECHARGE',
    vidOf: ({ card }) => card.vid,
  })
  const priceOf = new Map(cheaper.map(({ card, price }) => [card.card_id, price]))
  return lines.map((line) => (line.price ? { ...line, price: priceOf.get(line.card.card_id)! } : line))
}

type Together = Price & { readonly each: Readonly<Record<string, Price>> }
const priced = (lines: readonly LoadLine[]) => lines.filter((line) => line.price !== undefined)

function together(lines: readonly LoadLine[]): Together {
  const able = priced(lines)
  return {
    ...sumOf(able.map(({ price }) => price)),
    each: Object.fromEntries(able.map(({ card, price }) => [card.card_id, price])),
  }
}
const quoted = (items: readonly LoadItem[], couponId: string | undefined): Quoted => ({
  scene: 'card.loadBatch',
  input: { items, couponId },
})

/** What loading several cards would cost now, and which of them cannot be loaded. */
export const priceBatchLoad: Answer<typeof contract.priceBatchLoad> = async (actor, wish) => {
  const items = itemsOf(wish)
  const couponId = wish.couponId || undefined
  const lines = await linesOf(db, actor, items, couponId)
  const { lang } = actor.from
  const num = priced(lines).length
  return {
    ...(await offered(actor, together(lines), quoted(items, couponId))),
    num,
    refused: lines.length - num,
    lines: lines.map(({ card, amount, price, refusal }) => ({
      cardId: card.card_id,
      cardSeqNo: card.card_seq_no,
      lastFour: card.last4,
      amount,
      serviceFee: price?.serviceFee ?? 0,
      total: price?.total ?? 0,
      ok: flag(price),
      msg: refusal ? wordsOf(refusal, lang) : '',
    })),
  }
}

/**
 * Load several cards. Those that cannot be loaded now are rows that have failed, and cost nothing; for the others the
 * whole price is held before the first is loaded.
 */
export const loadBatch: Answer<typeof contract.loadBatch> = async (actor, wish, tx) => {
  const items = itemsOf(wish)
  const couponId = wish.couponId || undefined
  const lines = await linesOf(tx, actor, items, couponId)
  const today = together(lines)
  const agreed = await agreedPrice(tx, actor, quoted(items, couponId), wish, today)
  // A card that has become unable since it was priced makes another sum, and the person should see it first.
  if (priced(lines).some(({ card }) => !agreed.each[card.card_id]))
    throw refuse('quote_changed', { total: today.total })
  if (Object.keys(agreed.each).length > priced(lines).length) throw refuse('quote_changed', { total: today.total })
  return startLoading(
    tx,
    actor,
    lines.map((line) => (line.price ? { ...line, price: agreed.each[line.card.card_id]! } : line)),
    { quoteId: wish.quoteId, couponId },
  )
}
