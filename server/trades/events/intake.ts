/** Notifications from the issuer. Each is stored and acknowledged; a job applies it afterwards. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ago, MINUTE } from '#server/core/clock.ts'
import type { IssuerAccess } from '#server/core/edge/issuerAccess.ts'
import { confirmDurable, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { tellFault } from '#server/core/log.ts'
import { BadSignature, outside, type Issuer, type NetworkEvent } from '#server/outside/outside.ts'
import { isCode, sealed } from '#server/threeD/threeD.ts'
import { cardsLeftWaiting, cursorOf, keepCursor, keepEvents } from '../queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Applies the waiting events of one card. */
    'trades.applyEvents': { issuerId: string; cardRef: string }
  }
}

export async function networkRoutes(app: FastifyInstance, { access }: { access?: IssuerAccess } = {}): Promise<void> {
  app.addHook('onRequest', async ({ params, raw }, reply) => {
    const { issuerId } = params as { issuerId: string }
    const known = outside.issuers.has(issuerId) ? issuerId : 'unknown'
    if (!access || access.admits(known, raw.socket, raw.headers['x-forwarded-for'])) return undefined
    return reply.code(403).header('connection', 'close').send({ error: 'caller' })
  })
  // The signature is over the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_000_000 }, (_, body, done) => done(null, body))
  app.post('/issuer/:issuerId/events', async (request: FastifyRequest, reply: FastifyReply) => {
    const issuer = outside.issuers.get((request.params as { issuerId: string }).issuerId)
    if (!issuer) return reply.code(404).send({ error: 'issuer' })
    try {
      const events = issuer.verifyWebhook(request.headers, (request.body as Buffer | undefined) ?? NO_BODY)
      if (!Array.isArray(events) || !events.every((one) => isEventOf(issuer, one)))
        return reply.code(400).send({ error: 'events' })
      await receive(events)
      return { received: events.length }
    } catch (error) {
      if (error instanceof BadSignature) return reply.code(401).send({ error: 'signature' })
      if (error instanceof SyntaxError) return reply.code(400).send({ error: 'not JSON' })
      throw error
    }
  })
}

const NO_BODY = Buffer.alloc(0)
/** What JSON allows but PostgreSQL cannot store: NUL, and unpaired surrogates. */
const UNKEEPABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/

/** Checks whether an event can be stored and ordered among those of its card. */
export const isEvent = (event: unknown): event is NetworkEvent => {
  const { id, issuer, type, cardRef, occurredAt, seq, code } = (event ?? {}) as Record<string, unknown>
  if (UNKEEPABLE.test(JSON.stringify(event) ?? '')) return false
  return (
    (type !== 'threeDs.challenged' || code === undefined || isCode(code)) &&
    [id, issuer, type, cardRef].every((word) => typeof word === 'string' && word.length > 0 && word.length <= 100) &&
    Number.isSafeInteger(occurredAt) &&
    // The order of a card's events depends on it: an invalid one would block them all.
    (seq === undefined || (Number.isInteger(seq) && Math.abs(seq as number) < 2 ** 31))
  )
}

/** An issuer tells of its own cards, and leaves the code of a challenge out only if it takes the cardholder's answer from us. */
const isEventOf = ({ id, answerChallenge }: Issuer, event: unknown): event is NetworkEvent =>
  isEvent(event) &&
  event.issuer === id &&
  (event.type !== 'threeDs.challenged' || (event.code === undefined) === (answerChallenge !== undefined))

/** Stores events and schedules their processing in one transaction. Events that we already have are skipped. */
export const receive = (events: readonly NetworkEvent[]): Promise<void> => transaction((tx) => keep(tx, events))

async function keep(tx: Tx, events: readonly NetworkEvent[]): Promise<void> {
  const news = await keepEvents(tx, events.map(sealed))
  if (!news.length) await confirmDurable(tx) // after the acknowledgement they are not sent again
  const cards = new Map(
    news.map(({ issuer_id, card_ref }) => [`${issuer_id} ${card_ref}`, [issuer_id, card_ref] as const]),
  )
  for (const [issuerId, cardRef] of cards.values()) await applyLater(tx, issuerId, cardRef)
}

/** Events of one card run one after another, different cards in parallel. */
export const applyLater = (tx: Tx, issuerId: string, cardRef: string) =>
  later(tx, 'trades.applyEvents', { issuerId, cardRef }, { queue: `events ${cardRef}` })

/** Reads the issuers' own lists, which contain events that were sent but never arrived. One that does not answer does not hold up the others. */
export async function fillGaps(): Promise<void> {
  const ends = await Promise.allSettled([...outside.issuers.values()].map(fillGapsOf))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function fillGapsOf(issuer: Issuer): Promise<void> {
  for (let cursor = await cursorOf(issuer.id), more = true; more;) {
    const page = await issuer.listEvents(cursor)
    // One that cannot be stored must not hold up all later ones; what it has cleared is found in the settlement file.
    const events = page.events.filter((one) => isEventOf(issuer, one))
    if (events.length < page.events.length)
      tellFault('events of the list not storable', undefined, { after: cursor ?? '' })
    await transaction(async (tx) => {
      await keep(tx, events)
      await keepCursor(tx, issuer.id, page.next)
    })
    more = page.more && page.next !== cursor
    cursor = page.next
  }
}

/** Schedules waiting events whose jobs were given up or lost in a restored backup. */
export async function applyLeftOver(): Promise<void> {
  for (const { issuer_id, card_ref } of await cardsLeftWaiting(ago(5 * MINUTE)))
    await transaction((tx) => applyLater(tx, issuer_id, card_ref))
}
