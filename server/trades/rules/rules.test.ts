import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { AuthorizationRequest } from '#server/outside/outside.ts'
import { holdForMs, limits, type Limits } from './limits.ts'
import type { Controls } from '#contract/controls/documents.ts'
import { compile, readCounters } from '#server/controls/controls.ts'
import { printOf } from './printOf.ts'
import { affordable, feeOn, firstHit, firstOfPolicy, NOTHING, rules, type DecidedCard } from './rules.ts'
import { approved, ranShort, remember, unused, wrongCvc, type Usage } from './usage.ts'
import { dayOf } from '#server/core/clock.ts'

const NOW = Date.UTC(2026, 10, 21, 4)
const HOUR = 3_600_000
const asked = (change: Partial<AuthorizationRequest> = {}): AuthorizationRequest => ({
  kind: 'authorization',
  ref: 'r1',
  cardNumber: '4242420000000000',
  expMonth: 12,
  expYear: 2029,
  cvc: '123',
  zipCode: '97201',
  merchant: { id: 'm1', name: 'SHOP', descriptor: 'SHOP', mcc: '5734', country: 'US' },
  amountCents: 3000,
  merchantAmount: 3000,
  merchantCurrency: 'USD',
  pos: 'ECOMMERCE',
  occurredAt: NOW,
  ...change,
})
const at = (change: Partial<AuthorizationRequest['merchant']>): Partial<AuthorizationRequest> => ({
  merchant: { ...asked().merchant, ...change },
})
/** The card has approved such a purchase at that time. */
const seen = (ms: number, request: Partial<AuthorizationRequest> = {}): Partial<Usage> => {
  const { recent } = unused()
  remember({ recent } as Usage, printOf(asked(request)), ms)
  return { recent }
}
const owned = (document: Controls, counters = ''): CardChange => ({
  controls: [
    {
      ...{ scope: 'CARD', scopeId: 'c', controlNo: 1, zone: 'UTC' },
      ...compile(document),
      counted: { counters: readCounters(counters) },
    },
  ],
})
/** Two days on. */
const notToday = ((new Date(NOW).getUTCDay() + 1) % 7) + 1
type CardChange = Partial<Omit<DecidedCard, 'usage'>> & { usage?: Partial<Usage> }
const card = ({ usage, ...change }: CardChange = {}): DecidedCard => ({
  accountId: 'a',
  accountNo: 1,
  cell: 1,
  cardId: 'c',
  vid: 'VISA-US-2',
  laId: 1,
  ownerSubNo: null,
  issuerId: 'i',
  cvcMatches: ({ cvc }) => cvc === '123',
  status: 'ACTIVE',
  blocks: 0,
  expired: false,
  expMonth: 12,
  expYear: 2029,
  zipMatches: (given) => given.slice(0, 5) === '97201',
  checksZip: true,
  threeDs: false,
  controls: [],
  currency: 'USD',
  conversion: () => ({ bps: 150, minCents: 30 }),
  account: { status: 'ACTIVE', risk: 'NORMAL', restricted: false, frozen: false },
  available: 5000,
  ...change,
  usage: { ...unused(), ...usage },
})
const hit = (request: Partial<AuthorizationRequest> = {}, of: CardChange = {}, with_: Partial<Limits> = {}) =>
  firstHit({ request: asked(request), card: card(of), now: NOW, limits: { ...limits, ...with_ }, before: NOTHING })

test('a purchase that breaks no rule is approved', () => assert.equal(hit(), undefined))

