import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoppedBy } from '#contract/controls/stoppedBy.ts'
import { changeOf, suggested } from './drafts.ts'

const why: StoppedBy = { scope: 'CARD', scopeId: 'crd_1', controlNo: 7, line: 'limits', limitId: 'perday', left: 700 }
const cures = [{ kind: 'CONTROL' as const, text: '' }]
const charge = {
  ...{ merchantName: 'SHOP', mcc: '5734', country: 'FR', brandId: null, brandName: null },
  ...{ known: 1 as const, amount: 900, merchantCurrency: 'EUR' },
}

test('the least that helps is suggested, to who may change it', () => {
  assert.deepEqual(suggested({ why, raiseTo: 1_050, cures }), [{ why, on: true, amount: '10.50' }])
  assert.deepEqual(suggested({ why, raiseTo: 1_050, cures: [] }), [])
  assert.deepEqual(suggested({ why: null, raiseTo: null, cures }), [])
})

test('a draft becomes a change, or nothing while it is off or empty', () => {
  const of = { scope: 'CARD', scopeId: 'crd_1', line: 'limits', limitId: 'perday' }
  assert.deepEqual(changeOf({ why, on: true, amount: '10.50' }, charge), { ...of, amount: 1_050 })
  for (const amount of ['', '0', 'ten']) assert.equal(changeOf({ why, on: true, amount }, charge), undefined)
  const { limitId: _, left: _left, ...line } = why
  const countries = { ...line, line: 'countries' as const }
  const place = { scope: 'CARD', scopeId: 'crd_1', line: 'countries' }
  assert.deepEqual(changeOf({ why: countries, on: true }, charge), { ...place, allow: 'FR' })
  assert.equal(changeOf({ why: countries, on: false }, charge), undefined)
  assert.deepEqual(changeOf({ why: { ...line, line: 'brands' }, on: true }, charge), { ...place, line: 'brands' })
})
