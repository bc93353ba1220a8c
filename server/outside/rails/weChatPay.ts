/**
 * WeChat Pay, API v3 for merchants: Native orders, paid by scanning a code. Source: WeChat Pay merchant documentation, "Native payment". Amounts on the wire are
 * fen, in bills yuan with two decimals; days and times of bills are those of Shanghai.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { DAY, HOUR, nowMs, startOfDate } from '#server/core/clock.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { exchange, OutsideRefused, OutsideUnknown, type Reply } from '../ask.ts'
import type { PaymentProvider, ProviderEvent, ProviderOrder } from '../payments.ts'
import { BadSignature } from '../signatures.ts'
import { BILL_BYTES, shanghaiTime, weChatBill } from './bills.ts'
import { keyFrom } from './rsa.ts'
import { authorizationOf, unseal, verifyHeaders, type NumberedKey } from './weChatSignatures.ts'

export type WeChatAccount = {
  merchantId: string
  appId: string
  /** The merchant's certificate: its serial and its private key. */
  merchant: NumberedKey
  /** WeChat Pay's public key and its id. */
  platform: NumberedKey
  /** The APIv3 key, 32 bytes: it opens notifications. */
  sealKey: Buffer
  /** Where WeChat Pay sends notifications. */
  notifyUrl: string
  /** `https://api.mch.weixin.qq.com`, without a slash at its end. */
  url: string
  timeoutMs?: number
}

/** The account in the settings; `undefined` if something is missing or wrong, which is noted there. */
export function weChatPayFrom(settings: Settings, origin: string): WeChatAccount | undefined {
  const because = 'KAIKA_RAILS names wechat'
  const merchantId = settings.required('KAIKA_WECHAT_MERCHANT', because, {
    like: /^\d{8,10}$/,
    says: 'a merchant number of 8 to 10 digits',
  })
  const appId = settings.required('KAIKA_WECHAT_APP', because, {
    like: /^wx[0-9a-z]{16}$/,
    says: 'an app id: wx and 16 letters or digits',
  })
  const serial = settings.required('KAIKA_WECHAT_SERIAL', because, {
    like: /^[0-9A-F]{16,40}$/,
    says: 'the serial of the merchant certificate, in capital hexadecimal digits',
  })
  const platformId = settings.required('KAIKA_WECHAT_PLATFORM_ID', because, {
    like: /^(PUB_KEY_ID_\d{10,64}|[0-9A-F]{16,40})$/,
    says: 'PUB_KEY_ID_ and digits, or the serial of a platform certificate',
  })
  const sealKey = settings.required('KAIKA_WECHAT_V3_KEY', because, {
    like: /^[0-9A-Za-z]{32}$/,
    says: '32 letters and digits',
  })
  const merchantKey = keyFrom(settings, 'KAIKA_WECHAT_KEY_FILE', 'private', because)
  const platformKey = keyFrom(settings, 'KAIKA_WECHAT_PLATFORM_KEY_FILE', 'public', because)
  const url = settings.address('KAIKA_WECHAT_URL') ?? 'https://api.mch.weixin.qq.com'
  if (!merchantKey || !platformKey) return undefined
  return {
    merchantId,
    appId,
    merchant: { id: serial, key: merchantKey },
    platform: { id: platformId, key: platformKey },
    sealKey: Buffer.from(sealKey),
    notifyUrl: `${origin}/payments/events/WECHAT`,
    url: url.replace(/\/$/, ''),
  }
}

const Time = z.iso.datetime({ offset: true })
const Refusal = z.object({ code: z.string(), message: z.string().optional() })
const Made = z.object({ code_url: z.string().min(1) })
const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string().min(1),
  trade_state: z.enum(['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR']),
  transaction_id: z.string().min(1).exactOptional(),
  success_time: Time.exactOptional(),
  amount: z.object({ total: z.int(), currency: z.string() }).exactOptional(),
})
const Refund = z
  .object({
    transaction_id: z.string(),
    status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
    success_time: Time.exactOptional(),
    amount: z.object({ refund: z.int() }),
  })
  .refine(({ status, success_time }) => status !== 'SUCCESS' || success_time !== undefined)
const Bill = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.url() })
const Notification = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    original_type: z.string(),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
})
const Paid = Transaction.required({ transaction_id: true, success_time: true, amount: true })
const Refunded = z.object({
  mchid: z.string(),
  out_trade_no: z.string().min(1),
  transaction_id: z.string(),
  out_refund_no: z.string().min(1),
  success_time: Time,
  amount: z.object({ refund: z.int() }),
})

