import { nowMs } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { outside, OutsideRefused } from '#server/outside/outside.ts'
import { providerOf, type YuanRail } from '../rails.ts'
import { cardTokenOf, keepProviderRef, moveOrder, orderByNo } from './orderQueries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Have the provider make its side of an order: the code to scan, or the bank's text. */
    'funding.makePayment': { orderNo: string }
  }
}

/** Asked again after a time-out it is the same order at the provider; a no is the end of ours. */
export async function makePayment({ orderNo }: { orderNo: string }): Promise<void> {
  const order = await orderByNo(db, orderNo)
  if (!order || order.providerRef || order.expiresAt.getTime() <= nowMs()) return
  if (order.status !== 'WAIT_PAY' && order.status !== 'WAIT_CODE') return
  const rail = order.rail as YuanRail
  const cardToken = rail === 'UNIONPAY' ? await cardTokenOf(orderNo) : null
  try {
    const made = await outside.payments[providerOf[rail]].createOrder({
      orderNo,
      amount: order.payUnits,
      subject: 'Kaika',
      expiresAt: order.expiresAt.getTime(),
      ...(cardToken && { cardToken }),
    })
    await keepProviderRef(orderNo, made.ref, made.qrContent)
  } catch (error) {
    if (!(error instanceof OutsideRefused)) throw error
    await transaction(async (tx) => {
      if (!(await moveOrder(tx, orderNo, ['WAIT_PAY', 'WAIT_CODE'], 'FAILED', error.code))) return
      await notify(tx, order, 'topup_failed', { orderNo, reason: error.code }, { type: 'topup', id: orderNo })
    })
  }
}
