/**
 * The rules of an authorization, in their order: the first that hits decides. Each looks at the request, the card as it
 * stands under its lock, and the limits, and at nothing else. (Before them: an unknown card number, and a request that
 * was answered before. After them: a system that cannot answer.)
 */
import type { DeclineReason } from '#contract/trades/declines.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { percentOf, type Cents } from '#contract/core/money.ts'
import type { AuthorizationRequest, DecisionRequest } from '#server/outside/outside.ts'
import type { Limits, Before, PolicyCase } from './limits.ts'
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
  readonly zipMatches: (given: string) => boolean
  readonly checksZip: boolean
  readonly threeDs: boolean
  readonly currency: string
  /** What a conversion costs. */
  readonly conversion: () => { readonly bps: number; readonly minCents: Cents }
  readonly account: { readonly status: string; readonly risk: string; readonly restricted: boolean }
  available: Cents
  readonly usage: Usage
}
export const NOTHING: Before = { cents: 0, feeCents: 0 }

/** A request for more of an authorization, or for a new one, of which there is nothing before. */
export type AnyCase = {
  readonly request: DecisionRequest
  readonly card: DecidedCard
  readonly now: number
  readonly limits: Limits
  readonly before: Before
}
export type Case = AnyCase & { readonly request: AuthorizationRequest }
type Rule<C> = readonly [reason: DeclineReason, hits: (c: C) => boolean]

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
  ['SINGLE_LIMIT', (c) => inAll(c) > c.limits.singleMaxCents || staffs(c, 'SINGLE_LIMIT')],
  ['VELOCITY_LIMIT', (c) => tooMuch(c) || staffs(c, 'VELOCITY_LIMIT')],
  [
    'SUSPECTED_FRAUD',
    (c) =>
      (c.limits.watchedMccs.has(c.request.merchant.mcc) && inAll(c) > c.limits.watchedMaxCents) ||
      staffs(c, 'SUSPECTED_FRAUD'),
  ],
] as const satisfies readonly Rule<PolicyCase>[]
/** What the authorization comes to with this request: an increment does not make two purchases of it. */
export const inAll = ({ before, request }: Pick<PolicyCase, 'before' | 'request'>): Cents =>
  before.cents + request.amountCents
const [mccs, countries, merchants, single, velocity, fraud] = policyRules

/** All rules in their order. `first`: looks at what only the first request of an authorization carries, so it says nothing of an increment. */
const table: readonly (Rule<AnyCase> | { readonly first: Rule<Case> })[] = [
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
  // A force post tells of money that was taken already: as a question it would hold what nobody asked the cardholder for.
  ['ISSUER_DECLINED', ({ request }) => request.pos === 'FORCED'],
  {
    first: [
      'EXPIRY_MISMATCH',
      ({ request, card }) => request.expMonth !== card.expMonth || request.expYear !== card.expYear,
    ],
  },
  { first: ['CVC_MISMATCH', ({ request, card }) => request.cvc !== undefined && !card.cvcMatches(request)] },
  {
    first: [
      'AVS_MISMATCH',
      ({ request, card }) => card.checksZip && request.zipCode !== undefined && !card.zipMatches(request.zipCode),
    ],
  },
  { first: ['THREEDS_FAILED', ({ request }) => request.threeDs === 'FAILED'] },
  { first: ['THREEDS_REQUIRED', needsThreeDs] },
  mccs,
  countries,
  merchants,
  [
    'CURRENCY_BLOCKED',
    ({ request: { merchantCurrency }, limits, before: { currency = merchantCurrency } }) =>
      !limits.currencies.has(merchantCurrency) || merchantCurrency !== currency,
  ],
  single,
  velocity,
  {
    first: [
      'DUPLICATE',
      ({ request, card, now, limits }) =>
        request.amountCents > 0 && isRepeated(card.usage, printOf(request), now, limits.duplicateWithinMs),
    ],
  },
  fraud,
  [
    'INSUFFICIENT_FUNDS',
    ({ request, card, before }) => request.amountCents > 0 && affordable(request, card, before) === 0,
  ],
]

export const rules = table.map((rule) => ('first' in rule ? rule.first : rule))
const rulesOfIncrements = table.filter((rule): rule is Rule<AnyCase> => !('first' in rule))

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

type Printed = Pick<AuthorizationRequest, 'merchant' | 'amountCents' | 'pos' | 'trace' | 'terminalId'>
/**
 * What makes two purchases on one card the same: merchant, amount and the terminal's trace number. Where the network says
 * no trace, everything else that the terminal says of itself has to be the same.
 */
export const printOf = ({ merchant, amountCents, pos, trace, terminalId = '' }: Printed): string =>
  `${amountCents.toString(36)}@${merchant.id.replace(/[ :]/g, '_').slice(0, 32)}#${
    trace === undefined
      ? `d${shortened(`${terminalId} ${pos} ${merchant.descriptor}`)}`
      : `t${shortened(`${terminalId} ${trace}`)}`
  }`

/** FNV-1a: one remembered approval takes few bytes of its card's row, however long the names are. */
function shortened(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The fee that a conversion will cost when it settles: held with the amount, so that settling does not overdraw the card. */
export function feeOn(amount: Cents, currency: string, card: Pick<DecidedCard, 'currency' | 'conversion'>): Cents {
  if (currency === card.currency || amount === 0) return 0
  const { bps, minCents } = card.conversion()
  return Math.max(minCents, percentOf(amount, bps, 'half-up'))
}

/** The fee on the sum of both, less what it was before: so a purchase in parts costs what it costs whole, and one minimum. */
export const feeOnMore = (before: Before, amount: Cents, ...of: [string, Parameters<typeof feeOn>[2]]): Cents =>
  Math.max(0, feeOn(before.cents + amount, ...of) - before.feeCents)

/** How much of the request the card can pay with its fee: all, with `partialOk` a part, or nothing. An increment has no part. */
export function affordable(
  request: Pick<AuthorizationRequest, 'amountCents' | 'merchantCurrency' | 'partialOk'>,
  card: DecidedCard,
  before: Before = NOTHING,
): Cents {
  const { amountCents, merchantCurrency, partialOk } = request
  if (amountCents + feeOnMore(before, amountCents, merchantCurrency, card) <= card.available) return amountCents
  if (!partialOk || before !== NOTHING || card.available <= 0) return 0
  let part = Math.min(amountCents, card.available)
  while (part > 0 && part + feeOn(part, merchantCurrency, card) > card.available)
    part -= part + feeOn(part, merchantCurrency, card) - card.available
  return Math.max(part, 0)
}

export const firstHit = (c: Case): DeclineReason | undefined => {
  for (const [reason, hits] of rules) if (hits(c)) return reason
  return undefined
}

/** The same of a request for more of an authorization. */
export const firstHitOfIncrement = (c: AnyCase): DeclineReason | undefined => {
  for (const [reason, hits] of rulesOfIncrements) if (hits(c)) return reason
  return undefined
}

/** Of limits and staff's rules alone. */
export const firstOfPolicy = (c: PolicyCase): DeclineReason | undefined => {
  for (const [reason, hits] of policyRules) if (hits(c)) return reason
  return undefined
}
