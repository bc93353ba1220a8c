import type * as contract from '../../contract/funding.ts'
import { parseUsdt, showUsdt } from '../../contract/funding.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answer } from '../answer.ts'
import { nowMs } from '../clock.ts'
import { db } from '../db.ts'
import { storeQuote } from '../quotes.ts'
import { worth } from './judge.ts'
import { todayOf } from './limits.ts'
import { rails, usdt, type RailTerms } from './rails.ts'

/** What a quote of this rail remembers: an order is made from these numbers and no others. */
export type QuoteLines = { units: number; value: number; fee: number; credit: number; feeBps: number; rate: string }

/** The terms of a rail and, for an amount, its price. An amount above the limit is answered with whom to ask instead. */
export const rechargeInfo: Answer<typeof contract.rechargeInfo> = async (actor, { rail, amountStr }) => {
  const { lang } = actor.from
  const terms: RailTerms = rails[rail]
  const { open: _, ...today } = await todayOf(db, actor.accountId)
  const most = Math.min(terms.max ?? Number.MAX_SAFE_INTEGER, today.left)
  const info = {
    rail,
    enabled: terms.enabled,
    payUnit: terms.payUnit,
    minAmount: terms.min,
    maxSelfService: terms.payUnit === 'CNY' ? terms.max! : most,
    displayMax: terms.displayMax?.[lang] ?? null,
    feeBps: terms.feeBps,
    feeFixed: terms.feeFixed,
    rate: terms.enabled ? usdt.rate : null,
    rateTime: terms.enabled ? nowMs() : null,
    arrival: terms.arrival[lang],
    notes: terms.notes.map((note) => note[lang]),
    today,
  }
  const units = amountStr === undefined ? undefined : parseUsdt(amountStr)
  if (units === undefined || rail !== 'USDT_TRC20') return info
  if (units < terms.min * usdt.unitsPerCent) throw refuse('amount_below_min', { field: 'amountStr' })
  const price = worth(units, terms.feeBps)
  if (price.value > most) return { ...info, overLimit: { contact: true, msg: overLimit[lang] } }

  const lines: QuoteLines = { units, ...price, feeBps: terms.feeBps, rate: usdt.rate }
  const { quoteId, expiresAt } = await storeQuote({
    accountId: actor.accountId,
    scene: SCENE,
    input: { rail },
    lines,
    total: units,
    currency: 'USDT',
  })
  return {
    ...info,
    quote: {
      quoteId,
      payAmount: price.value,
      payAmountStr: showUsdt(units),
      fee: price.fee,
      creditAmount: price.credit,
      rate: usdt.rate,
      expireTime: expiresAt.getTime(),
    },
  }
}

export const SCENE = 'recharge'
const overLimit = {
  cn: '超过今日自助充值额度，请联系客服',
  en: 'This is above what can be topped up here today, please contact customer service',
}
