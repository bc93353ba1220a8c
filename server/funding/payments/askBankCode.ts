import type * as contract from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { MINUTE } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { outside, OutsideRefused, OutsideUnknown, type BankCard } from '#server/outside/outside.ts'
import type { Order } from '../queries.ts'
import { yuan } from '../rails.ts'
import { takeQuote } from '../takeQuote.ts'
import { cardOrdersLately, orderByRequest } from './orderQueries.ts'
import { startYuan } from './startQr.ts'

/**
 * A top-up by bank card. The card goes to the acquirer first, before there is an order: what comes back, a token and four digits, is all
 * that is ever written down. That is why this is no `once` row, whose key would be a hash of the number; the request's own number is
 * kept on the order instead.
 */
export const askBankCode: Answer<typeof contract.askBankCode> = async (actor, wish) => {
  const { accountId } = actor
  const { quoteId, amount, bankCardNo: cardNo, holderName, idNo, mobile, requestNo } = wish
  const first = requestNo && (await orderByRequest(db, accountId, requestNo))
  if (first) return answered(first, quoteId)
  if ((await cardOrdersLately(db, accountId)) >= yuan.cardOrdersAnHour) throw refuse('too_fast')
  const card = await tokenised({ cardNo, holderName, idNo, mobile })
  try {
    return answered(await start(actor, { quoteId, amount, card, requestNo }), quoteId)
  } catch (error) {
    // The same request twice at once: the second finds the quote used, or its number taken, and what the first has made.
    const rival = requestNo && (await orderByRequest(db, accountId, requestNo))
    if (!rival) throw error
    return answered(rival, quoteId)
  }
}

type Card = { token: string; mask: string; bank: string }

const start = (
  actor: Actor,
  { quoteId, amount, card, requestNo }: { quoteId: string; amount: number; card: Card; requestNo: string | undefined },
) =>
  transaction(async (tx) => {
    const taken = await takeQuote(tx, actor, 'UNIONPAY', quoteId)
    if (taken.quote.units !== amount) throw refuse('quote_changed', { field: 'amount' })
    if ((await cardOrdersLately(tx, actor.accountId)) >= yuan.cardOrdersAnHour) throw refuse('too_fast')
    await startYuan(tx, actor, 'UNIONPAY', taken, { status: 'WAIT_CODE', requestNo, card })
    return { ...taken, status: 'WAIT_CODE' as const, cardMask: card.mask, cardBank: card.bank }
  })

async function tokenised(card: BankCard): Promise<Card> {
  try {
    return await outside.payments.UNIONPAY.tokenise(card)
  } catch (error) {
    if (error instanceof OutsideRefused) throw refuse('bank_refused', { field: 'bankCardNo' })
    if (error instanceof OutsideUnknown) throw refuse('provider_unavailable')
    throw error
  }
}

type Started = Pick<Order, 'orderNo' | 'quoteId' | 'status' | 'expiresAt' | 'cardMask' | 'cardBank'>

function answered(order: Started, quoteId: string) {
  if (order.quoteId !== quoteId) throw refuse('request_reused')
  const expireTime = order.expiresAt.getTime()
  return {
    orderNo: order.orderNo,
    status: order.status,
    nextTime: expireTime - 14 * MINUTE,
    expireTime,
    card: { mask: order.cardMask ?? '', bank: order.cardBank ?? '' },
  }
}
