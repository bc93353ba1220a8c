import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parse } from '#contract/core/money.ts'
import { isRequestSigned, signedAnswer, type Parameters } from '#server/outside/rails/alipaySignatures.ts'
import { fromShanghaiTime, shanghaiTime } from '#server/outside/rails/bills.ts'
import { billToken, dayOfToken, isBillMade, keepNotifyUrl } from '../payments/merchants.ts'
import { findOrder, insertOrder, shownOrder } from '../payments/orders.ts'
import type { World } from '../world.ts'
import { alipayAccount, applicationAt } from './account.ts'
import { billFile } from './bill.ts'
import { yuan } from './notify.ts'

const Precreate = z.object({
  out_trade_no: z.string().regex(/^\w{1,64}$/),
  total_amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  subject: z.string().min(1).max(256),
  time_expire: z.string().optional(),
})
const Query = z.object({ out_trade_no: z.string() })
const BillInput = z.object({ bill_type: z.literal('trade'), bill_date: z.iso.date() })

/** Alipay refuses with 200 and a code in the answer. */
class No extends Error {
  readonly code: string
  readonly subCode: string
  constructor(code: string, subCode: string) {
    super(subCode)
    this.code = code
    this.subCode = subCode
  }
}
const refused = (reason: string): No => new No('40004', reason)

type Call = (input: unknown, parameters: Parameters, address: string) => object

const HOURS_2 = 2 * 3_600_000
const REQUEST_MS = 30 * 60_000

/** Alipay's gateway for one application, with its refusals. Every answer is signed, except to a request that is not. */
export function alipayRoutes(app: FastifyInstance, world: World): void {
  const { store } = world
  const calls: Record<string, Call> = callsOf(world)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.get('/account', (request) => alipayAccount(store, `http://${request.host}/alipay`))
  app.get<{ Querystring: { token?: string } }>('/bill', (request, reply) =>
    reply.type('application/octet-stream').send(billFile(world, dayOfToken(world, request.query.token ?? ''))),
  )
  app.post('/gateway.do', (request, reply) => {
    const parameters = (request.body ?? {}) as Parameters
    const { appId, applicationKey, key } = applicationAt(store)
    const method = parameters['method'] ?? ''
    void reply.type('text/html;charset=utf-8')
    if (parameters['app_id'] !== appId || !isRequestSigned(applicationKey, parameters))
      return JSON.stringify({ error_response: answerOf(new No('40002', 'isv.invalid-signature')) })
    try {
      const sentAt = fromShanghaiTime(parameters['timestamp'] ?? '')
      if (sentAt === undefined || Math.abs(world.now() - sentAt) > REQUEST_MS)
        throw new No('40002', 'isv.invalid-timestamp')
      const call = calls[method]
      if (!call) throw new No('40002', 'isv.invalid-method')
      const content = call(JSON.parse(parameters['biz_content'] ?? '{}'), parameters, `http://${request.host}/alipay`)
      return signedAnswer(key, method, { code: '10000', msg: 'Success', ...content })
    } catch (error) {
      if (error instanceof No) return signedAnswer(key, method, answerOf(error))
      throw error
    }
  })
}

const answerOf = ({ code, subCode }: No): object => ({
  code,
  msg: code === '40004' ? 'Business Failed' : 'Invalid Arguments',
  sub_code: subCode,
  sub_msg: subCode,
})

const parsed = <T>(shape: z.ZodType<T>, input: unknown): T => {
  const found = shape.safeParse(input)
  if (!found.success) throw refused('ACQ.INVALID_PARAMETER')
  return found.data
}

const callsOf = (world: World): Record<string, Call> => ({
  'alipay.trade.precreate'(given, { notify_url: notifyUrl }) {
    const { out_trade_no: orderNo, total_amount, subject, time_expire } = parsed(Precreate, given)
    const amount = parse(total_amount)!
    const until = time_expire === undefined ? world.now() + HOURS_2 : fromShanghaiTime(time_expire)
    if (until === undefined || amount === 0) throw refused('ACQ.INVALID_PARAMETER')
    let order = findOrder(world, orderNo)
    if (order && (order.provider !== 'ALIPAY' || order.amount !== amount || order.subject !== subject))
      throw refused('ACQ.CONTEXT_INCONSISTENT')
    if (!order) {
      order = insertOrder(world, { provider: 'ALIPAY', orderNo, amount, subject, expiresAt: until })
      if (notifyUrl !== undefined) keepNotifyUrl(world, 'ALIPAY', orderNo, notifyUrl)
    }
    const { state } = shownOrder(world, order)
    if (state === 'PAID') throw refused('ACQ.TRADE_HAS_SUCCESS')
    if (state !== 'WAITING') throw refused('ACQ.TRADE_HAS_CLOSE')
    return { out_trade_no: orderNo, qr_code: `https://qr.alipay.com/${order.ref}` }
  },
  'alipay.trade.query'(given) {
    const { out_trade_no: orderNo } = parsed(Query, given)
    const order = findOrder(world, orderNo)
    const [payment] = order?.provider === 'ALIPAY' ? shownOrder(world, order).payments : []
    // A trade begins when somebody scans the code; here that is when it is paid.
    if (!payment) throw refused('ACQ.TRADE_NOT_EXIST')
    return {
      out_trade_no: orderNo,
      trade_no: payment.ref,
      trade_status: payment.reversedAt === undefined ? 'TRADE_SUCCESS' : 'TRADE_CLOSED',
      total_amount: yuan(payment.amount),
      receipt_amount: yuan(payment.amount),
      buyer_logon_id: '159****6789',
      send_pay_date: shanghaiTime(payment.paidAt),
    }
  },
  'alipay.data.dataservice.bill.downloadurl.query'(given, _, address) {
    const { bill_date: day } = parsed(BillInput, given)
    if (!isBillMade(world, day) || billFile(world, day) === undefined) throw refused('isp.bill_not_exist')
    return { bill_download_url: `${address}/bill?token=${billToken(world, day)}` }
  },
})
