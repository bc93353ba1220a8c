import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { BadSignature, verify } from '#server/outside/signatures.ts'
import { Refused, type World } from '../world.ts'

const MailWish = z.object({
  id: z.string().min(1).max(200),
  to: z.email(),
  subject: z.string().min(1).max(300),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
})
type Row = { to: string; subject: string; text: string; html: string; time: number }

/** The mail server and the inbox that displays its messages. A message received twice is shown once, as in real mailboxes. */
export function mailRoutes(app: FastifyInstance, world: World): void {
  app.post('/mail/messages', (request) => {
    try {
      verify(world.key, request.headers, request.signedText ?? '', world.now(), Number.MAX_SAFE_INTEGER)
    } catch (error) {
      throw error instanceof BadSignature ? new Refused(401, 'BAD_SIGNATURE') : error
    }
    const { id, to, subject, text, html } = MailWish.parse(request.body)
    world.store.run(
      `INSERT INTO mails (id, receiver, subject, text, html, time) VALUES (:id, :to, :subject, :text, :html, :time)
       ON CONFLICT (id) DO NOTHING`,
      { id, to, subject, text, html, time: world.now() },
    )
    return {}
  })

  app.get('/mail/inbox', (request) => {
    const { to } = z.object({ to: z.string().optional() }).parse(request.query)
    const newest = `SELECT receiver AS "to", subject, text, html, time FROM mails`
    return to
      ? world.store.many<Row>(`${newest} WHERE receiver = :to ORDER BY seq DESC LIMIT 100`, { to })
      : world.store.many<Row>(`${newest} ORDER BY seq DESC LIMIT 100`)
  })
}