type Case = [
  what: string,
  reason: DeclineReason,
  request: Partial<AuthorizationRequest>,
  card: CardChange,
  limits?: Partial<Limits>,
]
const cases: Case[] = [
  ['anything while decisions are halted', 'SYSTEM_ERROR', {}, {}, { halted: true }],
  ['a card that is still being made', 'CARD_NOT_FOUND', {}, { status: 'PENDING' }],
  ['a deleted card', 'CARD_CLOSED', {}, { status: 'CLOSED' }],
  ['a card that is being deleted', 'CARD_CLOSED', {}, { status: 'CLOSING' }],
  ['a card past its month', 'CARD_EXPIRED', {}, { expired: true }],
  [
    'an account that was shut down',
    'ACCOUNT_SHUTDOWN',
    {},
    { account: { status: 'ACTIVE', risk: 'SHUTDOWN', restricted: false, frozen: false } },
  ],
  [
    'an account that was deactivated',
    'ACCOUNT_SHUTDOWN',
    {},
    { account: { status: 'DEACTIVATED', risk: 'NORMAL', restricted: false, frozen: false } },
  ],
  [
    'an account whose funds are frozen',
    'FUNDS_FROZEN',
    {},
    { account: { status: 'ACTIVE', risk: 'NORMAL', restricted: false, frozen: true } },
  ],
  [
    'an account in debt, where that is the rule',
    'ACCOUNT_RESTRICTED',
    {},
    { account: { status: 'ACTIVE', risk: 'NORMAL', restricted: true, frozen: false } },
    { restrictedMaySpend: false },
  ],
  ['a risk block', 'CARD_RISK_BLOCKED', {}, { blocks: 2 }],
  ['a block of the issuer beside the owner’s', 'CARD_RISK_BLOCKED', {}, { blocks: 1 | 8 }],
  ['the day after three wrong codes', 'CARD_RISK_BLOCKED', {}, { usage: { blockedUntil: NOW + 1 } }],
  ['a card that its owner froze', 'CARD_PAUSED', {}, { blocks: 1 }],
  ['a card of a frozen sub-account', 'CARD_PAUSED', {}, { blocks: 32 }],
  ['a force post that is asked for', 'ISSUER_DECLINED', { pos: 'FORCED' }, {}],
  ['a card that could not be made', 'CARD_NOT_FOUND', {}, { status: 'FAILED' }],
  ['a card that is marked as expired', 'CARD_EXPIRED', {}, { status: 'EXPIRED' }],
  [
    'an account that is closed',
    'ACCOUNT_SHUTDOWN',
    {},
    { account: { status: 'CLOSED', risk: 'NORMAL', restricted: false, frozen: false } },
  ],
  ['another year of expiry', 'EXPIRY_MISMATCH', { expYear: 2030 }, {}],
  ['a kind of merchant that staff have listed', 'MCC_BLOCKED', {}, {}, { listedMccs: new Set(['5734']) }],
  ['a country that staff have listed', 'COUNTRY_BLOCKED', {}, {}, { listedCountries: new Set(['US']) }],
  [
    'a day amount that this purchase exceeds by a cent',
    'VELOCITY_LIMIT',
    { amountCents: 3001 },
    { usage: { day: dayOf(NOW), dayCents: limits.dayMaxCents - 3000 } },
  ],
  ['another month of expiry', 'EXPIRY_MISMATCH', { expMonth: 11 }, {}],
  ['a wrong security code', 'CVC_MISMATCH', { cvc: '124' }, {}],
  ['another zip code', 'AVS_MISMATCH', { zipCode: '97202' }, {}],
  ['a failed challenge', 'THREEDS_FAILED', { threeDs: 'FAILED' }, {}],
  ['no challenge where one is asked for', 'THREEDS_REQUIRED', {}, { threeDs: true }, { threeDsAboveCents: 2000 }],
  ['a casino', 'MCC_BLOCKED', at({ mcc: '7995' }), {}],
  ['a country under sanctions', 'COUNTRY_BLOCKED', at({ country: 'IR' }), {}],
  ['a merchant on the list', 'MERCHANT_BLOCKED', {}, {}, { blockedMerchants: new Set(['m1']) }],
  [
    'a card that is used up',
    'CONTROL_USED_UP',
    {},
    owned({ uses: { max: 2, per: 'CLEARING', then: 'CLOSE' } }, `+:${NOW}:0:2 *:${NOW}:0:1`),
  ],
  ['a merchant that the owner forbids', 'CONTROL_BRAND', {}, owned({ brands: { mode: 'NEVER', words: ['sho'] } })],
  ['a category outside the owner’s', 'CONTROL_KIND', {}, owned({ kinds: { mode: 'ONLY', mccs: ['5411'] } })],
  ['a country outside the owner’s', 'CONTROL_COUNTRY', {}, owned({ countries: { mode: 'ONLY', codes: ['DE'] } })],
  ['a currency outside the owner’s', 'CONTROL_CURRENCY', {}, owned({ currencies: { mode: 'NEVER', codes: ['USD'] } })],
  [
    'an hour outside the owner’s',
    'CONTROL_HOURS',
    {},
    owned({ hours: [{ days: [notToday], from: '00:00', to: '23:59' }] }),
  ],
  ['a cent more than the owner lets one purchase cost', 'CONTROL_AMOUNT', {}, owned({ singleMax: 2999 })],
  [
    'another category than the one that the card is locked to',
    'CONTROL_LOCK',
    {},
    owned({ lock: { by: 'KIND' } }, `=k5411:${NOW}:0:0`),
  ],
  [
    'a cent more than a limit leaves',
    'CONTROL_LIMIT',
    {},
    owned({ limits: [{ limitId: 'aday', window: 'DAY', amount: 5000, refunds: 'KEEP' }] }, `aday:${NOW}:2001:1`),
  ],
  ['a currency that we do not know', 'CURRENCY_BLOCKED', { merchantCurrency: 'SEK' }, {}],
  ['more than one purchase may be', 'SINGLE_LIMIT', { amountCents: 1_000_001 }, { available: 9_000_000 }],
  [
    'more purchases than an hour may have',
    'VELOCITY_LIMIT',
    {},
    { usage: { hour: Math.floor(NOW / HOUR), hourCount: 1000 } },
  ],
  ['the same purchase again within a minute', 'DUPLICATE', {}, { usage: seen(NOW - 59_000) }],
  [
    'a watched kind of merchant and a large sum',
    'SUSPECTED_FRAUD',
    { amountCents: 20_001, ...at({ mcc: '5122' }) },
    { available: 90_000 },
  ],
  ['a cent more than there is', 'INSUFFICIENT_FUNDS', { amountCents: 5001 }, {}],
]
for (const [what, reason, request, of, with_] of cases)
  test(`${what} is declined: ${reason}`, () => assert.equal(hit(request, of, with_), reason))

