/**
 * The rules of an authorization in order: the first that matches decides. Each depends only on the request, the card under its lock, and the limits. (Before
 * them: an unknown card number, and a request that was already answered. After them: a system that cannot answer.)
 */
import type { StoppedBy } from '#contract/controls/stoppedBy.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { percentOf, type Cents } from '#contract/core/money.ts'
import { knownBrandIds } from '#server/brands/brands.ts'
import {
  changed,
  lockedOut,
  nearly,
  noUseLeft,
  noteStop,
  noteWatched,
  roomIn,
  stoppedBy,
  warningOf,
  type AppliedControls,
  type ControlReason,
  type Counters,
  type Room,
  type Shop,
  type Stop,
  type Warning,
} from '#server/controls/controls.ts'
import type { AuthorizationRequest, DecisionRequest } from '#server/outside/outside.ts'
import type { Limits, Before, PolicyCase } from './limits.ts'
import { printOf } from './printOf.ts'
import { approvalsThisHour, isRepeated, spentToday, type Usage } from './usage.ts'

/** A card as the decision sees it. `available` and `usage` change from request to request within a set. */
export type DecidedCard = {
  readonly accountId: string
  readonly accountNo: number
  readonly cell: number
  readonly cardId: string
  readonly vid: string
  readonly laId: number
  readonly ownerSubNo: number | null
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
  /** The fee of a conversion. */
  readonly conversion: () => { readonly bps: number; readonly minCents: Cents }
  readonly account: {
    readonly status: string
    readonly risk: string
    readonly restricted: boolean
    readonly frozen: boolean
  }
  /** What the owner allows: of the card, its group, its sub-account and its account, in this order. */
  readonly controls: readonly AppliedControls[]
  available: Cents
  readonly usage: Usage
}
export const NOTHING: Before = { cents: 0, feeCents: 0 }

/** An increment of an authorization, or a new one, with nothing before it. */
export type AnyCase = {
  readonly request: DecisionRequest
  readonly card: DecidedCard
  readonly now: number
  readonly limits: Limits
  readonly before: Before
  /** Where the request comes from, if the caller has asked already. */
  readonly shop?: Shop
}
export type Case = AnyCase & { readonly request: AuthorizationRequest }
type Rule<C> = readonly [reason: DeclineReason, hits: (c: C) => boolean]
/** One question with several reasons. */
type Question<C> = readonly [reasons: readonly DeclineReason[], asks: (c: C) => DeclineReason | undefined]

/** In the order in which a document is asked. */
const controlReasons = [
  'CONTROL_USED_UP',
  'CONTROL_BRAND',
  'CONTROL_KIND',
  'CONTROL_COUNTRY',
  'CONTROL_CURRENCY',
  'CONTROL_HOURS',
  'CONTROL_AMOUNT',
  'CONTROL_LOCK',
  'CONTROL_LIMIT',
] as const satisfies readonly ControlReason[]

/** What controls depend on. */
export type Controlled = Pick<DecidedCard, 'controls' | 'currency' | 'conversion' | 'available'> & {
  readonly usage: { counters: Counters }
}
type ControlCase = Pick<AnyCase, 'now' | 'before' | 'shop'> & {
  readonly request: Pick<AuthorizationRequest, 'amountCents' | 'merchant' | 'merchantCurrency' | 'partialOk'> & {
    readonly pos?: string
  }
  readonly card: Controlled
}

/** Where a request comes from. Its brand is looked for once, and only if something asks for it. */
export function shopOf(merchant: AuthorizationRequest['merchant']): Shop {
  let brandIds: readonly string[] | undefined
  return { merchant, brandIds: () => (brandIds ??= knownBrandIds(merchant)) }
}

/** What the controls say to a request: the first line that stops it, or the first document whose limits leave too little for it. */
export function controlHit(c: ControlCase): ControlHit | undefined {
  for (const control of c.card.controls) {
    const hit = control.watches ? undefined : hitOf(control, c)
    if (hit) return hit
  }
  return undefined
}

/** The first document that only watches and would stop it. Asked before it is counted. */
export function watchedHit(c: ControlCase): ControlHit | undefined {
  for (const control of c.card.controls) {
    const hit = control.watches ? hitOf(control, c) : undefined
    if (hit) return hit
  }
  return undefined
}

function hitOf(control: AppliedControls, c: ControlCase): ControlHit | undefined {
  const { request, card, now, before, shop = shopOf(request.merchant) } = c
  // First of all, for a verification as well: a card that is used up is of no use to a merchant. An increment is no further purchase.
  if (before === NOTHING && noUseLeft(control)) return { line: 'uses', reason: 'CONTROL_USED_UP', control }
  const stop = stoppedBy(control, {
    ...shop,
    amountCents: before.cents + request.amountCents,
    currency: request.merchantCurrency,
    pos: request.pos,
    now,
    zone: control.zone,
  })
  if (stop) return { ...stop, control }
  const lock = lockedOut(control, shop, now)
  if (lock) return { line: 'lock', reason: 'CONTROL_LOCK', control, lock }
  if (request.amountCents === 0 || !control.limits.length) return undefined
  const room = roomIn(control, now, before !== NOTHING, shop)
  return room.limit && affordable(request, card, before, room.cents) === 0
    ? { line: 'limits', reason: 'CONTROL_LIMIT', control, room }
    : undefined
}
/** `room`: what the limits leave, `lock`: what the card is locked to, if that stops it. */
export type ControlHit = Stop & Pick<StoppedBy, 'lock'> & { readonly control: AppliedControls; readonly room?: Room }

