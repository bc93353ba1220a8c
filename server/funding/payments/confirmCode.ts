import { refuse } from '#contract/core/refusals.ts'
import { nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { outside, OutsideRefused, OutsideUnknown } from '#server/outside/outside.ts'
import type { Order } from '../queries.ts'
import { yuan } from '../rails.ts'
import { lookAtOrder } from './lookAtOrder.ts'
import { moveOrder, takeCodeTry } from './orderQueries.ts'

/**
 * The code that the bank texted. The order is PAYING from before the bank is asked: whatever becomes of the answer, it is then asked how
 * the payment stands, and never told twice to pay.
 */
export async function confirmCode(order: Order, code: string): Promise<void> {
  const { orderNo } = order
  if (order.rail !== 'UNIONPAY') throw refuse('conflict')
  if (!(await takeCodeTry(orderNo))) return refuseTry(order)
  try {
    await outside.payments.UNIONPAY.confirm(orderNo, code)
  } catch (error) {
    if (error instanceof OutsideUnknown) return
    if (!(error instanceof OutsideRefused)) throw error
    const last = order.codeTries + 1 >= yuan.codeTries
    if (error.code === 'CODE_EXPIRED') {
      await moveOrder(db, orderNo, ['PAYING'], 'EXPIRED')
      throw refuse('code_expired')
    }
    await moveOrder(db, orderNo, ['PAYING'], last ? 'FAILED' : 'WAIT_CODE', last ? 'CODE_LOCKED' : null)
    throw refuse(last ? 'code_locked' : 'code_wrong', { field: 'smsCode' })
  }
  await lookAtOrder('UNIONPAY', orderNo).catch((error: unknown) => {
    if (!(error instanceof OutsideUnknown)) throw error
  })
}

/** No try was left, or the order is past it; one that is being paid is only shown. */
function refuseTry({ status, codeTries, expiresAt }: Order): void {
  if (status === 'PAYING' || status === 'SUCCESS') return
  if (codeTries >= yuan.codeTries) throw refuse('code_locked', { field: 'smsCode' })
  if (expiresAt.getTime() <= nowMs()) throw refuse('code_expired', { field: 'smsCode' })
  throw refuse('conflict')
}
