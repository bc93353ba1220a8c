import type { CouponScene } from '#contract/coupons/coupons.ts'
import { add, percentOf, show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Lang } from '#contract/core/fields.ts'
import { couponWorth, worthInFirst } from '../coupons/coupons.ts'
import type { Database, Tx } from '../core/db.ts'
import type { Terms } from './terms.ts'

/** What opening or loading costs, line by line. Worked out once, kept in the quote or the order, never worked out again. */
export type Price = {
  readonly openFee: Cents
  /** What arrives on the card. */
  readonly amount: Cents
  readonly serviceFee: Cents
  readonly couponOff: Cents
  /** openFee + amount + serviceFee − couponOff: what leaves the wallet. */
  readonly total: Cents
}

export const openingPrice = (terms: Terms, amount: Cents): Price => priceOf(terms.openFee, amount, terms)
export const loadPrice = (terms: Terms, amount: Cents): Price => priceOf(0, amount, terms)

/** With a coupon of the account held against its fees; refuses one that is not for this. */
export async function withCoupon(
  on: Tx | Database,
  accountId: string,
  price: Price,
  { couponId, scene, vid }: { couponId: string | undefined; scene: CouponScene; vid: string },
): Promise<Price> {
  const { off } = await couponWorth(on, accountId, couponId, { scene, vid, ...price })
  return { ...price, couponOff: off, total: price.total - off }
}

/** The same for many cards at once: a coupon is good for one of them, the first that it is for. */
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

/** Above the limit, customer service takes over (docs/reference/numbers.md#cards). */
export function checkAmount(amount: Cents, min: Cents, max: Cents, field: string): void {
  if (amount < min) throw refuse('amount_below_min', { field, minCents: min })
  if (amount > max) throw refuse('amount_above_max', { field, maxCents: max })
}

/** The price in a line for people: open fee + recharge + service fee. */
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
