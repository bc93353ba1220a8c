import type * as contract from '#contract/funding/funding.ts'
import { parseUsdt, showUsdt, type Rail } from '#contract/funding/funding.ts'
import { plain, share, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs, now } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { ownLimitsOf } from '#server/plans/plans.ts'
import { storeQuote, useQuote } from '#server/core/quotes.ts'
import { todayOf } from './limits.ts'
import { isOffered, isYuan, usdt, yuan } from '../rails/rails.ts'
import { rateNow, showFen, showMicros, type Rate, priceOf, worth } from '../rails/rates.ts'
import { termsOf, type RailTerms } from '../rails/terms.ts'
import type { Actor } from '#server/core/actor.ts'
import { newId } from '#server/core/ids.ts'
import { oneAtATime } from './queries.ts'

/**
 * The content of a quote: an order is made from exactly these numbers. `units` in the smallest unit of the pay currency, `fee` in hundredths of it, `value` and
 * `credit` in US cents.
 */
export type QuoteLines = {
  units: number
  value: number
  fee: number
  credit: number
  feeBps: number
  rate: string
  /** The mid-market rate beside the customer's, if they differ. */
  mid?: string
}
type Priced = QuoteLines & { payAmount: Cents; payAmountStr: string }

/** Returns the terms of a rail and, for an amount, its price. An amount above the limit returns the contact instead. */
export const rechargeInfo: Answer<typeof contract.rechargeInfo> = async (actor, { rail, amount, amountStr }) => {
  const { lang } = actor.from
  const terms = await termsFor(actor.accountId, rail)
  const { open: _, ...today } = await todayOf(db, actor.accountId)
  const rate = isYuan(rail) ? await rateNow() : undefined
  const offered = isOffered(rail)
  const enabled = terms.enabled && offered && (!isYuan(rail) || rate !== undefined)
  const most = Math.min(terms.max ?? Number.MAX_SAFE_INTEGER, inPayUnit(today.left, rate))
  const info = {
    rail,
    offered,
    enabled,
    payUnit: terms.payUnit,
    minAmount: terms.min,
    maxSelfService: most,
    displayMax: terms.displayMax[lang],
    feeBps: terms.feeBps,
    feeFixed: terms.feeFixed,
    rate: !enabled ? null : rate ? showFen(rate.fen) : usdt.rate,
    midRate: !enabled ? null : rate ? showMicros(rate.midMicros) : usdt.rate,
    rateTime: !enabled ? null : (rate?.at.getTime() ?? nowMs()),
    arrival: terms.arrival[lang],
    notes: [...terms.notes[lang]],
    today,
  }
  const priced = enabled ? priceFor(rail, terms, rate, { amount, amountStr }) : undefined
  if (!priced) return info
  const over = priced.value > today.left ? dayLimit : (terms.max ?? Infinity) < priced.payAmount ? railLimit : undefined
  if (over) return { ...info, overLimit: { contact: true, msg: over[lang] } }

  const { payAmount, payAmountStr, ...lines } = priced
  const { quoteId, expiresAt } = await storeQuote(
    { accountId: actor.accountId, scene: SCENE, input: { rail }, lines, total: lines.units, currency: terms.payUnit },
    terms.quoteForMs,
  )
  return {
    ...info,
    quote: {
      quoteId,
      payAmount,
      payAmountStr,
      fee: lines.fee,
      creditAmount: lines.credit,
      rate: lines.rate,
      expireTime: expiresAt.getTime(),
    },
  }
}

/** The rail's terms; staff may have raised this account's maximum per payment in yuan (docs/reference/numbers.md#rails). */
async function termsFor(accountId: string, rail: contract.Rail): Promise<RailTerms> {
  const terms = await termsOf(rail)
  const own = isYuan(rail) ? (await ownLimitsOf(db, accountId)).yuanOnce : undefined
  return own === undefined ? terms : { ...terms, max: own, displayMax: { cn: own, en: own } }
}

/** The rest of the daily limit, in the pay currency. */
const inPayUnit = (left: Cents, rate: Rate | undefined): Cents =>
  rate ? share(left, rate.midMicros, 1_000_000, 'floor') : left

function priceFor(
  rail: contract.Rail,
  terms: RailTerms,
  rate: Rate | undefined,
  { amount, amountStr }: { amount?: Cents | undefined; amountStr?: string | undefined },
): Priced | undefined {
  if (rate && amount !== undefined) {
    if (amount < terms.min) throw refuse('amount_below_min', { field: 'amount' })
    const { value, fee, credit } = priceOf(amount, terms, rate)
    const shownAs = { payAmount: amount, payAmountStr: plain(amount).replaceAll(',', '') }
    const rates = { rate: showFen(rate.fen), mid: showMicros(rate.midMicros) }
    return { units: amount, value, fee, credit, feeBps: terms.feeBps, ...rates, ...shownAs }
  }
  const units = rail === 'USDT_TRC20' && amountStr !== undefined ? parseUsdt(amountStr) : undefined
  if (units === undefined) return undefined
  if (units < terms.min * usdt.unitsPerCent) throw refuse('amount_below_min', { field: 'amountStr' })
  const price = worth(units, terms.feeBps)
  const shownAs = { payAmount: price.value, payAmountStr: showUsdt(units) }
  return { units, ...price, feeBps: terms.feeBps, rate: usdt.rate, ...shownAs }
}

const SCENE = 'recharge'
const dayLimit = {
  cn: '超过今日自助充值额度，请联系客服',
  en: 'This exceeds your remaining limit for today. Contact customer service',
}
const railLimit = {
  cn: '超过单笔自助充值上限，请联系客服',
  en: 'This exceeds the maximum per top-up. Contact customer service',
}

/** The start of every order, on any rail. `expiresAt` is counted from `takenAt`, which is read once. */
export type Taken = { orderNo: string; quoteId: string; quote: QuoteLines; takenAt: Date; expiresAt: Date }

/** Uses up a quote for an order, within the account's remaining limit of today. */
export async function takeQuote(tx: Tx, { accountId, from }: Actor, rail: Rail, quoteId: string): Promise<Taken> {
  await oneAtATime(tx, accountId)
  const { lines: quote } = await useQuote<QuoteLines>(tx, { accountId, scene: SCENE, input: { rail }, quoteId })
  const terms = await termsOf(rail, tx)
  if (!terms.enabled || !isOffered(rail)) throw refuse('conflict', { field: 'rail' })
  const today = await todayOf(tx, accountId)
  if (quote.value > today.left)
    throw refuse('amount_above_max', { field: rail === 'USDT_TRC20' ? 'amountStr' : 'amount' })
  if (today.open >= yuan.openOrders) throw refuse('conflict', { msg: tooMany[from.lang] })
  const takenAt = now()
  const expiresAt = new Date(takenAt.getTime() + terms.validForMs)
  return { orderNo: newId('tup'), quoteId, quote, takenAt, expiresAt }
}

const tooMany = {
  cn: '待支付的充值订单过多，请先完成或等待过期',
  en: 'Too many open top-ups. Pay one or wait for it to expire',
}
