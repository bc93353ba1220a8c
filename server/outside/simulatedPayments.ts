import { randomUUID, type KeyObject } from 'node:crypto'
import { nowMs } from '../clock.ts'
import { ask } from './ask.ts'
import { OutsideRefused } from './errors.ts'
import type { CardProvider, Payments, ProviderEvent, ProviderId, ProviderOrder, Rates } from './payments.ts'
import { sign, verify } from './signatures.ts'

type Where = { url: string; key: KeyObject; timeoutMs?: number }

/** A provider of the simulators' process, over signed HTTP. */
function simulatedProvider(id: ProviderId, { url, key, timeoutMs = 5000 }: Where): CardProvider {
  const get = <T>(path: string): Promise<T> =>
    ask<T>(`${url}/payments/${id}${path}`, { headers: sign(key, randomUUID(), nowMs(), ''), timeoutMs })
  const post = <T>(path: string, wish: unknown, messageId: string = randomUUID()): Promise<T> => {
    const body = JSON.stringify(wish)
    return ask<T>(`${url}/payments/${id}${path}`, {
      method: 'POST',
      body,
      headers: sign(key, messageId, nowMs(), body),
      timeoutMs,
    })
  }
  return {
    id,
    createOrder: (order) => post('/orders', order, order.orderNo),
    async queryOrder(orderNo) {
      try {
        return await get<ProviderOrder>(`/orders/${encodeURIComponent(orderNo)}`)
      } catch (error) {
        if (error instanceof OutsideRefused && error.code === 'ORDER_NOT_FOUND') return null
        throw error
      }
    },
    paymentsOf: (day, cursor) =>
      get(`/list?day=${day}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`),
    verifyEvents(headers, raw) {
      verify(key, headers, raw, nowMs())
      return ((JSON.parse(raw.toString()) ?? {}) as { events: ProviderEvent[] }).events
    },
    tokenise: (card) => post('/cards', card),
    async confirm(orderNo, code) {
      await post(`/orders/${encodeURIComponent(orderNo)}/confirm`, { code })
    },
  }
}

export const simulatedPayments = (where: Where): Payments => ({
  WECHAT: simulatedProvider('WECHAT', where),
  ALIPAY: simulatedProvider('ALIPAY', where),
  UNIONPAY: simulatedProvider('UNIONPAY', where),
})

export const simulatedRates = ({ url, timeoutMs = 3000 }: Where): Rates => ({
  mid: async (currency) =>
    (await ask<{ mid: string }>(`${url}/rates?currency=${encodeURIComponent(currency)}`, { timeoutMs })).mid,
})
