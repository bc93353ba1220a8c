/** Invalid events that no network should send, on request: they refer to things that are wrong or never happened. */
import * as z from 'zod'
import { newId } from '#server/core/ids.ts'
import { cardByPan } from '../issuer/cards.ts'
import { Refused, type NewEvent, type World } from '../world.ts'
import { eventOf, findAuthorization, remaining } from './records.ts'

export const WrongEventInput = z.object({
  type: z.enum([
    'auth.reversed',
    'auth.expired',
    'clearing.posted',
    'clearing.reversed',
    'refund.posted',
    'refund.reversed',
  ]),
  /** An authorization; for `clearing.reversed` and `refund.reversed`, the posting that is reversed. */
  id: z.string(),
  /** The false value in the event. `otherCard`: any other card of the issuer. */
  otherCard: z.boolean().default(false),
  cardNumber: z
    .string()
    .regex(/^\d{12,19}$/)
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  amountCents: z.int().min(0).max(100_000_000).optional(),
  occurredAtMs: z.int().min(0).optional(),
})
type WrongEventInput = z.infer<typeof WrongEventInput>

export function sendWrong(world: World, input: WrongEventInput): { eventId: string } {
  const { type, otherCard, cardNumber, currency, amountCents, occurredAtMs } = input
  return world.store.together(() => {
    const truth =
      type === 'clearing.reversed' || type === 'refund.reversed' ? reversalOf(world, input) : eventAbout(world, input)
    const event = {
      ...truth,
      ...(otherCard && { cardRef: otherThan(world, (truth as { cardRef: string }).cardRef) }),
      ...(cardNumber !== undefined && { cardRef: cardRefOf(world, cardNumber) }),
      ...(currency !== undefined && { currency }),
      ...(amountCents !== undefined && { amount: amountCents }),
      ...(occurredAtMs !== undefined && { occurredAt: occurredAtMs }),
    }
    return { eventId: world.events.add(event as NewEvent).id }
  })
}

function eventAbout(world: World, { type, id }: WrongEventInput): object {
  const found = findAuthorization(world, id)
  return {
    ...eventOf(world, found, remaining(found) || found.cleared),
    type,
    authRef: found.ref,
    ...(type === 'auth.reversed' && { final: true }),
    ...(type === 'clearing.posted' && { clearingRef: newId('clr'), final: true }),
    ...(type === 'refund.posted' && { clearingRef: newId('rfd') }),
  }
}

function reversalOf(world: World, { type, id }: WrongEventInput): object {
  const found = world.store.maybeOne<{ body: string }>('SELECT body FROM postings WHERE ref = :id', { id })
  if (!found) throw new Refused(404, 'POSTING_NOT_FOUND')
  const { seq: _, ...posted } = JSON.parse(found.body) as { seq?: number }
  return { ...posted, type, occurredAt: world.now() }
}

function otherThan({ store }: World, cardRef: string): string {
  const found = store.maybeOne<{ ref: string }>(
    `SELECT ref FROM cards WHERE ref <> :cardRef AND issuer = (SELECT issuer FROM cards WHERE ref = :cardRef)
     ORDER BY state = 'ACTIVE' DESC, ref DESC LIMIT 1`,
    { cardRef },
  )
  if (!found) throw new Refused(404, 'CARD_NOT_FOUND', 'there is only one card')
  return found.ref
}

function cardRefOf({ store }: World, cardNumber: string): string {
  const card = cardByPan(store, cardNumber)
  if (!card) throw new Refused(404, 'CARD_NOT_FOUND')
  return card.ref
}
