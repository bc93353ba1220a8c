import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOf, draftOf, newHours, newLimit, type Document } from './draft.ts'

const full: Document = {
  singleMax: 120_00,
  limits: [
    { limitId: 'daily', window: 'DAY', amount: 300_00, refunds: 'KEEP' },
    { limitId: 'rolling', name: 'Bursts', window: 'HOURS', hours: 6, count: 20, refunds: 'RESTORE' },
    {
      ...{ limitId: 'flights', window: 'MONTH', amount: 900_00, refunds: 'KEEP', warnAt: 80 },
      ...{ brandIds: ['brd_01J00000000000000000000000'], groups: ['TRAVEL'], countries: ['DE'] },
    },
  ],
  brands: { mode: 'ONLY', brandIds: ['brd_01J00000000000000000000000'], words: ['FACEBK', 'META, Inc.'] },
  kinds: { mode: 'NEVER', groups: ['ADULT', 'CASH'], mccs: ['7995'] },
  countries: { mode: 'ONLY', codes: ['US', 'IE'] },
  currencies: { mode: 'ONLY', codes: ['USD'] },
  online: 'ONLY',
  lock: { by: 'BRAND', to: 'brd_01J00000000000000000000000' },
  hours: [{ days: [1, 5], from: '22:00', to: '06:00' }],
  life: { closeAt: 1_900_000_000_000, freezeAt: 1_800_000_000_000, thawAt: 1_850_000_000_000, idleDays: 30 },
  pinned: 1,
  uses: { max: 3, per: 'CLEARING', then: 'CLOSE' },
  mode: 'WATCH',
}

test('a document that is opened and saved unchanged stays the same', () => {
  const locks = (['BRAND', 'MERCHANT', 'KIND'] as const).map((by) => ({ lock: { by } }))
  for (const document of [full, {}, ...locks])
    assert.deepEqual(documentOf(draftOf(document)), { controls: document, problems: [] })
})

test('a date that has passed is not saved again, and an unfreeze before the freeze is told at its field', () => {
  const life = { freezeAt: 1_000, closeAt: 3_000 }
  assert.deepEqual(documentOf(draftOf({ life }, 2_000)).controls, { life: { closeAt: 3_000 } })
  assert.deepEqual(documentOf(draftOf({ life: { freezeAt: 1_000 } }, 2_000)).controls, {})
  const draft = draftOf({ life: { freezeAt: 3_000, thawAt: 2_500 } })
  assert.deepEqual(documentOf(draft).problems, [{ path: 'life.thawAt', message: 'life_order' }])
})

test('amounts are typed with separators, and what is left empty is not in the document', () => {
  const draft = { ...draftOf({}), singleMax: '1,200.5', limits: [{ ...newLimit(), limitId: 'aaaa', amount: ' 300 ' }] }
  assert.deepEqual(documentOf(draft).controls, {
    singleMax: 1_200_50,
    limits: [{ limitId: 'aaaa', window: 'DAY', amount: 300_00, refunds: 'KEEP' }],
  })
})

test('words are one per line, whatever else is in them', () => {
  const brands = { mode: 'NEVER' as const, brandIds: [], words: '  facebk \n\nMETA, Inc.\n' }
  assert.deepEqual(documentOf({ ...draftOf({}), brands }).controls, {
    brands: { mode: 'NEVER', words: ['facebk', 'META, Inc.'] },
  })
})

test('each problem is told at its field', () => {
  const problemsOf = (change: object) =>
    documentOf({ ...draftOf({}), ...change }).problems.map(({ path, message }) => [path, message])
  assert.deepEqual(problemsOf({ limits: [{ ...newLimit(), name: 'Nothing' }] }), [['limits.0.amount', 'limit_empty']])
  const hours = problemsOf({ limits: [newLimit(), { ...newLimit(), window: 'HOURS', count: '3' }] })
  assert.deepEqual(hours, [
    ['limits.0.amount', 'limit_empty'],
    ['limits.1.hours', 'limit_hours'],
  ])
  assert.deepEqual(problemsOf({ singleMax: '12 dollars' })[0]?.[0], 'singleMax')
  assert.deepEqual(problemsOf({ singleMax: '2,000,000' })[0]?.[0], 'singleMax')
  assert.deepEqual(problemsOf({ brands: { mode: 'ONLY', brandIds: [], words: 'x' } })[0]?.[0], 'brands.words.0')
  assert.deepEqual(problemsOf({ lock: { way: 'TO', to: '' } })[0]?.[0], 'lock.to')
  const uses = { max: 'once', per: 'APPROVAL', then: 'FREEZE' } as const
  assert.deepEqual(problemsOf({ uses })[0]?.[0], 'uses.max')
  const rows = problemsOf({ hours: [newHours(), { ...newHours(), days: [], to: '' }] })
  assert.deepEqual(
    rows.map(([path]) => path),
    ['hours.1.days', 'hours.1.to'],
  )
})

test('a new limit has an id of its own that the document takes', () => {
  const [one, other] = [newLimit(), newLimit()]
  assert.notEqual(one.limitId, other.limitId)
  assert.match(one.limitId, /^[a-z0-9]{8}$/)
})
