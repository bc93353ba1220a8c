/**
 * The rules of an authorization, in their order: the first that hits decides. Each looks at the request, the card as it
 * stands under its lock, and the limits, and at nothing else. (Before them: an unknown card number, and a request that
 * was answered before. After them: a system that cannot answer.)
 */
import type { DeclineReason } from '../../../contract/declines.ts'
import { cardBlocks } from '../../../contract/cardStates.ts'
import { percentOf, type Cents } from '../../../contract/money.ts'
import type { AuthorizationRequest } from '../../outside/outside.ts'
import type { Limits } from './limits.ts'
import { approvalsThisHour, isRepeated, spentToday, type Usage } from './usage.ts'

/** A card as the decision sees it. `available` and `usage` change from request to request within a set. */
export type DecidedCard = {
  readonly accountId: string
  readonly cardId: string
  readonly vid: string
  readonly laId: number
  readonly ownerSubUid: string | null
  readonly issuerId: string
  readonly cvcMatches: (request: AuthorizationRequest) => boolean
  readonly status: string
  readonly blocks: number
  readonly expired: boolean
  readonly expMonth: number
  readonly expYear: number
  readonly zipCode: string
  readonly checksZip: boolean
  readonly threeDs: boolean
  readonly currency: string
  /** What a conversion costs. */
  readonly conversion: () => { readonly bps: number; readonly minCents: Cents }
  readonly account: { readonly status: string; readonly risk: string; readonly restricted: boolean }
  available: Cents
  readonly usage: Usage
}

export type Case = {
  readonly request: AuthorizationRequest
  readonly card: DecidedCard
  readonly now: number
  readonly limits: Limits
}
/** What limits and staff's rules look at: so little that it can be said of an authorization of long ago, too. */
export type PolicyCase = {
  readonly request: Pick<AuthorizationRequest, 'amountCents' | 'merchant'>
  readonly card: Pick<DecidedCard, 'vid' | 'usage'>
  readonly now: number
  readonly limits: Limits
}
type Rule = readonly [reason: DeclineReason, hits: (c: Case) => boolean]
type PolicyRule = readonly [reason: DeclineReason, hits: (c: PolicyCase) => boolean]

const { USER, SUB } = cardBlocks
const OWNERS = USER.bit | SUB.bit

/** The rules that staff have a say in. The same are asked by the decision, by the shadow and by a back-test. */
export const policyRules = [
  [
    'MCC_BLOCKED',
    (c) => {
      const { limits, request } = c
      const { mcc } = request.merchant
      return (limits.blockedMccs.has(mcc) || limits.listedMccs.has(mcc) || staffs(c, 'MCC_BLOCKED')) && !isAllowed(c)
    },
  ],
  [
    'COUNTRY_BLOCKED',
    (c) => {
      const { limits, request } = c
      const { country } = request.merchant
      if (limits.blockedCountries.has(country)) return true
      return (limits.listedCountries.has(country) || staffs(c, 'COUNTRY_BLOCKED')) && !isAllowed(c)
    },
  ],
  [
    'MERCHANT_BLOCKED',
    (c) => c.limits.blockedMerchants.has(c.request.merchant.id) || (staffs(c, 'MERCHANT_BLOCKED') && !isAllowed(c)),
  ],
  ['SINGLE_LIMIT', (c) => c.request.amountCents > c.limits.singleMaxCents || staffs(c, 'SINGLE_LIMIT')],
  ['VELOCITY_LIMIT', (c) => tooMuch(c) || staffs(c, 'VELOCITY_LIMIT')],
  [
    'SUSPECTED_FRAUD',
    (c) =>
      (c.limits.watchedMccs.has(c.request.merchant.mcc) && c.request.amountCents > c.limits.watchedMaxCents) ||
      staffs(c, 'SUSPECTED_FRAUD'),
  ],
] as const satisfies readonly PolicyRule[]
const [mccs, countries, merchants, single, velocity, fraud] = policyRules

