import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { Rule, RulesDocument } from '#contract/trades/desk/rules.ts'
import { limitsOf, nameOfRule, ruleThatHit, type Listed } from './compile.ts'
import { limits as house, type PolicyCase } from './limits.ts'
import { firstOfPolicy } from './rules.ts'
import { unused, type Usage } from './usage.ts'
import { dayOf, HOUR } from '#server/core/clock.ts'

const NOW = Date.UTC(2026, 10, 21, 4)
const documentOf = (...rules: Omit<Rule, 'name'>[]): RulesDocument => ({
  limits: {},
  rules: rules.map((rule, at) => ({ name: `rule ${at}`, ...rule })),
})
type Change = {
  merchant?: Partial<PolicyCase['request']['merchant']>
  amountCents?: number
  vid?: string
  before?: number
  usage?: Partial<Usage>
}
const caseOf = (
  document: RulesDocument,
  { merchant, amountCents = 3000, vid = 'V1', before = 0, usage }: Change = {},
): PolicyCase => ({
  request: {
    amountCents,
    merchant: { id: 'm1', name: 'SHOP', descriptor: 'SHOP', mcc: '5734', country: 'US', ...merchant },
  },
  card: { vid, usage: { ...unused(), ...usage } },
  now: NOW,
  limits: limitsOf(document),
  before: { cents: before, feeCents: 0 },
})
const hit = (rule: Omit<Rule, 'name'>, change?: Change): DeclineReason | undefined =>
  firstOfPolicy(caseOf(documentOf(rule), change))
const inHour = (hourCount: number): Change => ({ usage: { hour: Math.floor(NOW / HOUR), hourCount } })
const inDay = (dayCents: number): Change => ({ usage: { day: dayOf(NOW), dayCents } })

test('a rule with one condition declines what meets it and nothing else, for the reason of that condition', () => {
  const cases: [rule: Omit<Rule, 'name'>, reason: DeclineReason, meets: Change, not: Change][] = [
    [{ mccs: ['5816', '5734'] }, 'MCC_BLOCKED', {}, { merchant: { mcc: '5735' } }],
    [{ countries: ['FR', 'US'] }, 'COUNTRY_BLOCKED', {}, { merchant: { country: 'DE' } }],
    [{ merchants: ['m0', 'm1'] }, 'MERCHANT_BLOCKED', {}, { merchant: { id: 'm2' } }],
    [{ vids: ['V1'] }, 'SUSPECTED_FRAUD', {}, { vid: 'V2' }],
    [{ vids: ['V1'] }, 'SUSPECTED_FRAUD', { amountCents: 0 }, { vid: 'V2', amountCents: 0 }],
    [{ overCents: 2999 }, 'SINGLE_LIMIT', {}, { amountCents: 2999 }],
    [{ overCents: 0 }, 'SINGLE_LIMIT', { amountCents: 1 }, { amountCents: 0 }],
    [{ overCents: 4000 }, 'SINGLE_LIMIT', { before: 1001 }, { before: 1000 }],
    [{ hourCount: 5 }, 'VELOCITY_LIMIT', inHour(5), inHour(4)],
    [{ dayCents: 9000 }, 'VELOCITY_LIMIT', inDay(6001), inDay(6000)],
  ]
  for (const [rule, reason, meets, not] of cases) {
    assert.equal(hit(rule, meets), reason, JSON.stringify(rule))
    assert.equal(hit(rule, not), undefined, JSON.stringify(rule))
  }
})

test('a limit of nothing stops everything: a count and a sum of zero are conditions too', () => {
  assert.equal(hit({ hourCount: 0 }), 'VELOCITY_LIMIT')
  assert.equal(hit({ dayCents: 0 }), 'VELOCITY_LIMIT')
  assert.equal(hit({ overCents: 0 }), 'SINGLE_LIMIT')
})

