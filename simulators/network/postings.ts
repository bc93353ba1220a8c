import * as z from 'zod'
import { newId } from '#server/core/ids.ts'
import type { AuthReversed, ClearingPosted, RefundPosted } from '#server/outside/issuers/networkEvents.ts'
import { cardByPan } from '../issuer/cards.ts'
import { Refused, type NewEvent, type World } from '../world.ts'
import { converted, knowsCurrency } from '../rates.ts'
import { miswritten } from './faults.ts'
import { eventOf, findAuthorization, merchantPartOf, merchantShown, remaining, type Authorization } from './records.ts'

const Amount = z.int().min(1).max(100_000_000)
export const ClearInput = z.object({ amountCents: Amount.optional(), final: z.boolean().default(true) })
export const ReverseInput = z.object({ amountCents: Amount.optional() })
export const LooseInput = z.object({
  cardNumber: z.string().regex(/^\d{12,19}$/),
  merchantId: z.string(),
  amountCents: Amount,
  /** Set if the merchant still knows which purchase it refers to. */
  authorizationId: z.string().optional(),
})
export type LooseInput = z.infer<typeof LooseInput>
export const ForcedInput = LooseInput.extend({
  /** `none`: no event is ever sent; only the settlement file shows it. */
  tell: z.enum(['yes', 'none']).default('yes'),
})

/** The merchant collects: by default everything held. Allowed in every state, because real merchants do it too. */
export function clear(
  world: World,
  id: string,
  { amountCents, final }: z.infer<typeof ClearInput>,
): { clearingId: string } {
  return world.store.together(() => {
    const found = findAuthorization(world, id)
    const money = amountCents === undefined ? atTodaysRate(world, found) : { amount: amountCents }
    const { amount } = money
    if (amount === 0) throw new Refused(409, 'NOTHING_LEFT')
    const clearingId = newId('clr')
    const held = found.status === 'PENDING' || found.status === 'PARTIAL'
    moveOn(world, found.ref, !held || final ? 'COMPLETE' : 'PARTIAL', { cleared: amount })
    const event: NewEvent = {
      ...eventOf(world, cardOf(found), amount),
      ...money,
      type: 'clearing.posted',
      authRef: found.ref,
      clearingRef: clearingId,
      final,
    }
    post(world, clearingId, found.ref, event)
    return { clearingId }
  })
}

/** Converts the rest in the merchant's currency at the rate of the clearing day, not of the purchase. */
function atTodaysRate(world: World, found: Authorization): { amount: number; merchantAmount?: number; rate?: string } {
  const amount = remaining(found)
  const currency = found.merchant_currency
  if (found.rate === null || !knowsCurrency(currency)) return { amount }
  const rate = world.rateAt(currency, world.now())
  if (rate === found.rate) return { amount }
  const merchantAmount = merchantPartOf(found, amount)
  return { amount: converted(merchantAmount, currency, rate).amountCents, merchantAmount, rate }
}

/** Released before clearing: everything held, or a part. */
export function reverse(
  world: World,
  id: string,
  { amountCents }: z.infer<typeof ReverseInput>,
): { reversalId: string } {
  return world.store.together(() => {
    const found = open(world, id)
    const amount = amountCents ?? remaining(found)
    if (amount > remaining(found)) throw new Refused(409, 'MORE_THAN_HELD')
    const final = amount === remaining(found)
    moveOn(world, found.ref, final ? (found.cleared ? 'COMPLETE' : 'REVERSED') : found.status, { reversed: amount })
    const event: Omit<AuthReversed, 'id' | 'issuer'> = {
      ...eventOf(world, found, amount),
      type: 'auth.reversed',
      authRef: found.ref,
      final,
    }
    return { reversalId: world.events.add(event).id }
  })
}

/** The merchant never clears: the held amount is released automatically. */
export function expire(world: World, id: string): { expiryId: string } {
  return world.store.together(() => {
    const found = open(world, id)
    const amount = remaining(found)
    moveOn(world, found.ref, found.cleared ? 'COMPLETE' : 'EXPIRED', { reversed: amount })
    return {
      expiryId: world.events.add({ ...eventOf(world, found, amount), type: 'auth.expired', authRef: found.ref }).id,
    }
  })
}

export function refund(world: World, input: LooseInput): { refundId: string } {
  return world.store.together(() => {
    const refundId = newId('rfd')
    const linked = input.authorizationId === undefined ? undefined : findAuthorization(world, input.authorizationId)
    if (linked) moveOn(world, linked.ref, linked.status, { refunded: input.amountCents })
    const event: Omit<RefundPosted, 'id' | 'issuer'> = linked
      ? {
          ...eventOf(world, cardOf(linked), input.amountCents),
          type: 'refund.posted',
          authRef: linked.ref,
          clearingRef: refundId,
        }
      : { ...looseEvent(world, input), pos: 'ECOMMERCE', type: 'refund.posted', clearingRef: refundId }
    post(world, refundId, linked?.ref ?? null, event)
    return { refundId }
  })
}

/** The same, starting from the purchase. */
export function refundOf(world: World, id: string, amountCents: number): { refundId: string } {
  const { ref, pan, merchant_id } = findAuthorization(world, id)
  return refund(world, { cardNumber: pan, merchantId: merchant_id, amountCents, authorizationId: ref })
}

