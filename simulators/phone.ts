import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod'
import { BadSignature, verify } from '#server/outside/signatures.ts'
import { Refused, type World } from './world.ts'

const MessageInput = z.object({
  mobile: z.string().regex(/^\d{5,15}$/),
  area: z.string().regex(/^\+?\d{1,4}$/),
  text: z.string().min(1).max(1000),
  code: z.string().max(12).optional(),
})
const InboxInput = z.object({ mobile: z.string().optional() })
type Row = { mobile: string; text: string; code: string | null; time: number }

/** Where the messages of every gateway arrive. Those of a real one have no separate code, so it is read from the text. */
export function putOnPhone(
  { store, now }: Pick<World, 'store' | 'now'>,
  { mobile, area, text, code = /\b\d{6}\b/.exec(text)?.[0] }: z.infer<typeof MessageInput>,
): void {
  store.run('INSERT INTO messages (mobile, area, text, code, time) VALUES (:mobile, :area, :text, :code, :time)', {
    ...{ mobile, area, text, code: code ?? null, time: now() },
  })
}

/** The gateway that accepts messages, and the phone that displays them. */
export function smsRoutes(app: FastifyInstance, world: World): void {
  app.post('/sms/messages', (request) => {
    try {
      verify(world.key, request.headers, request.signedText ?? '', world.now(), Number.MAX_SAFE_INTEGER)
    } catch (error) {
      throw error instanceof BadSignature ? new Refused(401, 'BAD_SIGNATURE') : error
    }
    putOnPhone(world, MessageInput.parse(request.body))
    return { accepted: true }
  })

  app.get('/sms/inbox', (request) => {
    const { mobile } = InboxInput.parse(request.query)
    const rows = mobile
      ? world.store.many<Row>(
          'SELECT mobile, text, code, time FROM messages WHERE mobile = :mobile ORDER BY seq DESC LIMIT 100',
          { mobile: mobile.replace(/\D/g, '') },
        )
      : world.store.many<Row>('SELECT mobile, text, code, time FROM messages ORDER BY seq DESC LIMIT 100')
    return rows.map(({ code, ...row }) => (code === null ? row : { ...row, code }))
  })
}

const PERIOD_MS = 30_000
const AskedInput = z.object({ secret: z.string().optional() })

/** The authenticator app on the phone: for the demo's staff, or for any secret passed to it. */
export function authenticatorRoutes(app: FastifyInstance, world: World, staffSecret: string | undefined): void {
  app.get('/authenticator', (request) => {
    const secret = AskedInput.parse(request.query).secret ?? staffSecret
    if (!secret) return { secret: null, code: null, nextCode: null, leftMs: 0 }
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const timestamp = world.now()
    return {
      secret,
      code: totp.generate({ timestamp }),
      nextCode: totp.generate({ timestamp: timestamp + PERIOD_MS }),
      leftMs: PERIOD_MS - (timestamp % PERIOD_MS),
    }
  })
}

const MailInput = z.object({
  id: z.string().min(1).max(200),
  to: z.email(),
  subject: z.string().min(1).max(300),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
})
type MailRow = { to: string; subject: string; text: string; html: string; time: number }

/** The mail server and the inbox that displays its messages. A message received twice is shown once, as in real mailboxes. */
export function mailRoutes(app: FastifyInstance, world: World): void {
  app.post('/mail/messages', (request) => {
    try {
      verify(world.key, request.headers, request.signedText ?? '', world.now(), Number.MAX_SAFE_INTEGER)
    } catch (error) {
      throw error instanceof BadSignature ? new Refused(401, 'BAD_SIGNATURE') : error
    }
    const { id, to, subject, text, html } = MailInput.parse(request.body)
    world.store.run(
      `INSERT INTO mails (id, receiver, subject, text, html, time) VALUES (:id, :to, :subject, :text, :html, :time)
       ON CONFLICT (id) DO NOTHING`,
      { id, to, subject, text, html, time: world.now() },
    )
    return { accepted: true }
  })

  app.get('/mail/inbox', (request) => {
    const { to } = z.object({ to: z.string().optional() }).parse(request.query)
    const newest = `SELECT receiver AS "to", subject, text, html, time FROM mails`
    return to
      ? world.store.many<MailRow>(`${newest} WHERE receiver = :to ORDER BY seq DESC LIMIT 100`, { to })
      : world.store.many<MailRow>(`${newest} ORDER BY seq DESC LIMIT 100`)
  })
}
