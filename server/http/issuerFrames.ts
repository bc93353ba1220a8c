/**
 * Pages in which an issuer's own script shows a card's number, in a frame of the console (server/outside/issuers/issuer.ts, `frame`). They are on our origin, with a policy of
 * their own, and need no session: a ticket for one card, valid for a minute, comes with the address.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { outside, OutsideRefused, OutsideUnknown, type IssuerFrame } from '../outside/outside.ts'

type At = { Params: { issuerId: string } }

export async function issuerFrames(app: FastifyInstance): Promise<void> {
  const frameOf = (issuerId: string): IssuerFrame | undefined => outside.issuers.get(issuerId)?.frame
  const none = (reply: FastifyReply): FastifyReply => reply.code(404).send({ error: 'issuer' })
  /** Only the console may show it, and nothing of it is kept. */
  const shown = (reply: FastifyReply, frame: IssuerFrame, type: string, content: string): FastifyReply =>
    reply
      .header('content-security-policy', frame.policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type(type)
      .send(content)

  app.get<At>('/frames/:issuerId', ({ params, query }, reply) => {
    const frame = frameOf(params.issuerId)
    const lang = (query as { lang?: unknown }).lang === 'en' ? 'en' : 'cn'
    return frame ? shown(reply, frame, 'text/html; charset=utf-8', frame.html(lang)) : none(reply)
  })
  app.get<At>('/frames/:issuerId/page.js', ({ params }, reply) => {
    const frame = frameOf(params.issuerId)
    return frame ? shown(reply, frame, 'text/javascript; charset=utf-8', frame.script) : none(reply)
  })
  app.get<At>('/frames/:issuerId/page.css', ({ params }, reply) => {
    const frame = frameOf(params.issuerId)
    return frame ? shown(reply, frame, 'text/css; charset=utf-8', frame.style) : none(reply)
  })
  app.post<At>('/frames/:issuerId/key', async ({ params, body }, reply) => {
    const frame = frameOf(params.issuerId)
    if (!frame) return none(reply)
    void reply.header('cache-control', 'no-store')
    try {
      return await frame.exchange(body)
    } catch (error) {
      if (error instanceof OutsideRefused) return reply.code(403).send({ error: error.code })
      if (error instanceof OutsideUnknown) return reply.code(503).send({ error: 'issuer' })
      throw error
    }
  })
}
