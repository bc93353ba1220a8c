import type * as contract from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { MINUTE, nowMs } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { OutsideRefused, OutsideUnknown, providerAt, type BankCard } from '#server/outside/outside.ts'
import type { Order } from '../orders/queries.ts'
import { yuan } from '../rails/rails.ts'
import { cardOrdersLately, orderByRequest, moveOrder, takeCodeTry } from './queries.ts'
import { startYuan } from './startPayment.ts'
import { takeQuote } from '../orders/rechargeInfo.ts'
import { pollOrder } from './pollOrder.ts'

/**
 * Starts a top-up by bank card. The card goes to the acquirer before there is an order: only the returned token and four digits are ever stored. That is why
 * this is not a `once` row, whose key would be a hash of the number; the request's own number is kept on the order instead.
 */
export const askBankCode: Answer<typeof contract.askBankCode> = async (actor, input) => {
  const { accountId } = actor
  const { quoteId, amount, bankCardNo: cardNo, holderName, idNo, mobile, requestNo } = input
  const first = requestNo && (await orderByRequest(db, accountId, requestNo))
  if (first) return answered(first, quoteId)
  if ((await cardOrdersLately(db, accountId)) >= yuan.cardOrdersAnHour) throw refuse('too_fast')
  const card = await tokenised({ cardNo, holderName, idNo, mobile })
  try {
    return answered(await start(actor, { quoteId, amount, card, requestNo }), quoteId)
  } catch (error) {
    // Two identical concurrent requests: the second finds the quote used or its number taken, and returns the order of the first.
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
    return await providerAt('UNIONPAY').tokenise(card)
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

/**
 * The code that the bank texted. The order becomes PAYING before the bank is called: if the answer is lost, the payment's status is polled
 * and the bank is never asked to pay twice.
 */
export async function confirmCode(order: Order, code: string): Promise<void> {
  const { orderNo } = order
  if (order.rail !== 'UNIONPAY') throw refuse('conflict')
  if (!(await takeCodeTry(order))) return refuseTry(order)
  try {
    await providerAt('UNIONPAY').confirm(orderNo, code)
  } catch (error) {
    if (error instanceof OutsideUnknown) return
    if (!(error instanceof OutsideRefused)) throw error
    // Any other refusal does not concern the code, so it takes no attempt; the order's status is polled.
    if (error.code !== 'CODE_WRONG' && error.code !== 'CODE_EXPIRED') return
    const last = order.codeTries + 1 >= yuan.codeTries
    if (error.code === 'CODE_EXPIRED') {
      await moveOrder(db, order, ['PAYING'], 'EXPIRED')
      throw refuse('code_expired')
    }
    await moveOrder(db, order, ['PAYING'], last ? 'FAILED' : 'WAIT_CODE', last ? 'CODE_LOCKED' : null)
    throw refuse(last ? 'code_locked' : 'code_wrong', { field: 'smsCode' })
  }
  await pollOrder('UNIONPAY', orderNo).catch((error: unknown) => {
    if (!(error instanceof OutsideUnknown)) throw error
  })
}

/** Refuses if no attempt is left or the order is past that step; an order being paid is only returned. */
function refuseTry({ status, codeTries, expiresAt }: Order): void {
  if (status === 'PAYING' || status === 'SUCCESS') return
  if (codeTries >= yuan.codeTries) throw refuse('code_locked', { field: 'smsCode' })
  if (expiresAt.getTime() <= nowMs()) throw refuse('code_expired', { field: 'smsCode' })
  throw refuse('conflict')
}
