/**
 * Alipay's gateway for merchants: orders paid by scanning a code (alipay.trade.precreate). Source: Alipay open platform, "Pay face to face". Amounts on the wire
 * are yuan with two decimals, times are those of Shanghai.
 */
import type { KeyObject } from 'node:crypto'
import * as z from 'zod'
import { parse } from '#contract/core/money.ts'
import { DAY, HOUR, nowMs, startOfDate } from '#server/core/clock.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { exchange, OutsideRefused, OutsideUnknown, type Reply } from '../ask.ts'
import type { PaymentProvider, ProviderEvent, ProviderOrder } from '../payments.ts'
import { BadSignature, TOLERANCE_MS } from '../signatures.ts'
import { contentOf, isNotificationSigned, signRequest } from './alipaySignatures.ts'
import { alipayBill, BILL_BYTES, fromShanghaiTime, shanghaiTime, unzipAlipayBill } from './bills.ts'
import { keyFrom } from './rsa.ts'

export type AlipayAccount = {
  appId: string
  /** The application's private key. */
  key: KeyObject
  /** Alipay's public key; not the application's own. */
  alipayKey: KeyObject
  /** Where Alipay sends notifications. */
  notifyUrl: string
  /** `https://openapi.alipay.com/gateway.do` */
  url: string
  timeoutMs?: number
}

/** The account in the settings; `undefined` if something is missing or wrong, which is noted there. */
export function alipayFrom(settings: Settings, origin: string): AlipayAccount | undefined {
  const because = 'KAIKA_RAILS names alipay'
  const appId = settings.required('KAIKA_ALIPAY_APP', because, { like: /^\d{16}$/, says: 'an app id of 16 digits' })
  const key = keyFrom(settings, 'KAIKA_ALIPAY_KEY_FILE', 'private', because)
  const alipayKey = keyFrom(settings, 'KAIKA_ALIPAY_PUBLIC_KEY_FILE', 'public', because)
  const url = settings.address('KAIKA_ALIPAY_URL') ?? 'https://openapi.alipay.com/gateway.do'
  if (!key || !alipayKey) return undefined
  return { appId, key, alipayKey, notifyUrl: `${origin}/payments/events/ALIPAY`, url }
}

const Yuan = z.string().transform((text, context) => {
  const fen = parse(text)
  if (fen === undefined) context.addIssue('not an amount')
  return fen ?? 0
})
const Time = z.string().transform((text, context) => {
  const ms = fromShanghaiTime(text)
  if (ms === undefined) context.addIssue('not a time')
  return ms ?? 0
})
const Status = z.enum(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED'])
const Answer = z.object({ code: z.string(), sub_code: z.string().optional(), sub_msg: z.string().optional() })
const Made = z.object({ out_trade_no: z.string(), qr_code: z.string().min(1) })
const Trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().min(1),
  trade_status: Status,
  total_amount: Yuan,
  /** The time of payment. */
  send_pay_date: Time.exactOptional(),
})
const Bill = z.object({ bill_download_url: z.url() })
const Notification = z.object({
  notify_id: z.string().min(1),
  notify_time: Time,
  app_id: z.string(),
  out_trade_no: z.string().min(1),
  trade_no: z.string().min(1),
  trade_status: Status,
  total_amount: Yuan,
  gmt_payment: Time.exactOptional(),
  /** Only if a part or all was refunded. */
  refund_fee: Yuan.exactOptional(),
  gmt_refund: z.string().exactOptional(),
  out_biz_no: z.string().exactOptional(),
})

/** Refusals that end an order. Any other one (a wrong key of ours, a fault of theirs) may pass. */
const refusals = [
  'ACQ.CONTEXT_INCONSISTENT',
  'ACQ.TRADE_HAS_SUCCESS',
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.INVALID_PARAMETER',
  'ACQ.TOTAL_FEE_EXCEED',
  'ACQ.EXIST_FORBIDDEN_WORD',
]
const UNKNOWN_ORDER = 'ACQ.TRADE_NOT_EXIST'
const EMPTY_DAY = 'isp.bill_not_exist'

/** Notifications are repeated for 25 hours and may keep the time of the first. */
const REPEATED_MS = 26 * HOUR

