import type { Checked } from '#contract/core/call.ts'
import type { openCard } from '#contract/cards/cards.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Tx } from '../core/db.ts'
import { useQuote } from '../core/quotes.ts'
import type { Price } from './prices.ts'

/** What a quote of ours is for: the action and everything that its price depends on. */
export type Quoted =
  | { readonly scene: 'card.open'; readonly input: { vid: string; amount: number; couponId?: string | undefined } }
  | { readonly scene: 'card.load'; readonly input: { cardId: string; amount: number; couponId?: string | undefined } }
  | {
      readonly scene: 'card.openBatch'
      readonly input: { vid: string; amount: number; num: number; couponId?: string | undefined }
    }
  | {
      readonly scene: 'card.loadBatch'
      readonly input: { items: readonly { cardId: string; amount: number }[]; couponId?: string | undefined }
    }

/**
 * The price to charge: exactly the quote's, where one is given, else today's. Where the caller says what it saw
 * (`expectTotal`), another total is refused instead of charged.
 */
export async function agreedPrice<P extends Price>(
  tx: Tx,
  actor: Actor,
  quoted: Quoted,
  { quoteId, expectTotal }: Pick<Checked<typeof openCard>, 'quoteId' | 'expectTotal'>,
  today: P,
): Promise<P> {
  const price =
    quoteId === undefined ? today : (await useQuote<P>(tx, { accountId: actor.accountId, quoteId, ...quoted })).lines
  if (expectTotal !== undefined && expectTotal !== price.total) throw refuse('quote_changed', { total: price.total })
  return price
}
