/** Twilio's messages: accepted with basic authentication, shown on the phone, and reported to the address that the message named. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { twilioSignature } from '#server/outside/sms/twilioSms.ts'
import type { Post } from '../network/post.ts'
import { putOnPhone } from '../phone.ts'
import type { World } from '../world.ts'

/** Twilio's own numbers for tests, and one of ours that is accepted and never reached. */
const refusals: Record<string, { code: number; message: string }> = {
  '+15005550001': { code: 21211, message: "The 'To' number is not a valid phone number." },
  '+15005550002': { code: 21612, message: "The 'To' phone number is not currently reachable." },
  '+15005550003': { code: 21408, message: 'Permission to send an SMS has not been enabled for the region.' },
  '+15005550004': { code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { code: 21614, message: "'To' number is not a valid mobile number" },
}
const UNREACHED = '+15005550030'
const E164 = /^\+[1-9]\d{4,14}$/
const REPORT_MS = 5000

type Row = { sid: string; receiver: string; body: string; time: number }
/** An answer in Twilio's form. */
class TwilioError extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function twilioRoutes(scope: FastifyInstance, world: World, post: Post): void {
  const { store } = world
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((error, _request, reply) => {
    const { status, code, message } =
      error instanceof TwilioError ? error : new TwilioError(500, 20500, 'Internal Server Error')
    return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
  })

  /** Returns the account of the address, if the token is its own. */
  function admit(request: FastifyRequest): { accountSid: string; authToken: string } {
    const { twilio } = world.vendors
    const { sid } = request.params as { sid: string }
    const given = Buffer.from(request.headers.authorization ?? '')
    const token = Buffer.from(`${twilio?.accountSid}:${twilio?.authToken}`).toString('base64')
    const expected = Buffer.from(`Basic ${token}`)
    if (!twilio || given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new TwilioError(401, 20003, 'Authenticate')
    if (sid !== twilio.accountSid) throw new TwilioError(404, 20404, 'The requested resource was not found')
    return twilio
  }

  scope.post('/2010-04-01/Accounts/:sid/Messages.json', (request, reply) => {
    const account = admit(request)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? '']
    if (!form.has('From') && !form.has('MessagingServiceSid'))
      throw new TwilioError(400, 21603, "A 'From' phone number is required.")
    if (!body) throw new TwilioError(400, 21602, 'Message body is required.')
    if (body.length > 1600)
      throw new TwilioError(400, 21617, 'The concatenated message body exceeds the 1600 character limit')
    if (!E164.test(to)) throw new TwilioError(400, 21211, "The 'To' number is not a valid phone number.")
    const refusal = refusals[to]
    if (refusal) throw new TwilioError(400, refusal.code, refusal.message)
    const sid = `SM${randomBytes(16).toString('hex')}`
    store.run('INSERT INTO twilio_messages (sid, receiver, body, time) VALUES (:sid, :to, :body, :time)', {
      ...{ sid, to, body, time: world.now() },
    })
    if (to !== UNREACHED) putOnPhone(world, { mobile: to.slice(1), area: '', text: body })
    const callback = form.get('StatusCallback')
    if (callback) void report(account, callback, sid, to)
    return reply.code(201).send(shown(account.accountSid, { sid, receiver: to, body, time: world.now() }))
  })

  scope.get('/2010-04-01/Accounts/:sid.json', (request) => {
    const { accountSid } = admit(request)
    return { sid: accountSid, status: 'active', type: 'Full' }
  })

  scope.get('/2010-04-01/Accounts/:sid/Messages.json', (request) => {
    const { accountSid } = admit(request)
    const { To: to = '', PageSize: size = '50' } = request.query as Record<string, string>
    const rows = store.many<Row>(
      'SELECT sid, receiver, body, time FROM twilio_messages WHERE receiver = :to ORDER BY seq DESC LIMIT :size',
      { to, size: Math.min(Number(size), 1000) },
    )
    return { messages: rows.map((row) => shown(accountSid, row)), page: 0, page_size: Number(size) }
  })

  /** Twice, as on the real wire: on its way, and its end. The server may have another public address than here, so only the path is called. */
  async function report(
    { accountSid, authToken }: { accountSid: string; authToken: string },
    callback: string,
    sid: string,
    to: string,
  ) {
    for (const status of ['sent', to === UNREACHED ? 'undelivered' : 'delivered']) {
      const form = new URLSearchParams({
        ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', MessageSid: sid, MessageStatus: status },
        ...{ SmsSid: sid, SmsStatus: status, To: to },
        ...(status === 'undelivered' && { ErrorCode: '30006' }),
      })
      const body = Buffer.from(form.toString())
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': body.length,
        'x-twilio-signature': twilioSignature(authToken, callback, form),
      }
      const { pathname, search } = new URL(callback)
      await post(`${pathname}${search}`, headers, body, REPORT_MS).catch(() => {}) // Twilio gives up as well
    }
  }
}

const shown = (accountSid: string, { sid, receiver, body, time }: Row) => ({
  ...{
    account_sid: accountSid,
    sid,
    to: receiver,
    body,
    status: 'queued',
    direction: 'outbound-api',
    num_segments: '1',
  },
  ...{ date_created: new Date(time).toUTCString().replace('GMT', '+0000'), error_code: null, error_message: null },
})
