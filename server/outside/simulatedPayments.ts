import { randomUUID, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { nowMs } from '../core/clock.ts'
import { ask, PAGE_BYTES, OutsideRefused } from './ask.ts'
import type {
  CardProvider,
  Payments,
  ProviderEvent,
  ProviderId,
  ProviderOrder,
  ProviderPayment,
  Rates,
} from './payments.ts'
import { sign, verify } from './signatures.ts'

type Where = { url: string; key: KeyObject; timeoutMs?: number }

const Made: z.ZodType<{ ref: string; qrContent?: string }> = z.object({
  ref: z.string().min(1),
  qrContent: z.string().exactOptional(),
})
const Payment: z.ZodType<ProviderPayment> = z.object({
  ref: z.string().min(1),
  orderNo: z.string(),
  amount: z.int(),
  currency: z.string(),
  paidAt: z.number(),
  reversedAt: z.number().exactOptional(),
})
const Order: z.ZodType<ProviderOrder> = z.object({
  orderNo: z.string(),
  state: z.enum(['WAITING', 'PAYING', 'PAID', 'FAILED', 'CLOSED']),
  reason: z.string().exactOptional(),
  payments: z.array(Payment),
})
const Page: z.ZodType<{ payments: ProviderPayment[]; next?: string }> = z.object({
  payments: z.array(Payment),
  next: z.string().exactOptional(),
})
const confirmedOf = (orderNo: string) =>
  z.object({ orderNo: z.string() }).refine((confirmed) => confirmed.orderNo === orderNo)
const Token = z.object({ token: z.string().min(1), mask: z.string(), bank: z.string() })
const Mid = z.object({ mid: z.string().regex(/^\d+(\.\d+)?$/) })

/** How a provider says no. */
const refusals = ['CARD_REFUSED', 'CARD_UNKNOWN', 'CODE_EXPIRED', 'CODE_WRONG', 'INVALID', 'ORDER_NOT_FOUND'] as const

/** A provider in the simulators' process, over signed HTTP. */
function simulatedProvider(id: ProviderId, { url, key, timeoutMs = 5000 }: Where): CardProvider {
  const get = <T>(path: string, shape?: z.ZodType<T>): Promise<T> =>
    ask(
      `${url}/payments/${id}${path}`,
      { headers: sign(key, randomUUID(), nowMs(), ''), timeoutMs, limitBytes: PAGE_BYTES, refusals },
      shape,
    )
  const post = <T>(
    path: string,
    input: unknown,
    messageId: string = randomUUID(),
    shape?: z.ZodType<T>,
  ): Promise<T> => {
    const body = JSON.stringify(input)
    const headers = sign(key, messageId, nowMs(), body)
    return ask(`${url}/payments/${id}${path}`, { method: 'POST', body, headers, timeoutMs, refusals }, shape)
  }
  return {
    id,
    createOrder: (order) => post('/orders', order, order.orderNo, Made),
    async queryOrder(orderNo) {
      try {
        return await get(
          `/orders/${encodeURIComponent(orderNo)}`,
          Order.refine((order) => order.orderNo === orderNo),
        )
      } catch (error) {
        if (error instanceof OutsideRefused && error.code === 'ORDER_NOT_FOUND') return null
        throw error
      }
    },
    paymentsOf: (day, cursor) =>
      get(`/list?day=${day}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`, Page),
    verifyEvents(headers, raw) {
      verify(key, headers, raw, nowMs())
      return ((JSON.parse(raw.toString()) ?? {}) as { events: ProviderEvent[] }).events
    },
    tokenise: (card) => post('/cards', card, undefined, Token),
    async confirm(orderNo, code) {
      await post(`/orders/${encodeURIComponent(orderNo)}/confirm`, { code }, undefined, confirmedOf(orderNo))
    },
  }
}

export const simulatedPayments = (where: Where): Required<Payments> => ({
  WECHAT: simulatedProvider('WECHAT', where),
  ALIPAY: simulatedProvider('ALIPAY', where),
  UNIONPAY: simulatedProvider('UNIONPAY', where),
})

export const simulatedRates = ({ url, timeoutMs = 3000 }: Where): Rates => ({
  mid: async (currency) => (await ask(`${url}/rates?currency=${encodeURIComponent(currency)}`, { timeoutMs }, Mid)).mid,
})