test('every rule has its case above', () => {
  assert.deepEqual(new Set(cases.map(([, reason]) => reason)), new Set(rules.flatMap(([reason]) => reason)))
})

test('the first rule that hits decides: a frozen card with a wrong code is frozen', () => {
  assert.equal(hit({ cvc: '999', amountCents: 9999 }, { blocks: 1 }), 'CARD_PAUSED')
  assert.equal(hit({ cvc: '999', amountCents: 9999 }), 'CVC_MISMATCH')
})

test('up to each limit a purchase is approved', () => {
  const plenty = { available: 90_000_00 }
  assert.equal(hit({ amountCents: limits.singleMaxCents }, plenty), undefined)
  assert.equal(hit({ amountCents: limits.watchedMaxCents, ...at({ mcc: '5122' }) }, plenty), undefined)
  assert.equal(hit({}, { usage: { hour: Math.floor(NOW / HOUR), hourCount: limits.hourMaxCount - 1 } }), undefined)
  assert.equal(hit({}, { usage: { day: dayOf(NOW), dayCents: limits.dayMaxCents - 3000 } }), undefined)
  assert.equal(hit({}, { usage: { blockedUntil: NOW } }), undefined)
})

test('what was counted in another hour or on another day is over', () => {
  const hour = Math.floor(NOW / HOUR) - 1
  assert.equal(hit({}, { usage: { hour, hourCount: limits.hourMaxCount } }), undefined)
  assert.equal(hit({}, { usage: { day: dayOf(NOW) - 1, dayCents: limits.dayMaxCents } }), undefined)
})

test('an exception opens what staff have listed, and never a country that the house has closed', () => {
  const listed = { listedMccs: new Set(['5734']), listedCountries: new Set(['US']) }
  for (const allowed of [
    { allowedMerchants: new Set(['m1']) },
    { allowedMccs: new Set(['5734']) },
    { allowedCountries: new Set(['US']) },
  ])
    assert.equal(hit({}, {}, { ...listed, ...allowed }), undefined)
  assert.equal(hit({}, {}, { ...listed, allowedMerchants: new Set(['m2']) }), 'MCC_BLOCKED')
  assert.equal(hit(at({ country: 'IR' }), {}, { allowedMerchants: new Set(['m1']) }), 'COUNTRY_BLOCKED')
})

test('a rule of staff declines with its own reason, but not where an exception stands', () => {
  const reasons = ['MCC_BLOCKED', 'COUNTRY_BLOCKED', 'MERCHANT_BLOCKED', 'SINGLE_LIMIT', 'VELOCITY_LIMIT'] as const
  const always = [{ hits: () => true }] as unknown as NonNullable<Limits['staffRules']['MCC_BLOCKED']>
  for (const reason of [...reasons, 'SUSPECTED_FRAUD'] as const)
    assert.equal(hit({}, {}, { staffRules: { [reason]: always } }), reason)
  for (const reason of reasons.slice(0, 3))
    assert.equal(
      hit({}, {}, { staffRules: { [reason]: always }, allowedMerchants: new Set(['m1']) }),
      undefined,
      reason,
    )
})

test('3-D Secure is asked for above the amount only, online only, and only of who has not been through it', () => {
  const above = { threeDsAboveCents: 2999 }
  assert.equal(hit({}, { threeDs: true }, above), 'THREEDS_REQUIRED')
  assert.equal(hit({}, { threeDs: true }, { threeDsAboveCents: 3000 }), undefined)
  assert.equal(hit({}, { threeDs: false }, above), undefined)
  assert.equal(hit({ pos: 'RECURRING' }, { threeDs: true }, above), undefined)
  for (const threeDs of ['FRICTIONLESS', 'CHALLENGED'] as const)
    assert.equal(hit({ threeDs }, { threeDs: true }, above), undefined)
})

