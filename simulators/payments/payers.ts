import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { breakThings, FaultsInput } from '../network/faults.ts'
import { Refused, type World } from '../world.ts'
import { orderOf, shownOrder, type OrderRow } from './orders.ts'
import { fail, pay } from './pay.ts'

const PayInput = z.object({
  amount: z.int().positive().optional(),
  paidAtMs: z.int().optional(),
  times: z.int().min(1).max(10).default(1),
  tell: z.enum(['yes', 'none', 'only']).optional(),
  copies: z.int().min(1).max(50).optional(),
})
const AdHocInput = PayInput.extend({ provider: z.enum(['WECHAT', 'ALIPAY', 'UNIONPAY']), orderNo: z.string() })
const ReverseInput = z.object({ tell: z.enum(['yes', 'none']).default('yes') })
type At = { Params: { orderNo: string } }

/** The people with the phones and the cards, and what can go wrong with their payments. */
export function payerRoutes(app: FastifyInstance, world: World): void {
  const { store } = world
  const flush = () => Promise.all(Object.values(world.payments).map((queue) => queue.flush()))

  app.get('/payers/orders', () =>
    store
      .many<OrderRow>('SELECT * FROM payment_orders ORDER BY created_at DESC LIMIT 30')
      .map((order) => ({ ...shownOrder(world, order), provider: order.provider, amount: order.amount })),
  )

  app.post<At>('/payers/orders/:orderNo/pay', async (request) => {
    const { times, ...input } = PayInput.parse(request.body ?? {})
    const order = orderOf(world, request.params.orderNo)
    const paymentRefs = Array.from({ length: times }, () => pay(world, order, input).paymentRef)
    await flush()
    return { paymentRefs }
  })

  app.post<At>('/payers/orders/:orderNo/fail', async (request) => {
    fail(world, orderOf(world, request.params.orderNo), 'DECLINED')
    await flush()
    return {}
  })

  /** A payment for an order that was never made here. */
  app.post('/payers/strays', async (request) => {
    const { provider, orderNo, amount, ...input } = AdHocInput.parse(request.body)
    if (amount === undefined) throw new Refused(400, 'INVALID', 'an amount')
    const stray = { provider, order_no: orderNo, amount } as OrderRow
    const { paymentRef } = pay(world, stray, input)
    await flush()
    return { paymentRef }
  })

  /** The payer's bank reverses the payment. */
  app.post<{ Params: { ref: string } }>('/payers/payments/:ref/reverse', async (request) => {
    const { tell } = ReverseInput.parse(request.body ?? {})
    const found = store.maybeOne<{ provider: OrderRow['provider']; order_no: string; amount: number }>(
      'SELECT provider, order_no, amount FROM payments WHERE ref = :ref',
      { ref: request.params.ref },
    )
    if (!found) throw new Refused(404, 'PAYMENT_NOT_FOUND')
    store.run('UPDATE payments SET reversed_at = :now WHERE ref = :ref AND reversed_at IS NULL', {
      ref: request.params.ref,
      now: world.now(),
    })
    if (tell === 'yes')
      world.payments[found.provider].add({
        type: 'payment.reversed',
        orderNo: found.order_no,
        paymentRef: request.params.ref,
        amount: found.amount,
        occurredAt: world.now(),
      })
    await flush()
    return {}
  })

  app.get('/payers/faults', () => world.paymentFaults)
  app.post('/payers/faults', (request) => {
    breakThings(world.paymentFaults, FaultsInput.parse(request.body))
    return {}
  })
  app.post('/payers/flush', async () => ({ delivered: (await flush()).every(Boolean) }))
}
