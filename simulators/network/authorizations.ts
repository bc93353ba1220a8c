import { randomInt } from 'node:crypto'
import * as z from 'zod'
import { approvalCodes, declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { RequestWithNumber, Pos, ThreeDs } from '#server/outside/issuers/authorization.ts'
import { newId } from '#server/core/ids.ts'
import { cardByPan } from '../issuer/cards.ts'
import { merchantOf, threeDsAt, type SimulatedMerchant } from '../merchants.ts'
import { converted, knowsCurrency } from '../rates.ts'
import { pick, Refused, type World } from '../world.ts'
import type { Outcome } from './decision.ts'
import { chargeOf, eventOf, findAuthorization, merchantPartOf, type Authorization } from './records.ts'
import { canBeChallenged, lacksThreeD, openChallenge, type OpenChallenge } from './threeD.ts'

const CardNumber = z
  .string()
  .transform((typed) => typed.replaceAll(/[ -]/g, ''))
  .pipe(z.string().regex(/^\d{12,19}$/))

export const PurchaseInput = z.object({
  cardNumber: CardNumber,
  expMonth: z.coerce.number().int().min(1).max(12),
  expYear: z.coerce
    .number()
    .int()
    .min(0)
    .max(2999)
    .transform((year) => (year < 100 ? 2000 + year : year)),
  cvc: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  zipCode: z.string().max(12).optional(),
  merchantId: z.string(),
  amountCents: z.int().min(0).max(100_000_000),
  currency: z.string().default('USD'),
  /** CHALLENGE: requests a code now. The others: the result already given on the cardholder's bank page. */
  threeDs: z.enum(['NONE', 'FRICTIONLESS', 'CHALLENGE', 'CHALLENGED', 'FAILED']).optional(),
  pos: z.enum(['ECOMMERCE', 'RECURRING', 'ATM']).optional(),
  partialOk: z.boolean().optional(),
  /** Set by the terminal. A purchase without one gets its own number; one with an earlier number repeats that purchase. */
  terminalId: z.string().min(1).max(16).optional(),
  trace: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
})
export type PurchaseInput = z.infer<typeof PurchaseInput>

export type PurchaseAnswer = {
  authorizationId: string
  approved: boolean
  amountCents: number
  reason?: DeclineReason
  isoCode: string
  /** A code is required first: `POST /network/three-d/:authorizationId {code}`. */
  challenge?: OpenChallenge
}

/** A merchant requests money: the network asks our server, and uses its answer or declines. */
export async function purchase(world: World, input: PurchaseInput, byShopper = false): Promise<PurchaseAnswer> {
  const merchant = merchantOf(input.merchantId)
  if (!merchant) throw new Refused(404, 'MERCHANT_NOT_FOUND')
  if (!knowsCurrency(input.currency)) throw new Refused(400, 'CURRENCY_UNKNOWN')
  const request = requestOf(
    world,
    merchant,
    input,
    converted(input.amountCents, input.currency, world.rateAt(input.currency, world.now())),
  )
  insert(world, request, byShopper)
  if (merchant.profile === 'declines') return refusedByNetwork(world, request, 'ISSUER_DECLINED')
  const challengeable = canBeChallenged(world, request)
  if (request.pos === 'ECOMMERCE' && asksForCode(merchant, input)) {
    if (challengeable) return challenge(world, request, byShopper)
    if (lacksThreeD(world, request)) return refusedByNetwork(world, request, 'THREEDS_REQUIRED')
  }
  const answer = settle(world, request.ref, await world.asking(request))
  if (answer.reason !== 'THREEDS_REQUIRED' || !challengeable) return answer
  // Our server requires a challenge: the merchant retries with one, as another attempt.
  const again = { ...request, ref: newId('aut') }
  insert(world, again, byShopper)
  return challenge(world, again, byShopper)
}

const asksForCode = ({ profile }: SimulatedMerchant, { threeDs }: PurchaseInput): boolean =>
  threeDs === 'CHALLENGE' || (threeDs === undefined && profile === 'challenges')

function challenge(world: World, request: RequestWithNumber, byShopper: boolean): PurchaseAnswer {
  const { iso } = declineReasons.THREEDS_REQUIRED
  const open = openChallenge(world, request, byShopper)
  return {
    authorizationId: request.ref,
    approved: false,
    amountCents: 0,
    reason: 'THREEDS_REQUIRED',
    isoCode: iso,
    challenge: open,
  }
}

/** Increases an existing authorization. */
export async function increment(world: World, id: string, amountCents: number): Promise<PurchaseAnswer> {
  const found = findAuthorization(world, id)
  if (found.status !== 'PENDING' && found.status !== 'PARTIAL') throw new Refused(409, 'AUTHORIZATION_NOT_OPEN')
  const ref = newId('inc')
  const outcome = await world.asking({
    ...chargeOf(found, amountCents),
    kind: 'increment',
    ref,
    authorizationRef: found.ref,
    cardNumber: found.pan,
    amountCents,
    occurredAt: world.now(),
  })
  if (outcome.approved) {
    world.store.run(
      `UPDATE authorizations SET approved = approved + :amount, asked = asked + :amount, merchant_amount = merchant_amount + :merchantAmount WHERE ref = :ref`,
      { amount: outcome.amountCents, merchantAmount: merchantPartOf(found, outcome.amountCents), ref: found.ref },
    )
  } else if (outcome.unanswered) {
    const event = eventOf(world, found, amountCents)
    world.events.add({
      ...event,
      type: 'auth.reversed',
      authRef: found.ref,
      incrementRef: ref,
      final: false,
      reason: unansweredReason(outcome),
    })
  }
  return answerOf(found.ref, outcome)
}

function requestOf(
  world: World,
  merchant: SimulatedMerchant,
  input: PurchaseInput,
  money: ReturnType<typeof converted>,
): RequestWithNumber {
  const { merchantId: id, name, mcc, country } = merchant
  return {
    kind: 'authorization',
    ref: newId('aut'),
    cardNumber: input.cardNumber,
    expMonth: input.expMonth,
    expYear: input.expYear,
    ...(input.cvc === undefined ? {} : { cvc: input.cvc }),
    ...(input.zipCode === undefined ? {} : { zipCode: input.zipCode }),
    merchant: { id, name, descriptor: pick(world, merchant.descriptors), mcc, country },
    ...money,
    pos: input.pos ?? usualPos(merchant, input),
    terminalId: input.terminalId ?? `T-${id}`.slice(0, 16),
    trace: input.trace ?? nextTrace(),
    threeDs: input.threeDs === 'CHALLENGE' ? 'NONE' : (input.threeDs ?? threeDsAt(merchant.profile)),
    ...(input.partialOk === undefined ? {} : { partialOk: input.partialOk }),
    occurredAt: world.now(),
  }
}

let traces = randomInt(1_000_000)
/** System trace audit numbers have six digits and wrap around. */
const nextTrace = (): string => String(++traces % 1_000_000).padStart(6, '0')

/** A subscription's first charge is entered by a person and may be challenged. */
const usualPos = ({ profile, mcc }: SimulatedMerchant, { threeDs }: PurchaseInput): Pos =>
  mcc === '6011' ? 'ATM' : profile === 'recurring' && threeDs !== 'CHALLENGE' ? 'RECURRING' : 'ECOMMERCE'

/** Stored before the server is asked, so that after a crash the next start finds and reverses it. */
function insert({ store }: World, request: RequestWithNumber, byShopper: boolean): void {
  const card = cardByPan(store, request.cardNumber)
  store.run(
    `INSERT INTO authorizations (ref, pan, card_ref, memo, merchant_id, descriptor, asked, approved, reversed, cleared, refunded,
       merchant_amount, merchant_currency, rate, pos, three_ds, status, seq, by_shopper, created_at)
     VALUES (:ref, :pan, :cardRef, :memo, :merchantId, :descriptor, :asked, 0, 0, 0, 0,
       :merchantAmount, :merchantCurrency, :rate, :pos, :threeDs, 'ASKING', 0, :byShopper, :at)`,
    {
      ref: request.ref,
      pan: request.cardNumber,
      cardRef: card?.ref ?? null,
      memo: card?.memo ?? '',
      merchantId: request.merchant.id,
      descriptor: request.merchant.descriptor,
      asked: request.amountCents,
      merchantAmount: request.merchantAmount,
      merchantCurrency: request.merchantCurrency,
      rate: request.rate ?? null,
      pos: request.pos,
      threeDs: request.threeDs ?? ('NONE' satisfies ThreeDs),
      byShopper: byShopper ? 1 : 0,
      at: request.occurredAt,
    },
  )
}

/** Applies our answer as the network does. */
export function settle(world: World, ref: string, outcome: Outcome): PurchaseAnswer {
  world.store.together(() => {
    world.store.run(
      `UPDATE authorizations SET status = :status, approved = :approved, reason = :reason, iso_code = :isoCode, their_id = :theirId WHERE ref = :ref`,
      {
        ref,
        status: outcome.approved ? 'PENDING' : 'DECLINED',
        approved: outcome.approved ? outcome.amountCents : 0,
        reason: outcome.reason ?? null,
        isoCode: outcome.isoCode,
        theirId: outcome.authorizationId ?? null,
      },
    )
    if (outcome.unanswered) undoUnanswered(world, findAuthorization(world, ref), unansweredReason(outcome))
  })
  return answerOf(ref, outcome)
}

const unansweredReason = ({ reason }: Outcome): 'TIMEOUT' | 'SYSTEM_ERROR' =>
  reason === 'SYSTEM_ERROR' ? reason : 'TIMEOUT'

const answerOf = (ref: string, { approved, amountCents, reason, isoCode }: Outcome): PurchaseAnswer => ({
  authorizationId: ref,
  approved,
  amountCents,
  ...(reason === undefined ? {} : { reason }),
  isoCode: isoCode || (approved ? approvalCodes.full : declineReasons.ISSUER_DECLINED.iso),
})

/** We may have approved after the network stopped listening: anything we hold for it must be released. */
function undoUnanswered(world: World, found: Authorization, reason: 'TIMEOUT' | 'SYSTEM_ERROR'): void {
  if (found.card_ref === null) return // not one of our cards, so nothing can be held
  world.events.add({
    ...eventOf(world, found, found.asked),
    type: 'auth.reversed',
    authRef: found.ref,
    final: true,
    reason,
  })
}

function refusedByNetwork(
  world: World,
  { ref }: RequestWithNumber,
  reason: 'ISSUER_DECLINED' | 'THREEDS_REQUIRED',
): PurchaseAnswer {
  const outcome: Outcome = {
    approved: false,
    amountCents: 0,
    reason,
    isoCode: declineReasons[reason].iso,
    unanswered: false,
  }
  const answer = settle(world, ref, outcome)
  const found = findAuthorization(world, ref)
  if (found.card_ref !== null) {
    world.events.add({
      ...eventOf(world, found, found.asked),
      type: 'auth.declined',
      authRef: ref,
      reason,
      isoCode: declineReasons[reason].iso,
    })
  }
  return answer
}

/** Authorizations that were open when the process ended: their callers hung up long ago. */
export function undoInterrupted(world: World): void {
  for (const { ref } of world.store.many<{ ref: string }>(`SELECT ref FROM authorizations WHERE status = 'ASKING'`)) {
    settle(world, ref, {
      approved: false,
      amountCents: 0,
      reason: 'TIMEOUT',
      isoCode: declineReasons.TIMEOUT.iso,
      unanswered: true,
    })
  }
}
