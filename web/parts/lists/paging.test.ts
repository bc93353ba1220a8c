import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCards } from '#contract/cards/cards.ts'
import { listTemplates } from '#contract/coupons/desk.ts'
import { listRates } from '#contract/funding/desk/rails.ts'
import { listRuns } from '#contract/funding/desk/topUps.ts'
import { pagingOf } from './paging.ts'

test('what a list’s call accepts says how its pages are reached', () => {
  assert.equal(pagingOf(listCards), 'numbers')
  assert.equal(pagingOf(listRuns), 'cursor')
  assert.equal(pagingOf(listRates), 'cursor')
  assert.equal(pagingOf(listTemplates), 'whole')
})
