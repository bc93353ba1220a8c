import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { BadSignature, verify } from '#server/outside/signatures.ts'
import { Refused, type World } from '../world.ts'

const MessageWish = z.object({
  mobile: z.string().regex(/^\d{5,15}$/),
  area: z.string().regex(/^\+?\d{1,4}$/),
  text: z.string().min(1).max(1000),
  code: z.string().max(12).optional(),
})
const InboxWish = z.object({ mobile: z.string().optional() })
type Row = { mobile: string; text: string; code: string | null; time: number }

/** The gateway that accepts messages, and the phone that displays them. */
export function smsRoutes(app: FastifyInstance, world: World): void {
  app.post('/sms/messages', (request) => {
    try {
      verify(world.key, request.headers, request.signedText ?? '', world.now(), Number.MAX_SAFE_INTEGER)
    } catch (error) {
      throw error instanceof BadSignature ? new Refused(401, 'BAD_SIGNATURE') : error
    }
    const { mobile, area, text, code } = MessageWish.parse(request.body)
    world.store.run(
      'INSERT INTO messages (mobile, area, text, code, time) VALUES (:mobile, :area, :text, :code, :time)',
      {
        mobile,
        area,
        text,
        code: code ?? null,
        time: world.now(),
      },
    )
    return {}
  })

  app.get('/sms/inbox', (request) => {
    const { mobile } = InboxWish.parse(request.query)
    const rows = mobile
      ? world.store.many<Row>(
          'SELECT mobile, text, code, time FROM messages WHERE mobile = :mobile ORDER BY seq DESC LIMIT 100',
          { mobile: mobile.replace(/\D/g, '') },
        )
      : world.store.many<Row>('SELECT mobile, text, code, time FROM messages ORDER BY seq DESC LIMIT 100')
    return rows.map(({ code, ...row }) => (code === null ? row : { ...row, code }))
  })
}