export const rules: readonly Rule[] = [
  ['SYSTEM_ERROR', ({ limits }) => limits.halted],
  ['CARD_NOT_FOUND', ({ card }) => card.status === 'PENDING' || card.status === 'FAILED'],
  ['CARD_CLOSED', ({ card }) => card.status === 'CLOSED' || card.status === 'CLOSING'],
  ['CARD_EXPIRED', ({ card }) => card.expired || card.status === 'EXPIRED'],
  [
    'ACCOUNT_SHUTDOWN',
    ({ card: { account } }) =>
      account.status === 'DEACTIVATED' || account.status === 'CLOSED' || account.risk === 'SHUTDOWN',
  ],
  ['ACCOUNT_RESTRICTED', ({ card: { account }, limits }) => account.restricted && !limits.restrictedMaySpend],
  ['CARD_RISK_BLOCKED', ({ card, now }) => (card.blocks & ~OWNERS) !== 0 || card.usage.blockedUntil > now],
  ['CARD_PAUSED', ({ card }) => (card.blocks & OWNERS) !== 0],
  ['EXPIRY_MISMATCH', ({ request, card }) => request.expMonth !== card.expMonth || request.expYear !== card.expYear],
  ['CVC_MISMATCH', ({ request, card }) => request.cvc !== undefined && !card.cvcMatches(request)],
  [
    'AVS_MISMATCH',
    ({ request, card }) => card.checksZip && request.zipCode !== undefined && !sameZip(request.zipCode, card.zipCode),
  ],
  ['THREEDS_FAILED', ({ request }) => request.threeDs === 'FAILED'],
  ['THREEDS_REQUIRED', needsThreeDs],
  mccs,
  countries,
  merchants,
  ['CURRENCY_BLOCKED', ({ request, limits }) => !limits.currencies.has(request.merchantCurrency)],
  single,
  velocity,
  [
    'DUPLICATE',
    ({ request, card, now, limits }) =>
      request.amountCents > 0 && isRepeated(card.usage, printOf(request), now, limits.duplicateWithinMs),
  ],
  fraud,
  ['INSUFFICIENT_FUNDS', ({ request, card }) => request.amountCents > 0 && affordable(request, card) === 0],
]

/** Zip codes are compared by their first five characters: merchants leave the rest, and the spaces, out. */
const sameZip = (given: string, ours: string): boolean => plainZip(given) === plainZip(ours)
const plainZip = (zip: string): string => zip.replace(/[\s-]/g, '').slice(0, 5).toUpperCase()

function needsThreeDs({ request, card, limits }: Case): boolean {
  const been = request.threeDs === 'FRICTIONLESS' || request.threeDs === 'CHALLENGED'
  return card.threeDs && !been && request.pos === 'ECOMMERCE' && request.amountCents > limits.threeDsAboveCents
}

/** Staff's rules of a reason, as predicates that were made when the set became live. */
function staffs(c: PolicyCase, reason: DeclineReason): boolean {
  const theirs = c.limits.staffRules[reason]
  return theirs !== undefined && theirs.some(({ hits }) => hits(c))
}

function isAllowed({ request: { merchant }, limits }: PolicyCase): boolean {
  return (
    limits.allowedMerchants.has(merchant.id) ||
    limits.allowedMccs.has(merchant.mcc) ||
    limits.allowedCountries.has(merchant.country)
  )
}

function tooMuch({ request, card: { usage }, now, limits }: PolicyCase): boolean {
  return (
    approvalsThisHour(usage, now) >= limits.hourMaxCount ||
    spentToday(usage, now) + request.amountCents > limits.dayMaxCents
  )
}

/** What makes two purchases on one card the same. */
export const printOf = ({ merchant, amountCents }: { merchant: { id: string }; amountCents: Cents }): string =>
  `${amountCents.toString(36)}@${merchant.id.replaceAll(' ', '_').slice(0, 32)}`

/** The fee that a conversion will cost when it settles: held with the amount, so that settling does not overdraw the card. */
export function feeOn(amount: Cents, currency: string, card: Pick<DecidedCard, 'currency' | 'conversion'>): Cents {
  if (currency === card.currency || amount === 0) return 0
  const { bps, minCents } = card.conversion()
  return Math.max(minCents, percentOf(amount, bps, 'half-up'))
}

/** How much of the request the card can pay with its fee: all, with `partialOk` a part, or nothing. */
export function affordable(
  request: Pick<AuthorizationRequest, 'amountCents' | 'merchantCurrency' | 'partialOk'>,
  card: DecidedCard,
): Cents {
  const { amountCents, merchantCurrency, partialOk } = request
  if (amountCents + feeOn(amountCents, merchantCurrency, card) <= card.available) return amountCents
  if (!partialOk || card.available <= 0) return 0
  let part = Math.min(amountCents, card.available)
  while (part > 0 && part + feeOn(part, merchantCurrency, card) > card.available)
    part -= part + feeOn(part, merchantCurrency, card) - card.available
  return Math.max(part, 0)
}

export const firstHit = (c: Case): DeclineReason | undefined => {
  for (const [reason, hits] of rules) if (hits(c)) return reason
  return undefined
}

/** Of limits and staff's rules alone. */
export const firstOfPolicy = (c: PolicyCase): DeclineReason | undefined => {
  for (const [reason, hits] of policyRules) if (hits(c)) return reason
  return undefined
}
