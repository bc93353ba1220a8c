import type * as contract from '#contract/referrals/referrals.ts'
import { plain, type Cents } from '#contract/core/money.ts'
import { flag } from '#contract/core/fields.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { rateNow } from '../funding/funding.ts'
import { isBound } from '../identity/identity.ts'
import { balanceOf, tenant } from '../ledger/ledger.ts'
import { storeQuote } from '../core/quotes.ts'
import { roomFor } from './limits.ts'
import { payoutFen, payoutPrice, rebateTerms } from './terms.ts'

const arrivals = {
  WALLET: { cn: '即时到账', en: 'Immediately' },
  BANK: { cn: '审核通过后 1–3 个工作日', en: '1 to 3 business days after review' },
} as const

/** What may be taken out, and what would arrive of an amount. A bank card's price is kept for five minutes. */
export const withdrawalTerms: Answer<typeof contract.withdrawalTerms> = async (actor, { target, amount }) => {
  const { accountId, from } = actor
  const { posted: available } = await balanceOf(db, tenant('2320', accountId))
  const { min, max, dayLeft } = await roomFor(db, accountId, target, available)
  const bounds = { target, available, min, max, dayLeft, arrival: arrivals[target][from.lang] }
  if (target === 'WALLET')
    return {
      ...bounds,
      feeBps: 0,
      fee: 0,
      rate: null,
      receive: amount ?? 0,
      receiveUnit: 'USD',
      needGoogle: 0,
      quoteId: null,
      expireTime: null,
    }
  return { ...bounds, ...(await bankPrice(actor, amount)) }
}

async function bankPrice(actor: Actor, amount: Cents | undefined) {
  const midMicros = (await rateNow())?.midMicros
  const more = {
    feeBps: rebateTerms.payoutFeeBps,
    rate: midMicros === undefined ? null : plain(payoutFen(midMicros)),
    receiveUnit: 'CNY' as const,
    needGoogle: flag((amount ?? 0) > rebateTerms.stepUpAbove && (await isBound(db, actor.loginId))),
  }
  if (midMicros === undefined || amount === undefined)
    return { ...more, fee: 0, receive: 0, quoteId: null, expireTime: null }
  const price = payoutPrice('BANK', amount, midMicros)
  const { quoteId, expiresAt } = await storeQuote({
    accountId: actor.accountId,
    scene: 'rebate.bank',
    input: { amount },
    lines: price,
    total: price.receive,
    currency: 'CNY',
  })
  return { ...more, fee: price.fee, receive: price.receive, quoteId, expireTime: expiresAt.getTime() }
}
