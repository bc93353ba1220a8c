import type * as contract from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { ifAnswered, lookAt } from './look.ts'
import { confirmCode } from './payments/confirmCode.ts'
import { lookAtOrder } from './payments/lookAtOrder.ts'
import { orderOf, takeLook, type Order } from './queries.ts'
import { isYuan } from './rails.ts'
import { rechargeStatus } from './rechargeStatus.ts'
import { LOOK_EVERY_MS } from './shown.ts'

/**
 * The code that the bank texted; or "I have paid": looks there and then, unless somebody did so in the last ten seconds. Answers what is
 * known afterwards.
 */
export const checkRecharge: Answer<typeof contract.checkRecharge> = async (actor, wish) => {
  const order = await orderOf(actor.accountId, wish.orderNo)
  if (!order) throw refuse('not_found')
  if (wish.smsCode) await confirmCode(order, wish.smsCode)
  else if (await takeLook(actor.accountId, wish.orderNo, LOOK_EVERY_MS)) await look(order).catch(ifAnswered)
  return rechargeStatus(actor, wish)
}

async function look({ rail, orderNo, address, createdAt }: Order): Promise<void> {
  if (isYuan(rail)) return lookAtOrder(rail, orderNo)
  if (address) await lookAt({ address, createdAt })
}