/** A charge without an authorization. */
export function forcedPost(world: World, { tell, ...input }: z.infer<typeof ForcedInput>): { clearingId: string } {
  return world.store.together(() => {
    const clearingId = newId('clr')
    const event: Omit<ClearingPosted, 'id' | 'issuer'> = {
      ...looseEvent(world, input),
      pos: 'FORCED',
      type: 'clearing.posted',
      clearingRef: clearingId,
      final: true,
    }
    post(world, clearingId, null, event, tell)
    return { clearingId }
  })
}

type PostedEvent = Omit<ClearingPosted, 'id' | 'issuer'> | Omit<RefundPosted, 'id' | 'issuer'>

/** Reverses an erroneous clearing or refund, in full and once. */
export function undoPosting(world: World, ref: string): { reversalId: string } {
  return world.store.together(() => {
    const found = world.store.maybeOne<{ body: string }>(
      'UPDATE postings SET undone = 1 WHERE ref = :ref AND undone = 0 RETURNING body',
      { ref },
    )
    if (!found) throw new Refused(404, 'POSTING_NOT_FOUND')
    const posted = JSON.parse(found.body) as PostedEvent
    const undone = { ...posted, occurredAt: world.now() }
    const { seq } =
      posted.authRef === undefined
        ? { seq: undefined }
        : eventOf(world, findAuthorization(world, posted.authRef), posted.amount)
    const type = posted.type === 'clearing.posted' ? ('clearing.reversed' as const) : ('refund.reversed' as const)
    return { reversalId: world.events.add({ ...undone, ...(seq === undefined ? {} : { seq }), type } as NewEvent).id }
  })
}

function post(world: World, ref: string, authRef: string | null, event: NewEvent, tell: 'yes' | 'none' = 'yes'): void {
  world.store.run(
    'INSERT INTO postings (ref, kind, auth_ref, card_ref, amount, body, created_at) VALUES (:ref, :kind, :authRef, :cardRef, :amount, :body, :at)',
    {
      ref,
      kind: event.type,
      authRef,
      cardRef: event.cardRef,
      amount: 'amount' in event ? event.amount : 0,
      body: JSON.stringify(event),
      at: event.occurredAt,
    },
  )
  if (tell === 'yes') world.events.add(event)
  else world.events.keep(event)
}

/** Everything settled in a period, in pages: each line has all the fields of its event. */
export function settlement(
  { store, faults }: World,
  { from, to, after, limit }: { from: number; to: number; after: string; limit: number },
): { lines: (ClearingPosted | RefundPosted)[]; next?: string } {
  const found = store.many<{ ref: string; body: string }>(
    `SELECT postings.ref, body FROM postings JOIN cards ON cards.ref = card_ref AND issuer = 'simulated'
     WHERE postings.created_at >= :from AND postings.created_at < :to AND postings.ref > :after ORDER BY postings.ref LIMIT :limit`,
    { from, to, after, limit },
  )
  const lines = found.map(({ ref, body }) => ({
    ...(JSON.parse(body) as PostedEvent),
    id: `settled_${ref}`,
    issuer: 'simulated',
  }))
  return {
    lines: faults.wrongSettlement ? faulty(lines) : lines,
    ...(found.length === limit && { next: found.at(-1)!.ref }),
  }
}

const faulty = <L extends { amount: number; cardRef: string; clearingRef: string; id: string }>(lines: L[]): L[] =>
  miswritten(
    lines,
    (line) => ({ ...line, amount: line.amount + 100 }),
    (line) => {
      const clearingRef = `${line.clearingRef}_X`
      return { ...line, cardRef: 'isc_nobody', clearingRef, id: `settled_${clearingRef}` }
    },
  )

type Change = { cleared?: number; reversed?: number; refunded?: number }
function moveOn(
  { store }: World,
  ref: string,
  status: Authorization['status'],
  { cleared = 0, reversed = 0, refunded = 0 }: Change,
): void {
  store.run(
    `UPDATE authorizations SET status = :status, cleared = cleared + :cleared, reversed = reversed + :reversed, refunded = refunded + :refunded
     WHERE ref = :ref`,
    { ref, status, cleared, reversed, refunded },
  )
}

function open(world: World, id: string): Authorization {
  const found = findAuthorization(world, id)
  if (found.status !== 'PENDING' && found.status !== 'PARTIAL') throw new Refused(409, 'AUTHORIZATION_NOT_OPEN')
  return found
}

/** Only a card of the issuer can be posted to. */
function cardOf(found: Authorization): Authorization {
  if (found.card_ref === null) throw new Refused(404, 'CARD_NOT_FOUND')
  return found
}

function looseEvent(world: World, { cardNumber, merchantId, amountCents }: LooseInput) {
  const card = cardByPan(world.store, cardNumber)
  if (!card) throw new Refused(404, 'CARD_NOT_FOUND')
  return {
    cardRef: card.ref,
    amount: amountCents,
    currency: 'USD',
    merchantAmount: amountCents,
    merchantCurrency: 'USD',
    merchant: merchantShown(merchantId),
    occurredAt: world.now(),
  }
}
