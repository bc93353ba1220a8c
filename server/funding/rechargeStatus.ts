import type * as contract from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { orderOf } from './queries.ts'
import { shown } from './shown.ts'

export const rechargeStatus: Answer<typeof contract.rechargeStatus> = async (actor, { orderNo }) => {
  const order = await orderOf(actor.accountId, orderNo)
  if (!order) throw refuse('not_found')
  return shown(order, actor.from.lang)
}
