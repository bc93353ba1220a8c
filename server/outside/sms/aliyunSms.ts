/**
 * Alibaba Cloud's SMS in China ("Dysms"): the action `SendSms` of 2017-05-25. Texts are templates that the carriers have approved, so only the code is sent; a
 * text without one becomes the template for notices. Its delivery reports are not signed, so none are received (docs/operate/vendors.md).
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { nowMs } from '#server/core/clock.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { exchangeJson, OutsideRefused, OutsideUnknown } from '../ask.ts'
import { sha256Hex, signForAliyun } from '../requestSignatures.ts'
import type { Sms } from '../sms.ts'

export type AliyunAccount = {
  url: string
  keyId: string
  secret: string
  signName: string
  /** A template with `${code}`. */
  codeTemplate: string
  /** A template without variables, for every text without a code. */
  noticeTemplate: string
  timeoutMs?: number
}

const TEMPLATE = { like: /^SMS_\d+$/, says: 'the code of a template: SMS_ and digits' }

/** The settings of the account; what is wrong is noted. */
export const aliyunFrom = (settings: Settings, because: string): AliyunAccount => ({
  url: settings.address('KAIKA_ALIYUN_SMS_URL') ?? 'https://dysmsapi.aliyuncs.com',
  keyId: settings.required('KAIKA_ALIYUN_KEY_ID', because),
  secret: settings.required('KAIKA_ALIYUN_KEY_SECRET', because),
  signName: settings.required('KAIKA_ALIYUN_SIGN_NAME', because),
  codeTemplate: settings.required('KAIKA_ALIYUN_CODE_TEMPLATE', because, TEMPLATE),
  noticeTemplate: settings.required('KAIKA_ALIYUN_NOTICE_TEMPLATE', because, TEMPLATE),
})

/** The number, the template or the signature is refused: nothing was sent. Any other code (flow control, credit, permissions, a system error) may pass. */
const refusals = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.SMS_TEMPLATE_ILLEGAL',
  'isv.SMS_SIGNATURE_ILLEGAL',
  'isv.SMS_SIGN_ILLEGAL',
  'isv.TEMPLATE_MISSING_PARAMETERS',
  'isv.TEMPLATE_PARAMS_ILLEGAL',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.PARAM_LENGTH_LIMIT',
  'isv.NOT_SUPPORTED_COUNTRY',
])

/** The key does not exist, is disabled, or does not fit its secret. */
const wrongKeys = new Set(['InvalidAccessKeyId.NotFound', 'InvalidAccessKeyId.Inactive', 'SignatureDoesNotMatch'])

const Answer = z.object({ Code: z.string(), Message: z.string(), RequestId: z.string(), BizId: z.string().optional() })

export function aliyunSms(account: AliyunAccount): Sms {
  const { url, keyId, secret, signName, codeTemplate, noticeTemplate, timeoutMs = 10_000 } = account

  function call(action: string, query: URLSearchParams): Promise<{ status: number; answer: unknown }> {
    const request = { method: 'POST' as const, url: `${url}/?${query}`, headers: {}, bodyHash: sha256Hex('') }
    const sent = { action, version: '2017-05-25', nonce: randomUUID(), nowMs: nowMs() }
    const headers = signForAliyun(request, { keyId, secret }, sent)
    return exchangeJson(request.url, { method: 'POST', headers, timeoutMs })
  }

  return {
    async send({ area, mobile, code }) {
      const calling = area.replace(/\D/g, '')
      const query = new URLSearchParams({
        PhoneNumbers: calling === '86' ? mobile : `${calling}${mobile}`,
        SignName: signName,
        TemplateCode: code === undefined ? noticeTemplate : codeTemplate,
        ...(code !== undefined && { TemplateParam: JSON.stringify({ code }) }),
      })
      const { status, answer } = await call('SendSms', query)
      const told = Answer.safeParse(answer)
      if (status === 200 && told.data?.Code === 'OK' && told.data.BizId !== undefined) return
      if ((status === 200 || status === 400) && told.success && refusals.has(told.data.Code))
        throw new OutsideRefused(told.data.Code, told.data.Message)
      throw new OutsideUnknown(`answered ${status}${told.success ? ` (${told.data.Code})` : ''}: Alibaba Cloud SMS`)
    },
    async check() {
      // A key that may only send is answered with a code of its own, which is fine.
      const { status, answer } = await call('QuerySmsTemplate', new URLSearchParams({ TemplateCode: codeTemplate }))
      const told = Answer.safeParse(answer)
      if (told.success && wrongKeys.has(told.data.Code)) throw new OutsideRefused(told.data.Code, told.data.Message)
      if (!told.success) throw new OutsideUnknown(`answered ${status}: Alibaba Cloud SMS`)
    },
  }
}
