/**
 * Twilio's Programmable Messaging: `POST /2010-04-01/Accounts/{AccountSid}/Messages.json`, a form with basic authentication. What became of a message comes to
 * `POST /sms/twilio/receipts` of the console, signed with the account's token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'
import { HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { exchangeJson, OutsideRefused, OutsideUnknown } from '../ask.ts'
import { BadSignature } from '../signatures.ts'
import type { Sms, SmsReceipt, TextMessage } from '../sms.ts'

export type TwilioAccount = {
  url: string
  accountSid: string
  authToken: string
  /** A number (`+1…`) or a messaging service (`MG…`). */
  from: string
  /** The console's public address, for delivery receipts. Undefined: none are asked for. */
  origin: string | undefined
  timeoutMs?: number
}

/** The settings of the account; what is wrong is noted. */
export const twilioFrom = (settings: Settings, because: string): TwilioAccount => ({
  url: settings.address('KAIKA_TWILIO_URL') ?? 'https://api.twilio.com',
  accountSid: settings.required('KAIKA_TWILIO_ACCOUNT', because, {
    like: /^AC[0-9a-f]{32}$/,
    says: 'an account SID: AC and 32 hexadecimal digits',
  }),
  authToken: settings.required('KAIKA_TWILIO_TOKEN', because),
  from: settings.required('KAIKA_TWILIO_FROM', because, {
    like: /^(\+[1-9]\d{4,14}|MG[0-9a-f]{32})$/,
    says: 'a number like +15005550006 or a messaging service MG…',
  }),
  origin: settings.origin('KAIKA_ORIGIN'),
})

/** Nothing was sent, and nothing will be: the number or the text is at fault. Any other error may pass: our credit, our token, their fault. */
const refusals = new Set([
  21211, // not a phone number
  21217,
  21408, // a country that the account may not text
  21610, // the recipient has unsubscribed
  21612, // not reachable from this sender
  21614, // not a mobile number
  21617, // too long
  21635, // a landline
])

const Accepted = z.object({ sid: z.string().regex(/^(SM|MM)[0-9a-f]{32}$/) })
const Refusal = z.object({ code: z.int(), message: z.string(), status: z.int() })
const Listed = z.object({
  messages: z.array(z.object({ body: z.string(), date_created: z.string(), status: z.string() })),
})
const ReceiptForm = z.object({
  AccountSid: z.string(),
  MessageSid: z.string().regex(/^(SM|MM)[0-9a-f]{32}$/),
  MessageStatus: z.string(),
  ErrorCode: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
})

/** Statuses after which no other follows. */
const outcomes: Record<string, SmsReceipt['outcome']> = {
  delivered: 'DELIVERED',
  undelivered: 'FAILED',
  failed: 'FAILED',
}

const RECEIPTS_PATH = '/sms/twilio/receipts'
/** An operator may report days later; what is older is a copy that somebody kept. */
const RECEIPT_LIFE_MS = 72 * HOUR
/** How far the clocks of the two sides may differ. */
const SKEW_MS = 5 * MINUTE

/** The base64 HMAC-SHA1 of the complete address and the sorted parameters, one after the other without separators. */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return createHmac('sha1', authToken)
    .update(url + fields.flat().join(''))
    .digest('base64')
}

export function twilioSms(account: TwilioAccount): Sms {
  const { url, accountSid, authToken, from, origin, timeoutMs = 10_000 } = account
  const messages = `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  /** The wire knows no key for a repeated request. So a message without an answer is looked for, and only what is not found is open. */
  async function isAccepted(to: string, text: string, sinceMs: number): Promise<boolean> {
    const query = new URLSearchParams({ To: to, PageSize: '20' })
    const { status, answer } = await exchangeJson(`${messages}?${query}`, { headers: { authorization }, timeoutMs })
    const listed = Listed.safeParse(answer)
    if (status !== 200 || !listed.success) return false
    return listed.data.messages.some(
      // A trial account puts words in front of the text. Times are whole seconds.
      ({ body, date_created }) => body.endsWith(text) && Date.parse(date_created) >= sinceMs - SKEW_MS,
    )
  }

  async function post(to: string, text: string): Promise<void> {
    const form = new URLSearchParams({
      To: to,
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      Body: text,
      // The signature of a receipt covers the address, so the time in it is how old a receipt is.
      ...(origin !== undefined && { StatusCallback: `${origin}${RECEIPTS_PATH}?at=${nowMs()}` }),
    })
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const { status, answer } = await exchangeJson(messages, {
      method: 'POST',
      headers,
      body: form.toString(),
      timeoutMs,
    })
    if (status === 201 && Accepted.safeParse(answer).success) return
    const refusal = Refusal.safeParse(answer)
    if (status === 400 && refusal.success && refusals.has(refusal.data.code))
      throw new OutsideRefused(String(refusal.data.code), refusal.data.message)
    throw new OutsideUnknown(`answered ${status}${refusal.success ? ` (${refusal.data.code})` : ''}: Twilio`)
  }

  return {
    async send({ area, mobile, text }: TextMessage) {
      const to = `+${`${area}${mobile}`.replace(/\D/g, '')}`
      const fromMs = nowMs()
      try {
        await post(to, text)
      } catch (error) {
        if (!(error instanceof OutsideUnknown)) throw error
        if (!(await isAccepted(to, text, fromMs).catch(() => false))) throw error
      }
    },
    async check() {
      const { status, answer } = await exchangeJson(`${url}/2010-04-01/Accounts/${accountSid}.json`, {
        ...{ headers: { authorization }, timeoutMs },
      })
      if (status === 200) return
      const refusal = Refusal.safeParse(answer)
      if ((status === 401 || status === 404) && refusal.success)
        throw new OutsideRefused(String(refusal.data.code), refusal.data.message)
      throw new OutsideUnknown(`answered ${status}: Twilio`)
    },
    ...(origin !== undefined && {
      receipts: { provider: 'twilio', read: (request) => readReceipt({ ...request, origin, account }) },
    }),
  }
}

/** Returns the outcome of a message, or undefined for a status on its way there. Throws {@link BadSignature} if it is forged, stale or another account's. */
function readReceipt({
  path,
  headers,
  body,
  origin,
  account,
}: {
  path: string
  headers: IncomingHttpHeaders
  body: string
  origin: string
  account: TwilioAccount
}): SmsReceipt | undefined {
  const form = new URLSearchParams(body)
  const given = Buffer.from(String(headers['x-twilio-signature'] ?? ''), 'base64')
  const expected = Buffer.from(twilioSignature(account.authToken, `${origin}${path}`, form), 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new BadSignature('signature')
  const at = new URL(path, origin).searchParams.get('at') ?? ''
  const ageMs = /^\d{1,15}$/.test(at) ? nowMs() - Number(at) : Number.NaN
  if (!(ageMs <= RECEIPT_LIFE_MS && ageMs >= -SKEW_MS)) throw new BadSignature('too old or too far ahead')
  const receipt = ReceiptForm.parse(Object.fromEntries(form))
  if (receipt.AccountSid !== account.accountSid) throw new BadSignature('of another account')
  const outcome = outcomes[receipt.MessageStatus]
  return outcome && { ref: receipt.MessageSid, outcome, errorCode: receipt.ErrorCode }
}
