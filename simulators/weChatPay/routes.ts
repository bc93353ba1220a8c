import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { shanghaiTime } from '#server/outside/rails/bills.ts'
import { signedHeaders, verifyAuthorization } from '#server/outside/rails/weChatSignatures.ts'
import { BadSignature } from '#server/outside/signatures.ts'
import { billOf, billToken, dayOfToken, isBillMade, keepNotifyUrl } from '../payments/merchants.ts'
import { findOrder, insertOrder, shownOrder, type OrderRow, type PaymentRow } from '../payments/orders.ts'
import { Refused, type World } from '../world.ts'
import { merchantAt, weChatAccount, type Merchant } from './account.ts'
import { refundNoOf, rfc3339, transactionOf } from './notify.ts'

const NewOrder = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[0-9A-Za-z_\-|*]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }).optional(),
  // Without a query, as WeChat Pay demands.
  notify_url: z
    .url({ protocol: /^https?$/ })
    .max(255)
    .regex(/^[^?]*$/),
  amount: z.object({ total: z.int().positive(), currency: z.literal('CNY').default('CNY') }),
})
const BillInput = z.object({ bill_date: z.iso.date(), bill_type: z.enum(['ALL']).default('ALL') })
const HOURS_2 = 2 * 3_600_000

/** WeChat Pay's API v3 for one merchant, with its refusals. Every answer to a signed request is signed. */
export function weChatRoutes(app: FastifyInstance, world: World): void {
  const { store } = world
  const addressOf = (request: FastifyRequest): string => `http://${request.host}/wechat`
  app.get('/account', (request) => weChatAccount(store, addressOf(request)))

  void app.register((scope) => {
    scope.addHook('preHandler', async (request) => {
      const { merchantId, certificate } = merchantAt(store)
      const sent = { method: request.method, path: request.url, body: request.signedText ?? '' }
      try {
        verifyAuthorization(request.headers.authorization, merchantId, certificate, sent, world.now())
      } catch (error) {
        throw error instanceof BadSignature ? new Refused(401, 'SIGN_ERROR', error.message) : error
      }
      request.isSigned = true
    })
    scope.addHook('onSend', async (request, reply, payload) => {
      if (request.isSigned && typeof payload === 'string')
        reply.headers(signedHeaders(merchantAt(store).platform, payload, world.now()))
      return payload
    })
    tradeRoutes(scope, world)
    billRoutes(scope, world, addressOf)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The merchant's signature was verified, so the answer is signed too. */
    isSigned?: boolean
  }
}

const parsed = <T>(shape: z.ZodType<T>, input: unknown): T => {
  const found = shape.safeParse(input)
  if (!found.success) throw new Refused(400, 'PARAM_ERROR', z.prettifyError(found.error))
  return found.data
}

function requireOwn({ merchantId, appId }: Merchant, mchid: string, appid = appId): void {
  if (mchid !== merchantId || appid !== appId) throw new Refused(400, 'APPID_MCHID_NOT_MATCH')
}

function tradeRoutes(scope: FastifyInstance, world: World): void {
  const { store } = world

  scope.post('/v3/pay/transactions/native', (request) => {
    const input = parsed(NewOrder, request.body)
    requireOwn(merchantAt(store), input.mchid, input.appid)
    const order = findOrder(world, input.out_trade_no) ?? newOrder(world, input)
    const expiresAt = input.time_expire === undefined ? order.expires_at : Date.parse(input.time_expire)
    const same =
      order.amount === input.amount.total && order.subject === input.description && order.expires_at === expiresAt
    if (order.provider !== 'WECHAT' || !same) throw new Refused(403, 'OUT_TRADE_NO_USED', '商户订单号重复')
    const { state } = shownOrder(world, order)
    if (state === 'PAID') throw new Refused(400, 'INVALID_REQUEST', '该订单已支付')
    if (state !== 'WAITING') throw new Refused(400, 'ORDER_CLOSED', '订单已关闭')
    return { code_url: `weixin://wxpay/bizpayurl?pr=${order.ref}` }
  })

  scope.get<{ Params: { orderNo: string }; Querystring: { mchid?: string } }>(
    '/v3/pay/transactions/out-trade-no/:orderNo',
    (request) => {
      requireOwn(merchantAt(store), request.query.mchid ?? '')
      const order = findOrder(world, request.params.orderNo)
      if (order?.provider !== 'WECHAT') throw new Refused(404, 'ORDER_NOT_EXIST', '查询单据不存在')
      return transactionFor(world, order)
    },
  )

  scope.get<{ Params: { refundNo: string } }>('/v3/refund/domestic/refunds/:refundNo', (request) => {
    const { refundNo } = request.params
    const payment = store.maybeOne<PaymentRow>(
      `SELECT ref, order_no, amount, paid_at, reversed_at FROM payments WHERE ref = :ref AND provider = 'WECHAT' AND reversed_at IS NOT NULL`,
      { ref: refundNo.slice(1) },
    )
    if (!payment || refundNo !== refundNoOf(payment.ref)) throw new Refused(404, 'RESOURCE_NOT_EXISTS')
    const { ref, order_no, amount, reversed_at } = payment
    return {
      ...{ refund_id: `50${ref}`, out_refund_no: refundNo, transaction_id: ref, out_trade_no: order_no },
      ...{ channel: 'ORIGINAL', user_received_account: '支付用户零钱', status: 'SUCCESS' },
      ...{ create_time: rfc3339(reversed_at!), success_time: rfc3339(reversed_at!) },
      amount: { total: amount, refund: amount, payer_total: amount, payer_refund: amount, currency: 'CNY' },
    }
  })
}

function newOrder(world: World, input: z.infer<typeof NewOrder>): OrderRow {
  const { out_trade_no: orderNo, amount, description: subject, time_expire: until, notify_url: notifyUrl } = input
  keepNotifyUrl(world, 'WECHAT', orderNo, notifyUrl)
  // Without a time the code is good for two hours.
  const expiresAt = until === undefined ? world.now() + HOURS_2 : Date.parse(until)
  return insertOrder(world, { provider: 'WECHAT', orderNo, amount: amount.total, subject, expiresAt })
}

const unpaid = {
  WAITING: ['NOTPAY', '订单未支付'],
  PAYING: ['USERPAYING', '用户支付中'],
  FAILED: ['PAYERROR', '支付失败'],
  CLOSED: ['NOTPAY', '订单未支付'],
} as const

/** One payment: a code can be paid once. */
function transactionFor(world: World, order: OrderRow): object {
  const { merchantId: mchid, appId: appid } = merchantAt(world.store)
  const { state, payments } = shownOrder(world, order)
  const own = { appid, mchid, out_trade_no: order.order_no }
  const [payment] = payments
  if (payment) {
    const state = payment.reversedAt === undefined ? {} : { trade_state: 'REFUND', trade_state_desc: '订单发生过退款' }
    return { ...own, ...transactionOf(payment), ...state }
  }
  const [trade_state, trade_state_desc] = state === 'PAID' ? unpaid.WAITING : unpaid[state]
  return { ...own, trade_state, trade_state_desc, amount: { total: order.amount, currency: 'CNY' } }
}

function billRoutes(scope: FastifyInstance, world: World, addressOf: (request: FastifyRequest) => string): void {
  scope.get('/v3/bill/tradebill', (request) => {
    const { bill_date: day } = parsed(BillInput, request.query)
    if (!isBillMade(world, day)) throw new Refused(400, 'STATEMENT_CREATING', '账单生成中')
    const text = billText(world, day)
    if (text === undefined) throw new Refused(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    return {
      download_url: `${addressOf(request)}/v3/billdownload/file?token=${billToken(world, day)}`,
      hash_type: 'SHA1',
      hash_value: createHash('sha1').update(text).digest('hex'),
    }
  })
  scope.get<{ Querystring: { token?: string } }>('/v3/billdownload/file', (request, reply) => {
    request.isSigned = false // this one answer of WeChat Pay has no signature
    return reply.type('text/plain').send(billText(world, dayOfToken(world, request.query.token ?? '')) ?? '')
  })
}

const HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

const yuan = (fen: number): string => (fen / 100).toFixed(2)
const cells = (...values: readonly string[]): string => values.map((value) => `\`${value}`).join(',')

function billText(world: World, day: string): string | undefined {
  const { merchantId, appId } = merchantAt(world.store)
  const { paid, reversed } = billOf(world, 'WECHAT', day)
  if (!paid.length && !reversed.length) return undefined
  const row = ({ ref, order_no, amount, subject }: (typeof paid)[number], at: number, isRefund: boolean): string => {
    const [all, back] = isRefund ? ['0.00', yuan(amount)] : [yuan(amount), '0.00']
    const refund = isRefund ? [`50${ref}`, refundNoOf(ref)] : ['0', '0']
    return cells(
      ...[shanghaiTime(at), appId, merchantId, '0', '', ref, order_no, 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o', 'NATIVE'],
      ...[isRefund ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', all, '0.00', ...refund, back, '0.00'],
      ...(isRefund ? ['ORIGINAL', 'SUCCESS'] : ['', '']),
      ...[subject ?? '', '', '0.00000', '0.60%', all, back, ''],
    )
  }
  const [total, returned] = [paid, reversed].map((rows) => yuan(rows.reduce((sum, { amount }) => sum + amount, 0)))
  return [
    HEAD,
    ...paid.map((one) => row(one, one.paid_at, false)),
    ...reversed.map((one) => row(one, one.reversed_at!, true)),
    SUMS,
    cells(String(paid.length + reversed.length), total!, returned!, '0.00', '0.00000', total!, returned!),
    '',
  ].join('\r\n')
}