/** `ref` of an order is its number: Alipay gives it none of its own before somebody scans the code. */
export function alipay(account: AlipayAccount): PaymentProvider {
  const { appId, key, alipayKey, notifyUrl, url, timeoutMs = 8000 } = account

  /** `more`: parameters beside the content. */
  function send(method: string, input: object, more: Record<string, string> = {}): Promise<Reply> {
    const parameters = signRequest(key, {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: shanghaiTime(nowMs()),
      version: '1.0',
      biz_content: JSON.stringify(input),
      ...more,
    })
    return exchange(`${url}?charset=utf-8`, {
      method: 'POST',
      body: new URLSearchParams(parameters).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      timeoutMs,
    })
  }

  /** `no`: what this request may be refused with. Only a signed answer is a yes or a no. */
  async function call<T>(
    method: string,
    shape: z.ZodType<T>,
    no: readonly string[],
    input: object,
    more: Record<string, string> = {},
  ): Promise<T> {
    const { status, body } = await send(method, input, more)
    const content = contentOf(alipayKey, method, body.toString())
    if (content === undefined) throw new OutsideUnknown(`answered ${status}, not signed by Alipay: ${method}`)
    const answer: unknown = JSON.parse(content)
    const { code, sub_code: reason = '', sub_msg: text } = Answer.safeParse(answer).data ?? {}
    const right = code === '10000' ? shape.safeParse(answer) : undefined
    if (right?.success) return right.data
    if (code?.startsWith('4') && no.includes(reason)) throw new OutsideRefused(reason, text)
    throw new OutsideUnknown(`answered ${code ?? status} ${reason}: ${method}`)
  }

  function orderOf(trade: z.infer<typeof Trade>): ProviderOrder {
    const { out_trade_no: orderNo, trade_no: ref, trade_status: said, send_pay_date: paidAt } = trade
    if (said === 'WAIT_BUYER_PAY') return { orderNo, state: 'WAITING', payments: [] }
    // A paid trade is closed by a refund of all of it; the answer does not say when.
    if (paidAt === undefined) return { orderNo, state: 'CLOSED', payments: [] }
    const payment = { ref, orderNo, amount: trade.total_amount, currency: 'CNY', paidAt }
    return {
      orderNo,
      state: 'PAID',
      payments: [{ ...payment, ...(said === 'TRADE_CLOSED' && { reversedAt: nowMs() }) }],
    }
  }

  return {
    id: 'ALIPAY',
    // Bills of a day are made until nine o'clock of the next, sometimes later.
    listedAfterMs: 10 * HOUR,
    acknowledgement: 'success',
    async createOrder({ orderNo, amount, subject, expiresAt }) {
      const order = {
        out_trade_no: orderNo,
        total_amount: (amount / 100).toFixed(2),
        subject,
        time_expire: shanghaiTime(expiresAt),
      }
      const ours = Made.refine((made) => made.out_trade_no === orderNo)
      const made = await call('alipay.trade.precreate', ours, refusals, order, { notify_url: notifyUrl })
      return { ref: orderNo, qrContent: made.qr_code }
    },
    /** `null` also before somebody scans the code. */
    async queryOrder(orderNo) {
      const ours = Trade.refine(
        (trade) =>
          trade.out_trade_no === orderNo &&
          (trade.send_pay_date !== undefined || !['TRADE_SUCCESS', 'TRADE_FINISHED'].includes(trade.trade_status)),
      )
      try {
        return orderOf(await call('alipay.trade.query', ours, [UNKNOWN_ORDER], { out_trade_no: orderNo }))
      } catch (error) {
        if (error instanceof OutsideRefused) return null
        throw error
      }
    },
    async check() {
      const method = 'alipay.trade.query'
      const { status, body } = await send(method, { out_trade_no: 'kaika-start' })
      const answer = body.toString()
      // An answer to a request whose application or signature is wrong has none itself.
      const [, wrong] =
        /"sub_code"\s*:\s*"(isv\.(?:invalid-signature|invalid-app-id|missing-signature-key))"/.exec(answer) ?? []
      if (wrong !== undefined) throw new OutsideRefused(wrong, 'Alipay refuses the application or its key')
      if (contentOf(alipayKey, method, answer) === undefined)
        throw new OutsideUnknown(`answered ${status}, not signed by the key of KAIKA_ALIPAY_PUBLIC_KEY_FILE`)
    },
    async paymentsOf(day) {
      if (nowMs() < startOfDate(day) + DAY + 10 * HOUR)
        throw new OutsideUnknown(`the bill of ${day} is made until ten o'clock of the next day`)
      const bill = await call('alipay.data.dataservice.bill.downloadurl.query', Bill, [EMPTY_DAY], {
        bill_type: 'trade',
        bill_date: day,
      }).catch((error: unknown) => {
        if (error instanceof OutsideRefused) return undefined
        throw error
      })
      if (!bill) return { payments: [] }
      // The file has no signature, so that it is Alipay's rests on its host and on TLS.
      const from = new URL(bill.bill_download_url)
      if (from.origin !== new URL(url).origin && !(from.protocol === 'https:' && from.hostname.endsWith('.alipay.com')))
        throw new OutsideUnknown('the bill is at another host')
      const { status, body } = await exchange(from.href, { timeoutMs: 60_000, limitBytes: BILL_BYTES })
      if (status !== 200) throw new OutsideUnknown(`answered ${status}: the bill of ${day}`)
      return alipayBill(await unzipAlipayBill(body))
    },
    verifyEvents(_, raw) {
      const parameters = Object.fromEntries(new URLSearchParams(raw.toString()))
      if (!isNotificationSigned(alipayKey, parameters)) throw new BadSignature('signature')
      if (parameters['app_id'] !== appId) throw new BadSignature('another application')
      const found = Notification.safeParse(parameters)
      if (!found.success) throw new SyntaxError('a notification of another form')
      const ageMs = nowMs() - found.data.notify_time
      if (ageMs > REPEATED_MS || -ageMs > TOLERANCE_MS) throw new BadSignature('too old or too far ahead')
      return eventsOf(found.data)
    },
  }
}

function eventsOf(told: z.infer<typeof Notification>): ProviderEvent[] {
  const { notify_id: id, out_trade_no: orderNo, trade_no: paymentRef, out_biz_no: refundRef } = told
  const event = { id, orderNo, paymentRef }
  if (told.refund_fee !== undefined)
    return [
      {
        ...event,
        type: 'payment.reversed',
        amount: told.refund_fee,
        // `2026-03-01 09:30:00.123`
        occurredAt: fromShanghaiTime((told.gmt_refund ?? '').slice(0, 19)) ?? told.notify_time,
        ...(refundRef !== undefined && { refundRef }),
      },
    ]
  if (told.trade_status !== 'TRADE_SUCCESS' && told.trade_status !== 'TRADE_FINISHED') return []
  return [
    { ...event, type: 'payment.paid', amount: told.total_amount, occurredAt: told.gmt_payment ?? told.notify_time },
  ]
}
