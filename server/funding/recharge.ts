import type * as contract from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { ifAnswered, scanAddress } from './usdt/scanAddress.ts'
import { pollOrder } from './payments/pollOrder.ts'
import { orderOf, takeLook, type Order } from './orders/queries.ts'
import { isYuan } from './rails/rails.ts'
import { LOOK_EVERY_MS, rechargeStatus } from './orders/rechargeStatus.ts'
import { startUsdt } from './usdt/startUsdt.ts'
import { startQr } from './payments/startPayment.ts'
import { takeQuote } from './orders/rechargeInfo.ts'
import { confirmCode } from './payments/askBankCode.ts'

/** Start a top-up of what was quoted: an address of its own, or a code to scan. A bank card starts with its own call. */
export const createRecharge: Answer<typeof contract.createRecharge> = async (actor, { quoteId, rail }, tx) => {
  if (rail === 'USD_WIRE' || rail === 'UNIONPAY') throw refuse('conflict', { field: 'rail' })
  const taken = await takeQuote(tx, actor, rail, quoteId)
  return isYuan(rail) ? startQr(tx, actor, rail, taken) : startUsdt(tx, actor, rail, taken)
}

/**
 * The code that the bank texted; or "I have paid": asks the provider or the chain, at most once in ten seconds, and answers what
 * is known afterwards.
 */
export const checkRecharge: Answer<typeof contract.checkRecharge> = async (actor, wish) => {
  const order = await orderOf(actor.accountId, wish.orderNo)
  if (!order) throw refuse('not_found')
  if (wish.smsCode) await confirmCode(order, wish.smsCode)
  else if (await takeLook(actor.accountId, wish.orderNo, LOOK_EVERY_MS)) await look(order).catch(ifAnswered)
  return rechargeStatus(actor, wish)
}

async function look({ rail, orderNo, address, createdAt }: Order): Promise<void> {
  if (isYuan(rail)) return pollOrder(rail, orderNo)
  if (address) await scanAddress({ address, createdAt })
}
