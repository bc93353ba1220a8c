import type { ProviderEvent, ProviderId } from '#server/outside/payments.ts'
import { eventQueue, type EventQueue } from '../network/events.ts'

type Parts = Omit<Parameters<typeof eventQueue>[0], 'table' | 'path' | 'mark'>

/** Each provider has its own notification endpoint. */
export function paymentQueues(parts: Parts): Record<ProviderId, EventQueue<ProviderEvent>> {
  const path = (id: ProviderId) => `/payments/events/${id}`
  return {
    WECHAT: eventQueue<ProviderEvent>({ ...parts, table: 'wechat_events', path: path('WECHAT') }),
    ALIPAY: eventQueue<ProviderEvent>({ ...parts, table: 'alipay_events', path: path('ALIPAY') }),
    UNIONPAY: eventQueue<ProviderEvent>({ ...parts, table: 'unionpay_events', path: path('UNIONPAY') }),
  }
}
