/** Alibaba Cloud's SMS: the action `SendSms`, with a signature that covers the time and a nonce, and templates that were approved. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { aliyunAuthorization, sha256Hex } from '#server/outside/requestSignatures.ts'
import { putOnPhone } from '../phone.ts'
import type { World } from '../world.ts'

const SKEW_MS = 15 * 60_000
const SIGNED = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']
/** Numbers that trigger an answer. */
const ILLEGAL = '13900000001'
const TOO_MANY = '13900000002'

type Vendor = NonNullable<World['vendors']['aliyun']>

export function aliyunRoutes(scope: FastifyInstance, world: World): void {
  /** With the time they were used at: the gateway refuses each for as long as its time is right. */
  const nonces = new Map<string, number>()

  scope.post('/', (request, reply) => {
    const { aliyun } = world.vendors
    const fault = faultOf(request, aliyun)
    if (fault || !aliyun) return answer(reply, fault?.[0] ?? 403, fault?.[1] ?? 'Forbidden')
    const query = request.query as Record<string, string>
    if (request.headers['x-acs-action'] === 'QuerySmsTemplate') return answer(reply, 200, 'OK')
    if (request.headers['x-acs-action'] !== 'SendSms') return answer(reply, 404, 'InvalidAction.NotFound')
    const { PhoneNumbers: number = '', SignName, TemplateCode, TemplateParam } = query
    if (!/^(1[3-9]\d{9}|[1-9]\d{6,14})$/.test(number) || number === ILLEGAL)
      return answer(reply, 200, 'isv.MOBILE_NUMBER_ILLEGAL')
    if (SignName !== aliyun.signName) return answer(reply, 200, 'isv.SMS_SIGNATURE_ILLEGAL')
    if (number === TOO_MANY) return answer(reply, 200, 'isv.BUSINESS_LIMIT_CONTROL')
    const code = TemplateParam === undefined ? undefined : (JSON.parse(TemplateParam) as { code?: string }).code
    if (TemplateCode === aliyun.codeTemplate) {
      if (code === undefined) return answer(reply, 200, 'isv.TEMPLATE_MISSING_PARAMETERS')
      putOnPhone(world, {
        mobile: number,
        area: '86',
        text: `【${SignName}】验证码 ${code}，5 分钟内有效。请勿告诉任何人。`,
      })
    } else if (TemplateCode === aliyun.noticeTemplate)
      putOnPhone(world, { mobile: number, area: '86', text: `【${SignName}】您的账户有新的通知，请登录控制台查看。` })
    else return answer(reply, 200, 'isv.SMS_TEMPLATE_ILLEGAL')
    return answer(reply, 200, 'OK')
  })

  /** Status and code of a request that does not come from this account, or comes twice. */
  function faultOf(request: FastifyRequest, vendor: Vendor | undefined): [number, string] | undefined {
    const { headers } = request
    const given = /Credential=([^,]+),SignedHeaders=([^,]+),Signature=/.exec(headers.authorization ?? '')
    if (!given) return [400, 'MissingAuthorization']
    if (!vendor || given[1] !== vendor.keyId) return [404, 'InvalidAccessKeyId.NotFound']
    const names = given[2]!.split(';')
    if (SIGNED.some((name) => !names.includes(name))) return [400, 'IncompleteSignature']
    const at = Date.parse(String(headers['x-acs-date']))
    if (!(Math.abs(world.now() - at) <= SKEW_MS)) return [400, 'InvalidTimeStamp.Expired']
    const expected = aliyunAuthorization(
      {
        method: request.method,
        url: `http://${headers.host}${request.url}`,
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
        bodyHash: sha256Hex(request.signedText ?? ''),
      },
      vendor,
    )
    if (headers.authorization !== expected) return [400, 'SignatureDoesNotMatch']
    const nonce = String(headers['x-acs-signature-nonce'])
    for (const [used, time] of nonces) if (world.now() - time > 2 * SKEW_MS) nonces.delete(used)
    if (nonces.has(nonce)) return [400, 'SignatureNonceUsed']
    nonces.set(nonce, world.now())
    return undefined
  }
}

function answer(reply: FastifyReply, status: number, code: string): FastifyReply {
  const id = randomUUID().toUpperCase()
  const biz = code === 'OK' && { BizId: `${Date.now()}^0` }
  return reply.code(status).send({ RequestId: id, Code: code, Message: code, ...biz })
}
