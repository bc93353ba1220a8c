import type { KeyObject } from 'node:crypto'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { AuthorizationRequest, DecisionRequest } from '#server/outside/issuers/authorization.ts'
import type { CardPage, CardSecret, CardView, NewCard } from '#server/outside/issuers/issuer.ts'
import type { CardState } from '#server/outside/issuers/networkEvents.ts'
import { newId } from '#server/core/ids.ts'
import { cardNumber, expiryOf, securityCode } from '../cardNumbers.ts'
import { ranges } from '../ranges.ts'
import type { Store } from '../store.ts'
import { Refused, type World } from '../world.ts'

export type Card = {
  ref: string
  idem: string
  program_ref: string
  pan: string
  exp_month: number
  exp_year: number
  state: CardState
  holder: string
  address: string
  memo: string
  /** When a PENDING card becomes active, by the machine's clock. */
  ready_at: number | null
  created_at: number
  /** Whose wire the network and its events use for this card. */
  issuer: 'simulated' | 'lithic' | 'stripe'
}

/** Holder first names that trigger a behaviour. */
export const sentinels = {
  /** The issuer refuses, permanently. */
  REFUSE: 'REFUSE',
  /** PENDING, then active after about five seconds. */
  SLOW: 'SLOW',
  /** The card is created, but no answer is sent. */
  TIMEOUT: 'TIMEOUT',
  /** PENDING; after about two seconds the issuer reports a failure. */
  LATEFAIL: 'LATEFAIL',
} as const

const SLOW_MS = 5000
const LATEFAIL_MS = 2000

const firstName = ({ holder }: { holder: string }): string =>
  (JSON.parse(holder) as { firstName: string }).firstName.toUpperCase()

/** Creates one card per `idem`; `made` says whether this call created it. */
export function createCard(world: World, input: NewCard): { card: Card; made: boolean } {
  const before = world.store.maybeOne<Card>(`SELECT * FROM cards WHERE idem = :idem AND issuer = 'simulated'`, {
    idem: input.idem,
  })
  if (before) return { card: before, made: false }
  const range = ranges.find(({ programRef }) => programRef === input.programRef)
  if (!range) throw new Refused(422, 'PROGRAM_UNKNOWN')
  const name = input.holder.firstName.toUpperCase()
  if (name === sentinels.REFUSE) throw new Refused(422, 'HOLDER_REFUSED', 'the issuer does not take this cardholder')
  const waitMs = Math.max(
    world.faults.createPendingMs,
    name === sentinels.SLOW ? SLOW_MS : name === sentinels.LATEFAIL ? LATEFAIL_MS : 0,
  )
  const [month, year] = expiryOf(world.now())
  const card = world.store.maybeOne<Card>(
    `INSERT INTO cards (ref, idem, program_ref, pan, exp_month, exp_year, state, holder, address, memo, ready_at, created_at)
     VALUES (:ref, :idem, :programRef, :pan, :month, :year, :state, :holder, :address, :memo, :readyAt, :at) RETURNING *`,
    {
      ref: newId('icd'),
      idem: input.idem,
      programRef: input.programRef,
      pan: freeNumber(world, range.bin, input.idem),
      month,
      year,
      state: waitMs > 0 ? 'PENDING' : 'ACTIVE',
      holder: JSON.stringify(input.holder),
      address: JSON.stringify(input.address),
      memo: input.memo,
      readyAt: waitMs > 0 ? Date.now() + waitMs : null,
      at: world.now(),
    },
  )!
  return { card, made: true }
}

/** Returns the first number of the range for this request that no card has. */
export function freeNumber({ store, key }: World, bin: string, idem: string): string {
  for (let attempt = 0; ; attempt++) {
    const pan = cardNumber(key, bin, idem, attempt)
    if (!cardByPan(store, pan)) return pan
  }
}

/** Activates or fails cards that have been PENDING long enough; the issuer sends the events. */
export function finishPending(world: World): void {
  const ripe = world.store.many<Card>(`SELECT * FROM cards WHERE state = 'PENDING' AND ready_at <= :at`, {
    at: Date.now(),
  })
  for (const card of ripe) {
    const state = firstName(card) === sentinels.LATEFAIL ? 'FAILED' : 'ACTIVE'
    world.store.together(() => {
      world.store.run('UPDATE cards SET state = :state WHERE ref = :ref', { state, ref: card.ref })
      world.events.add({
        type: 'card.created',
        state,
        cardRef: card.ref,
        idem: card.idem,
        last4: card.pan.slice(-4),
        exp: [card.exp_month, card.exp_year],
        occurredAt: world.now(),
        ...(state === 'FAILED' ? { reason: 'HOLDER_REFUSED' } : {}),
      })
    })
  }
}

