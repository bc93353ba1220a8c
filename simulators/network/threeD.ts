/** 3-D Secure: a purchase that waits until the cardholder enters the code sent by the issuer. */
import type { RequestWithNumber } from '#server/outside/issuers/authorization.ts'
import { cardByPan } from '../issuer/cards.ts'
import { rangeOf } from '../ranges.ts'
import type { World } from '../world.ts'

/** How long a code is valid, and how many attempts are allowed. */
const CODE_LASTS_MS = 5 * 60_000
const TRIES = 3

export type OpenChallenge = { expiresAt: number; triesLeft: number }

/** A row of `challenges`. `request` is the purchase as it will be sent to our server; cleared once sent. */
export type Challenge = {
  ref: string
  code: string
  request: string | null
  state: 'OPEN' | 'PASSED' | 'FAILED' | 'EXPIRED'
  tries_left: number
  by_shopper: number
  expires_at: number
  created_at: number
}

/** Blocked cards, and payments without a browser, continue without a code. */
export function canBeChallenged({ store }: World, { cardNumber, pos }: RequestWithNumber): boolean {
  const card = cardByPan(store, cardNumber)
  return pos === 'ECOMMERCE' && card?.state === 'ACTIVE' && rangeOf(card.program_ref)?.threeDs === true
}

/** A merchant that requires 3-D Secure accepts no card of such a range. */
export const lacksThreeD = ({ store }: World, { cardNumber }: RequestWithNumber): boolean => {
  const card = cardByPan(store, cardNumber)
  return card !== undefined && rangeOf(card.program_ref)?.threeDs === false
}

/** Creates a code and has the issuer send it to us, where the cardholder reads it. */
export function openChallenge(world: World, request: RequestWithNumber, byShopper: boolean): OpenChallenge {
  const at = world.now()
  const code = String(Math.floor(world.random() * 1_000_000)).padStart(6, '0')
  const expiresAt = at + CODE_LASTS_MS
  world.store.together(() => {
    world.store.run(
      `INSERT INTO challenges (ref, code, request, state, tries_left, by_shopper, expires_at, created_at)
       VALUES (:ref, :code, :request, 'OPEN', :tries, :byShopper, :expiresAt, :at)`,
      {
        ref: request.ref,
        code,
        request: JSON.stringify(request),
        tries: TRIES,
        byShopper: byShopper ? 1 : 0,
        expiresAt,
        at,
      },
    )
    world.store.run(`UPDATE authorizations SET status = 'CHALLENGED', three_ds = 'CHALLENGED' WHERE ref = :ref`, {
      ref: request.ref,
    })
    world.events.add({
      type: 'threeDs.challenged',
      cardRef: cardByPan(world.store, request.cardNumber)!.ref,
      challengeRef: request.ref,
      code,
      amount: request.amountCents,
      currency: 'USD',
      merchantAmount: request.merchantAmount,
      merchantCurrency: request.merchantCurrency,
      ...(request.rate === undefined ? {} : { rate: request.rate }),
      merchant: request.merchant,
      expiresAt,
      occurredAt: at,
    })
  })
  return { expiresAt, triesLeft: TRIES }
}

export const challengeOf = ({ store }: World, ref: string): Challenge | undefined =>
  store.maybeOne<Challenge>('SELECT * FROM challenges WHERE ref = :ref', { ref })

export function openChallengeOf(world: World, ref: string): OpenChallenge | undefined {
  const found = challengeOf(world, ref)
  return found?.state === 'OPEN' && found.expires_at > world.now()
    ? { expiresAt: found.expires_at, triesLeft: found.tries_left }
    : undefined
}