test('all conditions of a rule must be met, and an empty list is no condition', () => {
  const rule = {
    mccs: ['5734'],
    countries: ['US'],
    merchants: ['m1'],
    vids: ['V1'],
    overCents: 2999,
    hourCount: 2,
    dayCents: 8000,
  }
  const meets: Change = { usage: { ...inHour(2).usage, ...inDay(5001).usage } }
  assert.equal(hit(rule, meets), 'VELOCITY_LIMIT')
  const others: Change[] = [
    { merchant: { mcc: '5735' } },
    { merchant: { country: 'DE' } },
    { merchant: { id: 'm2' } },
    { vid: 'V2' },
    { amountCents: 2999 },
    { usage: { ...meets.usage, hourCount: 1 } },
    { usage: { ...meets.usage, dayCents: 5000 } },
  ]
  for (const other of others) assert.equal(hit(rule, { ...meets, ...other }), undefined, JSON.stringify(other))
  assert.equal(hit({ mccs: [], countries: [], merchants: [], vids: [], overCents: 2999 }), 'SINGLE_LIMIT')
})

test('the reason is that of the strongest condition', () => {
  const weakest: Omit<Rule, 'name'>[] = [
    { vids: ['V1'] },
    { countries: ['US'] },
    { mccs: ['5734'] },
    { merchants: ['m1'] },
    { overCents: 1 },
    { dayCents: 1 },
  ]
  const reasons = weakest.map((_, at) => hit(Object.assign({}, ...weakest.slice(0, at + 1)) as Omit<Rule, 'name'>))
  assert.deepEqual(reasons, [
    'SUSPECTED_FRAUD',
    'COUNTRY_BLOCKED',
    'MCC_BLOCKED',
    'MERCHANT_BLOCKED',
    'SINGLE_LIMIT',
    'VELOCITY_LIMIT',
  ])
})

test('the rule that declined is named, also among several of one reason; a limit or a list is not a rule', () => {
  const document = documentOf({ overCents: 5000 }, { mccs: ['5816'] }, { overCents: 2000 })
  assert.equal(ruleThatHit(caseOf(document), 'SINGLE_LIMIT'), 2)
  assert.equal(ruleThatHit(caseOf(document, { amountCents: 5001 }), 'SINGLE_LIMIT'), 0)
  assert.equal(ruleThatHit(caseOf(document), 'MCC_BLOCKED'), -1)
  assert.equal(ruleThatHit(caseOf(document), 'VELOCITY_LIMIT'), -1)
  assert.deepEqual(
    [nameOfRule(document, 2, 'en'), nameOfRule(document, -1, 'en'), nameOfRule(document, -1, 'cn')],
    ['rule 2', 'Limits and lists', '限额与名单'],
  )
})

test('limits of a rule set replace those of the house, the others stay', () => {
  const nothing = limitsOf(documentOf())
  assert.deepEqual(
    [nothing.singleMaxCents, nothing.hourMaxCount, nothing.dayMaxCents, nothing.halted, nothing.duplicateWithinMs],
    [house.singleMaxCents, house.hourMaxCount, house.dayMaxCents, false, house.duplicateWithinMs],
  )
  const own = limitsOf({ limits: { singleMaxCents: 0, hourMaxCount: 1, dayMaxCents: 2 }, rules: [] }, [], true)
  assert.deepEqual([own.singleMaxCents, own.hourMaxCount, own.dayMaxCents, own.halted], [0, 1, 2, true])
})

test('each value of a list stands in the list of its kind and effect, and in no other', () => {
  const all = (['MERCHANT', 'MCC', 'COUNTRY'] as const).flatMap((kind) =>
    (['BLOCK', 'ALLOW'] as const).map((effect): Listed => ({ kind, effect, value: `${kind} ${effect}` })),
  )
  const of = limitsOf(documentOf(), all)
  const sets = [
    of.blockedMerchants,
    of.allowedMerchants,
    of.listedMccs,
    of.allowedMccs,
    of.listedCountries,
    of.allowedCountries,
  ]
  assert.deepEqual(
    sets.map((set) => [...set]),
    all.map(({ value }) => [value]),
  )
})