export function setCardState(world: World, ref: string, state: 'ACTIVE' | 'PAUSED' | 'CLOSED'): void {
  const card = cardByRef(world.store, ref)
  if (card.state === state) return
  if (card.state === 'CLOSED') throw new Refused(409, 'CARD_CLOSED')
  if (card.state === 'PENDING' || card.state === 'FAILED') throw new Refused(409, 'CARD_NOT_READY')
  world.store.run('UPDATE cards SET state = :state WHERE ref = :ref', { state, ref })
}

/** Changes the holder or address. Returns whether anything changed. */
export function changeHolder(
  { store }: World,
  ref: string,
  holder: { firstName: string; lastName: string },
  address: object,
): boolean {
  const card = cardByRef(store, ref)
  if (card.state === 'CLOSED') throw new Refused(409, 'CARD_CLOSED')
  if (holder.firstName.toUpperCase() === sentinels.REFUSE)
    throw new Refused(422, 'HOLDER_REFUSED', 'the issuer does not take this cardholder')
  const wanted = { holder: JSON.stringify(holder), address: JSON.stringify(address) }
  if (wanted.holder === card.holder && wanted.address === card.address) return false
  store.run('UPDATE cards SET holder = :holder, address = :address WHERE ref = :ref', { ref, ...wanted })
  return true
}

export function cardByRef(store: Store, ref: string): Card {
  const card = store.maybeOne<Card>(`SELECT * FROM cards WHERE ref = :ref AND issuer = 'simulated'`, { ref })
  if (!card) throw new Refused(404, 'CARD_NOT_FOUND')
  return card
}

/** Returns the card of any issuer. */
export const cardOfAnyIssuer = (store: Store, ref: string): Card | undefined =>
  store.maybeOne<Card>('SELECT * FROM cards WHERE ref = :ref', { ref })

export const cardByPan = (store: Store, pan: string): Card | undefined =>
  store.maybeOne<Card>('SELECT * FROM cards WHERE pan = :pan', { pan })

/** What an issuer compares itself whose cards' data never reach our server. */
export function declineByIssuer(world: World, card: Card, request: DecisionRequest): DeclineReason | undefined {
  if (card.state === 'CLOSED') return 'CARD_CLOSED'
  if (card.state === 'PAUSED') return 'CARD_PAUSED'
  const last = Date.UTC(card.exp_year, card.exp_month, 1)
  if (request.occurredAt >= last) return 'CARD_EXPIRED'
  return request.kind === 'authorization' ? wrongDetails(world, card, request) : undefined
}

function wrongDetails({ key }: World, card: Card, request: AuthorizationRequest): DeclineReason | undefined {
  const { expMonth, expYear, cvc } = request
  if (expMonth !== card.exp_month || expYear !== card.exp_year) return 'EXPIRY_MISMATCH'
  if (cvc !== undefined && cvc !== securityCode(key, card.pan, [card.exp_month, card.exp_year])) return 'CVC_MISMATCH'
  return undefined
}

/** Returns the cards after the given one, ordered by id, which is the order of creation. */
export function cardPage(store: Store, after: string, limit: number): CardPage {
  const found = store.many<Card>(
    `SELECT * FROM cards WHERE ref > :after AND issuer = 'simulated' ORDER BY ref LIMIT :limit`,
    { after, limit: limit + 1 },
  )
  const cards = found.slice(0, limit)
  return {
    cards: cards.map(({ ref, idem, state, pan, created_at }) => ({
      ref,
      idem,
      state,
      last4: pan.slice(-4),
      createdAt: created_at,
    })),
    ...(found.length > limit && { next: cards.at(-1)!.ref }),
  }
}

export const viewOf = (card: Card): CardView => ({
  ref: card.ref,
  idem: card.idem,
  programRef: card.program_ref,
  state: card.state,
  last4: card.pan.slice(-4),
  exp: [card.exp_month, card.exp_year],
})

/** What a page lists at once. */
const MOST_IN_WALLET = 300

/** Usable cards, those that end in these digits or all, the newest first, as their holders know them. */
export function walletCards({ store, key }: World, lastFour = '') {
  return store
    .many<Card>(`SELECT * FROM cards WHERE state = 'ACTIVE' AND pan LIKE :like ORDER BY created_at DESC LIMIT :most`, {
      like: `%${lastFour}`,
      most: MOST_IN_WALLET,
    })
    .map((card) => {
      const { pan, cvc, exp } = secretOf(card, key)
      const { firstName = '', lastName = '' } = JSON.parse(card.holder) as { firstName?: string; lastName?: string }
      return {
        cardNumber: pan,
        expMonth: exp[0],
        expYear: exp[1],
        cvc,
        zipCode: (JSON.parse(card.address) as { zipCode?: string }).zipCode ?? '',
        holder: `${firstName} ${lastName}`.trim(),
      }
    })
}

export function secretOf(card: Card, key: KeyObject): CardSecret {
  if (card.state === 'PENDING' || card.state === 'FAILED') throw new Refused(409, 'CARD_NOT_READY')
  const exp: [number, number] = [card.exp_month, card.exp_year]
  return { pan: card.pan, cvc: securityCode(key, card.pan, exp), exp }
}
