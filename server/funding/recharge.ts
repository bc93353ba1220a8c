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

/** Starts a top-up from a quote: returns an address of its own, or a code to scan. Bank cards start with another call. */
export const createRecharge: Answer<typeof contract.createRecharge> = async (actor, { quoteId, rail }, tx) => {
  if (rail === 'USD_WIRE' || rail === 'UNIONPAY') throw refuse('conflict', { field: 'rail' })
  const taken = await takeQuote(tx, actor, rail, quoteId)
  return isYuan(rail) ? startQr(tx, actor, rail, taken) : startUsdt(tx, actor, rail, taken)
}

/**
 * Takes the code that the bank texted, or "I have paid": checks with the provider or the chain, at most once in ten seconds, and returns the resulting status.
 */
export const checkRecharge: Answer<typeof contract.checkRecharge> = async (actor, input) => {
  const order = await orderOf({ accountId: actor.accountId, orderNo: input.orderNo })
  if (!order) throw refuse('not_found')
  if (input.smsCode) await confirmCode(order, input.smsCode)
  else if (await takeLook(order, LOOK_EVERY_MS)) await look(order).catch(ifAnswered)
  return rechargeStatus(actor, input)
}

async function look({ accountId, rail, orderNo, address, createdAt }: Order): Promise<void> {
  if (isYuan(rail)) return pollOrder(rail, orderNo)
  if (address) await scanAddress({ accountId, address, createdAt })
}
