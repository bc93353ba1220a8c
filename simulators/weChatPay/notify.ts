import type { ProviderEvent } from '#server/outside/payments.ts'
import { shanghaiTime } from '#server/outside/rails/bills.ts'
import { seal, signedHeaders } from '#server/outside/rails/weChatSignatures.ts'
import type { Courier } from '../network/events.ts'
import { courierTo } from '../payments/merchants.ts'
import type { Store } from '../store.ts'
import { merchantAt } from './account.ts'

export const rfc3339 = (ms: number): string => `${shanghaiTime(ms).replace(' ', 'T')}+08:00`

/** A refund has a number made from that of its payment. */
export const refundNoOf = (paymentRef: string): string => `R${paymentRef}`

/** Encrypted and signed as WeChat Pay does it; any 2xx is a yes. */
export const weChatCourier = (store: Store, now: () => number): Courier<ProviderEvent> =>
  courierTo(
    'WECHAT',
    store,
    (event) => notificationOf(store, now(), event),
    ({ status }) => status >= 200 && status < 300,
  )

/** The body and headers of a notification. `nowMs`: when it is signed. */
export function notificationOf(store: Store, nowMs: number, event: ProviderEvent) {
  const merchant = merchantAt(store)
  const { merchantId: mchid, appId: appid } = merchant
  const { id, type, orderNo: out_trade_no, paymentRef = '', amount = 0 } = event
  const [kind, summary, resource] =
    type === 'payment.reversed'
      ? ['REFUND.SUCCESS', '退款成功', { ...refundOf(event), mchid }]
      : [
          'TRANSACTION.SUCCESS',
          '支付成功',
          { appid, mchid, out_trade_no, ...transactionOf({ ref: paymentRef, amount, paidAt: event.occurredAt }) },
        ]
  const body = JSON.stringify({
    id,
    create_time: rfc3339(nowMs),
    resource_type: 'encrypt-resource',
    event_type: kind,
    summary,
    resource: seal(merchant.sealKey, type === 'payment.reversed' ? 'refund' : 'transaction', JSON.stringify(resource)),
  })
  return { body, headers: { 'content-type': 'application/json', ...signedHeaders(merchant.platform, body, nowMs) } }
}

export const transactionOf = ({ ref, amount, paidAt }: { ref: string; amount: number; paidAt: number }) => ({
  transaction_id: ref,
  trade_type: 'NATIVE',
  trade_state: 'SUCCESS',
  trade_state_desc: '支付成功',
  bank_type: 'OTHERS',
  success_time: rfc3339(paidAt),
  payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
  amount: { total: amount, payer_total: amount, currency: 'CNY', payer_currency: 'CNY' },
})

const refundOf = ({ orderNo, paymentRef = '', amount = 0, occurredAt }: ProviderEvent) => ({
  out_trade_no: orderNo,
  transaction_id: paymentRef,
  out_refund_no: refundNoOf(paymentRef),
  refund_id: `50${paymentRef}`,
  refund_status: 'SUCCESS',
  success_time: rfc3339(occurredAt),
  user_received_account: '支付用户零钱',
  amount: { total: amount, refund: amount, payer_total: amount, payer_refund: amount },
})