/** What the owner reads about a decline by their own controls. */
export function whyOf({ control, line, room, lock }: ControlHit): StoppedBy {
  const { scope, scopeId, controlNo } = control
  const why = { scope, scopeId, controlNo, line, ...(control.watches && { watched: 1 as const }) }
  if (lock) return { ...why, lock }
  if (!room?.limit) return why
  const { limit, cents, byCount, resetTime = null } = room
  const { limitId, name, window } = limit
  const left = byCount ? { countLeft: 0 } : { left: cents }
  return { ...why, limitId, ...(name !== undefined && { name }), window, ...left, resetTime }
}

/**
 * Notes a decline by controls; whether it counts in the decline rate. Of a card, a brand counts once a day. Limits that cards share are noted where they are counted: all cards that they stop count
 * once, or a limit of the account would stop the account.
 */
export function noteControlStop(
  { controls, usage }: Controlled,
  { control, line }: ControlHit,
  merchant: AuthorizationRequest['merchant'],
  now: number,
): boolean {
  const shares = control.scope !== 'CARD' && line === 'limits'
  const noted = shares ? control.counted : usage
  const limits = (shares ? control : controls.find(({ scope }) => scope === 'CARD'))?.limits ?? []
  const brand = knownBrandIds(merchant)[0] ?? merchant.id
  const { counters, isFirst } = noteStop(limits, noted.counters, { zone: control.zone, now }, brand)
  noted.counters = counters
  return isFirst
}

/** How much the limits of all controls leave in a shop. */
export const roomFor = ({ controls }: DecidedCard, now: number, shop: Shop): Cents =>
  controls.reduce(
    (least, control) => (control.watches ? least : Math.min(least, roomIn(control, now, false, shop).cents)),
    Infinity,
  )

/** Notes an approval that only a watching document would have declined. */
export function noteWatching({ control }: ControlHit, now: number, cents: Cents): void {
  const { counted } = control
  counted.counters = noteWatched(counted.counters, now, cents)
}

/** An approval: when, what is held of it, and where. `count`: 0 for an increment. */
type Approval = { readonly time: number; readonly cents: Cents; readonly count: 0 | 1; readonly shop: Shop }
/** Counts an approval in memory. Returns of which limits the owner is told by it. */
export function countIn({ controls }: Pick<Controlled, 'controls'>, approval: Approval): Warning[] {
  return controls.flatMap((control) => {
    const { limits, zone, counted } = control
    if (!limits.length) return []
    const [before, at] = [counted.counters, { zone, now: approval.time }]
    counted.counters = changed(limits, before, at, { ...approval, fresh: true })
    return nearly(limits, before, counted.counters, at).map((near) => warningOf(control, near))
  })
}

const { USER, SUB, CONTROL } = cardBlocks
const OWNERS = USER.bit | SUB.bit
/** CONTROL is asked nowhere: it follows a counter, which decides. */
const OTHERS = ~(OWNERS | CONTROL.bit)

/** The rules that staff can change. Decisions, shadow mode and back-tests share them. */
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
/** The authorization's total including this request: an increment does not make it two purchases. */
export const inAll = ({ before, request }: Pick<PolicyCase, 'before' | 'request'>): Cents =>
  before.cents + request.amountCents
const [mccs, countries, merchants, single, velocity, fraud] = policyRules

