import type * as contract from '../../contract/funding.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answer } from '../answer.ts'
import { ifAnswered, lookAt } from './look.ts'
import { orderOf, takeLook } from './queries.ts'
import { rechargeStatus } from './rechargeStatus.ts'
import { LOOK_EVERY_MS } from './shown.ts'

/** "I have paid." Looks at the chain there and then, unless somebody did so in the last ten seconds; answers what is known. */
export const checkRecharge: Answer<typeof contract.checkRecharge> = async (actor, wish) => {
  const order = await orderOf(actor.accountId, wish.orderNo)
  if (!order) throw refuse('not_found')
  if (await takeLook(actor.accountId, wish.orderNo, LOOK_EVERY_MS))
    await lookAt({ address: order.address, createdAt: order.createdAt }).catch(ifAnswered)
  return rechargeStatus(actor, wish)
}
