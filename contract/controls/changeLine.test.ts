import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeLine } from './changeLine.ts'
import { Controls } from './documents.ts'

const day = { limitId: 'perday', window: 'DAY', amount: 5_000, refunds: 'KEEP' } as const
const month = { limitId: 'permonth', window: 'MONTH', count: 3, refunds: 'RESTORE' } as const

test('a limit is raised, others stay; the last one takes the line with it', () => {
  const controls: Controls = { singleMax: 100, limits: [day, month] }
  assert.deepEqual(changeLine(controls, { line: 'limits', limitId: 'perday', amount: 7_000 }), {
    ...controls,
    limits: [{ ...day, amount: 7_000 }, month],
  })
  assert.deepEqual(changeLine(controls, { line: 'limits', limitId: 'perday' }), { singleMax: 100, limits: [month] })
  assert.deepEqual(changeLine({ limits: [day] }, { line: 'limits', limitId: 'perday' }), {})
  assert.deepEqual(changeLine({ limits: [day] }, { line: 'limits', limitId: 'gone1' }), { limits: [day] })
})

test('the maximum purchase is raised, or goes', () => {
  assert.deepEqual(changeLine({ singleMax: 100 }, { line: 'singleMax', amount: 900 }), { singleMax: 900 })
  assert.deepEqual(changeLine({ singleMax: 100 }, { line: 'singleMax' }), {})
  assert.deepEqual(changeLine({ singleMax: 100 }, { line: 'singleMax', amount: 10_000_000_00 }), {
    singleMax: 1_000_000_00,
  })
})

test('a list allows one more, and is gone when it forbids nothing', () => {
  const only = { mode: 'ONLY', codes: ['US'] } as const
  const never = { mode: 'NEVER', codes: ['FR', 'GB'] } as const
  const allow = (controls: Controls, line: 'countries' | 'kinds' | 'brands', value: string) =>
    changeLine(controls, { line, allow: value })
  assert.deepEqual(allow({ countries: { ...only, codes: ['US'] } }, 'countries', 'FR'), {
    countries: { mode: 'ONLY', codes: ['US', 'FR'] },
  })
  assert.deepEqual(allow({ countries: { ...never, codes: ['FR', 'GB'] } }, 'countries', 'FR'), {
    countries: { mode: 'NEVER', codes: ['GB'] },
  })
  assert.deepEqual(allow({ countries: { mode: 'NEVER', codes: ['FR'] } }, 'countries', 'FR'), {})
  assert.deepEqual(allow({ kinds: { mode: 'NEVER', mccs: ['7311', '5999'] } }, 'kinds', '5999'), {
    kinds: { mode: 'NEVER', mccs: ['7311'] },
  })
  assert.deepEqual(allow({ brands: { mode: 'NEVER', words: ['films'] } }, 'brands', `brd_${'0'.repeat(26)}`), {
    brands: { mode: 'NEVER', words: ['films'] },
  })
})

test('what it makes is a document', () => {
  const controls: Controls = {
    ...{ limits: [day], kinds: { mode: 'ONLY', mccs: ['7311'] }, online: 'ONLY', lock: { by: 'BRAND' } },
    ...{ hours: [{ days: [1], from: '09:00', to: '18:00' }], currencies: { mode: 'ONLY', codes: ['USD'] } },
  }
  for (const line of ['kinds', 'currencies', 'online', 'hours', 'lock', 'limits'] as const)
    for (const allow of [undefined, 'EUR', '5999'])
      if (allow !== 'EUR' || line === 'currencies')
        if (allow !== '5999' || line === 'kinds')
          assert.ok(Controls.safeParse(changeLine(controls, { line, ...(allow && { allow }) })).success, line)
})
