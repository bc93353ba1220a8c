import type { openCard } from '#contract/cards/cards.ts'
import type { Checked } from '#contract/core/call.ts'
import { flag } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, type Tx } from '#server/core/db.ts'
import { useQuote, storeQuote } from '#server/core/quotes.ts'
import { balanceOf, wallet } from '#server/ledger/ledger.ts'
import type { Price } from './prices.ts'

/** The subject of a quote: the action and everything that its price depends on. */
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

/** Stores a price as a quote, and compares it with the wallet's balance. */
export async function offerQuote(actor: Actor, price: Price, quoted: Quoted) {
  const { accountId, may, from } = actor
  const { available } = await balanceOf(db, wallet(accountId))
  const { quoteId, expiresAt } = await storeQuote({
    accountId,
    ...quoted,
    lines: price,
    total: price.total,
    currency: 'USD',
  })
  const seesWallet = may.has('wallet:view')
  const short = price.total - available
  const tooLittle = {
    cn: seesWallet ? `账户余额不足，还差 ${show(short)}，请先充值。` : '账户余额不足，请联系主账户充值。',
    en: seesWallet
      ? `Insufficient wallet balance. Top up ${show(short)} first.`
      : 'Insufficient wallet balance. Ask the parent account to top up.',
  }
  return {
    quoteId,
    expireTime: expiresAt.getTime(),
    amount: price.amount,
    serviceFee: price.serviceFee,
    couponOff: price.couponOff,
    total: price.total,
    unit: 'USD',
    walletBalance: seesWallet ? available : null,
    enough: flag(short <= 0),
    popStatus: flag(short > 0),
    popMsg: short > 0 ? tooLittle[from.lang] : '',
  }
}

/**
 * Returns the price to charge: exactly the quote's if one is given, otherwise today's. If the caller states the total it saw (`expectTotal`), a different total
 * is refused instead of charged.
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