/** All rules in order. `first`: depends on data that only the first request of an authorization carries, so it is skipped for increments. */
const table: readonly (Rule<AnyCase> | Question<AnyCase> | { readonly first: Rule<Case> })[] = [
  ['SYSTEM_ERROR', ({ limits }) => limits.halted],
  ['CARD_NOT_FOUND', ({ card }) => card.status === 'PENDING' || card.status === 'FAILED'],
  ['CARD_CLOSED', ({ card }) => card.status === 'CLOSED' || card.status === 'CLOSING'],
  ['CARD_EXPIRED', ({ card }) => card.expired || card.status === 'EXPIRED'],
  [
    'ACCOUNT_SHUTDOWN',
    ({ card: { account } }) =>
      account.status === 'DEACTIVATED' || account.status === 'CLOSED' || account.risk === 'SHUTDOWN',
  ],
  ['FUNDS_FROZEN', ({ card: { account } }) => account.frozen],
  ['ACCOUNT_RESTRICTED', ({ card: { account }, limits }) => account.restricted && !limits.restrictedMaySpend],
  ['CARD_RISK_BLOCKED', ({ card, now }) => (card.blocks & OTHERS) !== 0 || card.usage.blockedUntil > now],
  ['CARD_PAUSED', ({ card }) => (card.blocks & OWNERS) !== 0],
  // A force post reports money that was already taken: as a request it would hold money that the cardholder was not asked for.
  ['ISSUER_DECLINED', ({ request }) => request.pos === 'FORCED'],
  {
    first: [
      'EXPIRY_MISMATCH',
      ({ request: { checks, expMonth, expYear }, card }) =>
        checks ? checks.expiry === 'MISMATCH' : expMonth !== card.expMonth || expYear !== card.expYear,
    ],
  },
  {
    first: [
      'CVC_MISMATCH',
      ({ request, card }) =>
        request.checks ? request.checks.cvc === 'MISMATCH' : request.cvc !== undefined && !card.cvcMatches(request),
    ],
  },
  {
    first: [
      'AVS_MISMATCH',
      ({ request: { checks, zipCode }, card }) =>
        card.checksZip && (checks ? checks.zip === 'MISMATCH' : zipCode !== undefined && !card.zipMatches(zipCode)),
    ],
  },
  { first: ['THREEDS_FAILED', ({ request }) => request.threeDs === 'FAILED'] },
  { first: ['THREEDS_REQUIRED', needsThreeDs] },
  mccs,
  countries,
  merchants,
  // The owner's own, before money: who tops up for a purchase that is stopped anyway is declined twice.
  [controlReasons, (c) => controlHit(c)?.reason],
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

/** The reasons of declines that are found when controls have been asked: of the controls themselves, and of all rules after them. */
export const afterControls: ReadonlySet<string> = new Set(
  table
    .slice(table.findIndex((rule) => !('first' in rule) && rule[0] === controlReasons))
    .flatMap((rule) => ('first' in rule ? rule.first[0] : rule[0])),
)

export const rules = table.map((rule) => ('first' in rule ? rule.first : rule))
const rulesOfIncrements = table.filter((rule): rule is Rule<AnyCase> | Question<AnyCase> => !('first' in rule))

function needsThreeDs({ request, card, limits }: Case): boolean {
  const been = request.threeDs === 'FRICTIONLESS' || request.threeDs === 'CHALLENGED'
  return card.threeDs && !been && request.pos === 'ECOMMERCE' && request.amountCents > limits.threeDsAboveCents
}

/** Staff's rules with this reason, as predicates built when the rule set went live. */
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

/** The conversion fee at settlement: held with the amount, so that settling does not overdraw the card. */
export function feeOn(amount: Cents, currency: string, card: Pick<DecidedCard, 'currency' | 'conversion'>): Cents {
  if (currency === card.currency || amount === 0) return 0
  const { bps, minCents } = card.conversion()
  return Math.max(minCents, percentOf(amount, bps, 'half-up'))
}

/** The fee on the sum, less the fee so far: so a purchase in parts costs the same as a whole one, with one minimum. */
export const feeOnMore = (before: Before, amount: Cents, ...of: [string, Parameters<typeof feeOn>[2]]): Cents =>
  Math.max(0, feeOn(before.cents + amount, ...of) - before.feeCents)

/** How much of the request `most` pays, which is what the card has, including the fee: all, with `partialOk` a part, or nothing. An increment has no partial approval. */
export function affordable(
  request: Pick<AuthorizationRequest, 'amountCents' | 'merchantCurrency' | 'partialOk'>,
  card: Pick<DecidedCard, 'currency' | 'conversion' | 'available'>,
  before: Before = NOTHING,
  most: Cents = card.available,
): Cents {
  const { amountCents, merchantCurrency, partialOk } = request
  if (amountCents + feeOnMore(before, amountCents, merchantCurrency, card) <= most) return amountCents
  if (!partialOk || before !== NOTHING || most <= 0) return 0
  let part = Math.min(amountCents, most)
  while (part > 0 && part + feeOn(part, merchantCurrency, card) > most)
    part -= part + feeOn(part, merchantCurrency, card) - most
  return Math.max(part, 0)
}

export const firstHit = (c: Case): DeclineReason | undefined => firstOf(rules, c)

/** Like `firstHit`, for an increment. */
export const firstHitOfIncrement = (c: AnyCase): DeclineReason | undefined => firstOf(rulesOfIncrements, c)

function firstOf<C>(asked: readonly (Rule<C> | Question<C>)[], c: C): DeclineReason | undefined {
  for (const [reason, hits] of asked) {
    const hit = hits(c)
    if (hit) return hit === true ? (reason as DeclineReason) : hit
  }
  return undefined
}

/** Evaluates only limits and staff's rules. */
export const firstOfPolicy = (c: PolicyCase): DeclineReason | undefined => {
  for (const [reason, hits] of policyRules) if (hits(c)) return reason
  return undefined
}
