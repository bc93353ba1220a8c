import type { Lang } from '#contract/core/fields.ts'
import { add, percentOf, show, type Cents } from '#contract/core/money.ts'
import type { CouponScene } from '#contract/coupons/coupons.ts'
import type { Ports } from '#server/core/composition.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { couponWorth, worthInFirst } from '#server/coupons/coupons.ts'
import type { PastUse } from '#server/plans/plans.ts'
import { ordersSince } from '../orders/queries.ts'
import { countLiveCards } from '../queries.ts'
import { pricesInForce } from './queries.ts'
import { termsOfAll, type Terms } from './terms.ts'

/** The cost of an opening or a load, line by line. Computed once and kept in the quote or the order, never recomputed. */
export type Price = {
  readonly openFee: Cents
  /** The amount that arrives on the card. */
  readonly amount: Cents
  readonly serviceFee: Cents
  readonly couponOff: Cents
  /** openFee + amount + serviceFee − couponOff: the amount that leaves the wallet. */
  readonly total: Cents
}

export const openingPrice = (terms: Terms, amount: Cents): Price => priceOf(terms.openFee, amount, terms)
export const loadPrice = (terms: Terms, amount: Cents): Price => priceOf(0, amount, terms)

/** Applies a coupon of the account to the fees; refuses a coupon that is not valid for this. */
export async function withCoupon(
  on: Tx | Database,
  accountId: string,
  price: Price,
  { couponId, scene, vid }: { couponId: string | undefined; scene: CouponScene; vid: string },
): Promise<Price> {
  const { off } = await couponWorth(on, accountId, couponId, { scene, vid, ...price })
  return { ...price, couponOff: off, total: price.total - off }
}

/** Like {@link withCoupon} for many cards: the coupon applies to one of them, the first that it is valid for. */
export async function withCouponOnOne<O extends { readonly price: Price }>(
  on: Tx | Database,
  accountId: string,
  offers: readonly O[],
  { couponId, scene, vidOf }: { couponId: string | undefined; scene: CouponScene; vidOf: (offer: O) => string },
): Promise<O[]> {
  const uses = offers.map((offer) => ({ scene, vid: vidOf(offer), ...offer.price }))
  const first = await worthInFirst(on, accountId, couponId, uses)
  if (!first) return [...offers]
  const { off } = first.worth
  return offers.map((offer, at) =>
    at === first.at ? { ...offer, price: { ...offer.price, couponOff: off, total: offer.price.total - off } } : offer,
  )
}

function priceOf(openFee: Cents, amount: Cents, { loadFeeBps, loadFeeMin }: Terms): Price {
  const serviceFee = Math.max(loadFeeMin, percentOf(amount, loadFeeBps, 'half-up'))
  return { openFee, amount, serviceFee, couponOff: 0, total: add(openFee, amount, serviceFee) }
}

/** The sum of several prices. */
export const sumOf = (prices: readonly Price[]): Price => ({
  openFee: add(...prices.map(({ openFee }) => openFee)),
  amount: add(...prices.map(({ amount }) => amount)),
  serviceFee: add(...prices.map(({ serviceFee }) => serviceFee)),
  couponOff: add(...prices.map(({ couponOff }) => couponOff)),
  total: add(...prices.map(({ total }) => total)),
})

/** The price as one line of text: open fee + recharge + service fee. */
export function priceLine({ openFee, amount, serviceFee, couponOff, total }: Price, lang: Lang): string {
  const words =
    lang === 'cn'
      ? { openFee: '开卡费', amount: '充值', fee: '手续费', off: '优惠' }
      : { openFee: 'Open fee', amount: 'recharge', fee: 'service fee', off: 'discount' }
  const off = couponOff ? ` − ${words.off} ${show(couponOff)}` : ''
  return `${words.openFee} ${show(openFee)} + ${words.amount} ${show(amount)} + ${words.fee} ${show(serviceFee)}${off} = ${show(total)}`
}

export const suggestion = {
  cn: '建议多充值 1–2 美元，以免验证扣款或汇率波动造成余额不足。',
  en: 'Load $1 to $2 extra to cover card verification and exchange rate changes.',
}

/** The price to which a coupon for an opening or a load is applied. */
export const cardUse: Ports['coupons.priceCardUse'] = async ({ accountId }, { scene, vid, amount }) => {
  if (vid === undefined || amount === undefined) return undefined
  // An imported file and a pasted card identify their segment by its first digits.
  const terms = (await termsOfAll(db, accountId)).find(({ range }) => [range.vid, range.bin].includes(vid))
  return terms && { scene, vid: terms.range.vid, ...(scene === 'RECHARGE' ? loadPrice : openingPrice)(terms, amount) }
}

/** Returns what an account has opened and loaded since a given time, according to its orders, and today's list prices. */
export async function pastUse(accountId: string, since: Date): Promise<PastUse> {
  const [orders, prices, live] = await Promise.all([
    ordersSince(db, accountId, since),
    pricesInForce(db),
    countLiveCards(db, accountId),
  ])
  const listFee = (vid: string): Cents =>
    prices.find((price) => price.vid === vid && price.account_id === null)?.open_fee_cents ?? 0
  return {
    opened: orders.filter(({ kind }) => kind === 'OPEN').map(({ vid, count }) => ({ count, listFee: listFee(vid) })),
    loads: orders.map(({ amount, count }) => ({ amount, count })),
    paidFees: add(...orders.map(({ fees }) => fees)),
    live,
  }
}
