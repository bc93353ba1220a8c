import type * as contract from '#contract/cards/cards.ts'
import { flag } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { balanceOf, wallet } from '../ledger/ledger.ts'
import { storeQuote } from '../core/quotes.ts'
import type { Quoted } from './agreedPrice.ts'
import { openingPrice, priceLine, suggestion, withCoupon, type Price } from './prices.ts'
import { termsToOpen } from './termsToOpen.ts'

/** What opening a card would cost now. Nothing happens but a quote, good for five minutes. */
export const priceOpening: Answer<typeof contract.priceOpening> = async (actor, wish) => {
  const terms = await termsToOpen(db, actor, { ...wish, rechargeAmount: wish.amount })
  const { vid, amount } = wish
  const couponId = wish.couponId || undefined
  const price = await withCoupon(db, actor.accountId, openingPrice(terms, amount), { couponId, scene: 'OPEN', vid })
  return {
    ...(await offered(actor, price, { scene: 'card.open', input: { vid, amount, couponId } })),
    openFee: price.openFee,
    feeDetail: priceLine(price, actor.from.lang),
    suggest: suggestion[actor.from.lang],
  }
}

/** A price as it is offered: kept as a quote, and held against what the wallet has. */
export async function offered(actor: Actor, price: Price, quoted: Quoted) {
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
