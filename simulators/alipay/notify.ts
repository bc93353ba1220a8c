import type { ProviderEvent } from '#server/outside/payments.ts'
import { signNotification } from '#server/outside/rails/alipaySignatures.ts'
import { shanghaiTime } from '#server/outside/rails/bills.ts'
import type { Courier } from '../network/events.ts'
import { courierTo } from '../payments/merchants.ts'
import { findOrder } from '../payments/orders.ts'
import type { Store } from '../store.ts'
import { applicationAt, SELLER } from './account.ts'

/** A form, signed; only the text `success` is a yes. */
export const alipayCourier = (store: Store, now: () => number): Courier<ProviderEvent> =>
  courierTo(
    'ALIPAY',
    store,
    (event) => notificationOf(store, now(), event),
    ({ status, body }) => status === 200 && body.toString() === 'success',
  )

/** The body and headers of a notification. `nowMs`: when it is sent. */
export function notificationOf(store: Store, nowMs: number, event: ProviderEvent) {
  const { appId, key } = applicationAt(store)
  const { id, type, orderNo, paymentRef = '', amount = 0, occurredAt } = event
  const at = shanghaiTime(occurredAt)
  const outcomes: Record<ProviderEvent['type'], Record<string, string>> = {
    'payment.paid': { trade_status: 'TRADE_SUCCESS', gmt_payment: at },
    'payment.failed': { trade_status: 'TRADE_CLOSED', gmt_close: at },
    'payment.reversed': {
      ...{ trade_status: 'TRADE_CLOSED', refund_fee: yuan(amount), gmt_refund: `${at}.000`, gmt_close: at },
      out_biz_no: paymentRef,
    },
  }
  const parameters = signNotification(key, {
    notify_id: id,
    notify_time: shanghaiTime(nowMs),
    notify_type: 'trade_status_sync',
    charset: 'utf-8',
    version: '1.0',
    app_id: appId,
    auth_app_id: appId,
    seller_id: SELLER,
    out_trade_no: orderNo,
    trade_no: paymentRef,
    total_amount: yuan(amount),
    receipt_amount: yuan(amount),
    subject: findOrder({ store }, orderNo)?.subject ?? '',
    ...outcomes[type],
  })
  return {
    body: new URLSearchParams(parameters).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  }
}

export const yuan = (fen: number): string => (fen / 100).toFixed(2)