test('a verification of no amount is no duplicate of another, and needs no money', () => {
  const usage = seen(NOW, { amountCents: 0 })
  assert.equal(hit({ amountCents: 0 }, { available: 0, usage }), undefined)
  assert.equal(hit({ amountCents: 0 }, { available: -500 }), undefined)
})

test('limits and staff’s rules alone look at nothing of the card’s state', () => {
  const policy = (request: Partial<AuthorizationRequest>) =>
    firstOfPolicy({ request: asked(request), card: card({ status: 'CLOSED' }), now: NOW, limits, before: NOTHING })
  assert.equal(policy({ cvc: '999' }), undefined)
  assert.equal(policy(at({ mcc: '7995' })), 'MCC_BLOCKED')
  assert.equal(policy({ amountCents: limits.singleMaxCents + 1 }), 'SINGLE_LIMIT')
})

test('what a merchant leaves out is not compared', () => {
  const { cvc: _, zipCode: __, ...recurring } = asked({ pos: 'RECURRING' })
  assert.equal(firstHit({ request: recurring, card: card(), now: NOW, limits, before: NOTHING }), undefined)
  assert.equal(hit({ zipCode: '97201-1234' }), undefined)
  assert.equal(hit({ zipCode: '00000' }, { checksZip: false }), undefined)
})

test('the same purchase a minute later, or for another cent, is no duplicate', () => {
  assert.equal(hit({}, { usage: seen(NOW - 60_000) }), undefined)
  assert.equal(hit({ amountCents: 3001 }, { usage: seen(NOW) }), undefined)
})

test('a conversion holds its fee too: EUR 20.00 at 1.08 is 21.60 and 0.32', () => {
  assert.equal(feeOn(2160, 'EUR', card()), 32)
  assert.equal(feeOn(1000, 'EUR', card()), 30)
  assert.equal(feeOn(2160, 'USD', card()), 0)
  assert.equal(hit({ amountCents: 2160, merchantCurrency: 'EUR' }, { available: 2191 }), 'INSUFFICIENT_FUNDS')
  assert.equal(hit({ amountCents: 2160, merchantCurrency: 'EUR' }, { available: 2192 }), undefined)
})

test('a terminal that takes less gets what there is, with room for the fee', () => {
  assert.equal(affordable(asked({ amountCents: 8000, partialOk: true }), card()), 5000)
  assert.equal(affordable(asked({ amountCents: 8000 }), card()), 0)
  const part = affordable(asked({ amountCents: 8000, partialOk: true, merchantCurrency: 'EUR' }), card())
  assert.ok(part > 0 && part + feeOn(part, 'EUR', card()) <= 5000)
  assert.equal(part, 4925)
  assert.equal(affordable(asked({ partialOk: true }), card({ available: 0 })), 0)
  assert.equal(affordable(asked({ partialOk: true, merchantCurrency: 'EUR' }), card({ available: 30 })), 0)
  assert.equal(affordable(asked({ partialOk: true, merchantCurrency: 'EUR' }), card({ available: 31 })), 1)
  assert.equal(affordable(asked({ partialOk: true }), card(), { cents: 100, feeCents: 0 }), 3000)
  assert.equal(
    affordable(asked({ amountCents: 8000, partialOk: true }), card(), { cents: 100, feeCents: 0 }),
    0,
    'an increment has no part',
  )
})

test('the third wrong code within a day blocks for a day; one a day never does', () => {
  const usage = unused()
  for (const wait of [0, 2 * HOUR]) wrongCvc(usage, NOW + wait, limits)
  assert.equal(usage.blockedUntil, 0)
  wrongCvc(usage, NOW + 3 * HOUR, limits)
  assert.equal(usage.blockedUntil, NOW + 27 * HOUR)
  const patient = unused()
  for (let day = 0; day < 5; day++) wrongCvc(patient, NOW + day * 24 * HOUR, limits)
  assert.equal(patient.blockedUntil, 0)
})

test('the third decline for want of money within a day is the last straw', () => {
  const usage = unused()
  assert.deepEqual(
    [0, 1, 2, 3].map((hour) => ranShort(usage, NOW + hour * HOUR, limits)),
    [false, false, true, false],
  )
})

test('only the last few approvals are remembered', () => {
  const usage = unused()
  for (let i = 0; i < 40; i++) {
    approved(usage, i, NOW)
    remember(usage, i + 1, NOW + i)
  }
  assert.equal(usage.recent.length, 96)
  assert.deepEqual([usage.approved, usage.hourCount], [40, 40])
})

test('hotels hold for a month, fuel for a day, others for a week', () => {
  assert.deepEqual(
    ['7011', '3501', '5542', '5734', '3350', '3351', '3999', '4000', '4411', '7512'].map(
      (mcc) => holdForMs(mcc) / 86_400_000,
    ),
    [31, 31, 1, 7, 7, 31, 31, 7, 31, 31],
  )
})