/** Refusals that end an order. Any other one (a wrong key of ours, a limit, a fault of theirs) may pass. */
const refusals = [
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'OUT_TRADE_NO_USED',
  'ORDER_CLOSED',
  'APPID_MCHID_NOT_MATCH',
  'MCH_NOT_EXISTS',
]
const UNKNOWN_ORDER = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST']
const UNKNOWN_REFUND = ['RESOURCE_NOT_EXISTS']
const EMPTY_DAY = ['NO_STATEMENT_EXIST']

const states = {
  SUCCESS: 'PAID',
  REFUND: 'PAID',
  NOTPAY: 'WAITING',
  USERPAYING: 'PAYING',
  CLOSED: 'CLOSED',
  REVOKED: 'CLOSED',
  PAYERROR: 'FAILED',
} as const satisfies Record<z.infer<typeof Transaction>['trade_state'], ProviderOrder['state']>

/** RFC 3339 with Shanghai's offset. */
const rfc3339 = (ms: number): string => `${shanghaiTime(ms).replace(' ', 'T')}+08:00`

/** `ref` of an order is its number: WeChat Pay gives a Native order none of its own. */
export function weChatPay(account: WeChatAccount): PaymentProvider {
  const { merchantId, appId, merchant, platform, sealKey, notifyUrl, url, timeoutMs = 8000 } = account

  const send = (method: 'GET' | 'POST', to: string, body = '', limitBytes?: number): Promise<Reply> => {
    const { pathname, search } = new URL(to)
    return exchange(to, {
      method,
      ...(body && { body }),
      headers: {
        accept: 'application/json',
        'user-agent': 'Kaika',
        'wechatpay-serial': platform.id,
        authorization: authorizationOf(merchantId, merchant, { method, path: pathname + search, body }, nowMs()),
      },
      timeoutMs,
      ...(limitBytes && { limitBytes }),
    })
  }

  const orderPath = (orderNo: string): string =>
    `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}?mchid=${merchantId}`

  /** `no`: what this request may be refused with. Only a signed answer is a yes or a no. */
  async function call<T>(path: string, shape: z.ZodType<T>, no: readonly string[], input?: object): Promise<T> {
    const method = input ? 'POST' : 'GET'
    const what = `${method} ${path.split('?')[0]}`
    const { status, headers, body } = await send(method, url + path, input && JSON.stringify(input))
    try {
      verifyHeaders(platform, headers, body, nowMs())
    } catch (cause) {
      throw new OutsideUnknown(`answered ${status}, not signed by WeChat Pay: ${what}`, { cause })
    }
    const answer = readJson(body.toString())
    if (status === 200) {
      const right = shape.safeParse(answer)
      if (right.success) return right.data
    }
    const refusal = status >= 400 && status < 500 ? Refusal.safeParse(answer).data : undefined
    if (refusal && no.includes(refusal.code)) throw new OutsideRefused(refusal.code, refusal.message)
    throw new OutsideUnknown(`answered ${status} ${refusal?.code ?? ''}: ${what}`)
  }

  /** The latest time of refunds that together return the whole payment. */
  async function reversedAt(
    paymentRef: string,
    total: number,
    refundRefs: readonly string[],
  ): Promise<number | undefined> {
    let [returned, latest] = [0, 0]
    for (const ref of refundRefs) {
      const refund = await orNull(
        call(`/v3/refund/domestic/refunds/${encodeURIComponent(ref)}`, Refund, UNKNOWN_REFUND),
        UNKNOWN_REFUND,
      )
      if (refund?.status !== 'SUCCESS' || refund.transaction_id !== paymentRef) continue
      returned += refund.amount.refund
      latest = Math.max(latest, Date.parse(refund.success_time!))
    }
    return returned >= total && latest > 0 ? latest : undefined
  }

  async function orderOf(found: z.infer<typeof Transaction>, refundRefs: readonly string[]): Promise<ProviderOrder> {
    const { out_trade_no: orderNo, trade_state: said } = found
    const state = states[said]
    if (state !== 'PAID') return { orderNo, state, ...(state === 'FAILED' && { reason: said }), payments: [] }
    const { transaction_id: ref, amount, success_time } = Paid.parse(found)
    const reversed = said === 'REFUND' ? await reversedAt(ref, amount.total, refundRefs) : undefined
    const payment = { ref, orderNo, amount: amount.total, currency: amount.currency, paidAt: Date.parse(success_time) }
    return { orderNo, state, payments: [{ ...payment, ...(reversed !== undefined && { reversedAt: reversed }) }] }
  }

  return {
    id: 'WECHAT',
    // Bills of a day are made until ten o'clock of the next.
    listedAfterMs: 10 * HOUR,
    async createOrder({ orderNo, amount, subject, expiresAt }) {
      const order = {
        appid: appId,
        mchid: merchantId,
        description: subject,
        out_trade_no: orderNo,
        time_expire: rfc3339(expiresAt),
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      }
      return { ref: orderNo, qrContent: (await call('/v3/pay/transactions/native', Made, refusals, order)).code_url }
    },
    async queryOrder(orderNo, refundRefs = []) {
      const ours = Transaction.refine(
        (one) =>
          one.out_trade_no === orderNo &&
          one.mchid === merchantId &&
          one.appid === appId &&
          (states[one.trade_state] !== 'PAID' || Paid.safeParse(one).success),
      )
      const found = await orNull(call(orderPath(orderNo), ours, UNKNOWN_ORDER), UNKNOWN_ORDER)
      return found && orderOf(found, refundRefs)
    },
    async check() {
      const { status, headers, body } = await send('GET', `${url}${orderPath('kaika-start')}`)
      const { code, message } = Refusal.safeParse(readJson(body.toString())).data ?? {}
      // An answer to a request whose signature is wrong has none itself.
      if (status === 401 && code !== undefined) throw new OutsideRefused(code, message)
      if (code === 'APPID_MCHID_NOT_MATCH' || code === 'MCH_NOT_EXISTS') throw new OutsideRefused(code, message)
      try {
        verifyHeaders(platform, headers, body, nowMs())
      } catch (cause) {
        throw new OutsideUnknown(`answered ${status}, not signed by the key of KAIKA_WECHAT_PLATFORM_KEY_FILE`, {
          cause,
        })
      }
    },
    async paymentsOf(day) {
      if (nowMs() < startOfDate(day) + DAY + 10 * HOUR)
        throw new OutsideUnknown(`the bill of ${day} is made until ten o'clock of the next day`)
      const asked = call(`/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`, Bill, EMPTY_DAY)
      const bill = await orNull(asked, EMPTY_DAY)
      if (!bill) return { payments: [] }
      // Our signature is for WeChat Pay only.
      if (new URL(bill.download_url).origin !== new URL(url).origin)
        throw new OutsideUnknown('the bill is at another host')
      // This answer has no signature; the signed one before it has the hash.
      const { status, body } = await send('GET', bill.download_url, '', BILL_BYTES)
      if (status !== 200 || createHash('sha1').update(body).digest('hex') !== bill.hash_value.toLowerCase())
        throw new OutsideUnknown(`answered ${status} with another bill of ${day}`)
      return weChatBill(body.toString(), { merchantId, appId })
    },
    verifyEvents(headers, raw) {
      verifyHeaders(platform, headers, raw, nowMs())
      const { id, event_type: type, resource } = read(Notification, raw.toString())
      if (type !== 'TRANSACTION.SUCCESS' && type !== 'REFUND.SUCCESS') return []
      const text = unseal(sealKey, resource)
      const event = type === 'REFUND.SUCCESS' ? refundEvent(id, text) : paidEvent(id, text)
      return [event]
    },
  }

  function paidEvent(id: string, text: string): ProviderEvent {
    const paid = read(Paid, text)
    if (paid.mchid !== merchantId || paid.appid !== appId) throw new BadSignature('another merchant')
    const { out_trade_no: orderNo, transaction_id: paymentRef, amount } = paid
    return {
      id,
      type: 'payment.paid',
      orderNo,
      paymentRef,
      amount: amount.total,
      occurredAt: Date.parse(paid.success_time),
    }
  }

  function refundEvent(id: string, text: string): ProviderEvent {
    const refund = read(Refunded, text)
    if (refund.mchid !== merchantId) throw new BadSignature('another merchant')
    const { out_trade_no: orderNo, transaction_id: paymentRef, out_refund_no: refundRef, amount } = refund
    const event = { id, type: 'payment.reversed', orderNo, paymentRef, refundRef } as const
    return { ...event, amount: amount.refund, occurredAt: Date.parse(refund.success_time) }
  }
}

/** `null` for a refusal by one of these codes. */
async function orNull<T>(answer: Promise<T>, codes: readonly string[]): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof OutsideRefused && codes.includes(error.code)) return null
    throw error
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A signed message of another form is not repeated with a better one, but its sender has to learn that nothing was stored. */
function read<T>(shape: z.ZodType<T>, text: string): T {
  const found = shape.safeParse(readJson(text))
  if (!found.success) throw new SyntaxError('a message of another form')
  return found.data
}
