import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SourceFile } from '#test/rules/sourceTree.ts'
import { testsOf } from './changed.ts'

const file = (path: string, imports: string[] = [], text = ''): SourceFile => ({
  path,
  text,
  lines: [],
  specifiers: imports,
  imports,
})
const tree = [
  file('contract/cards/cards.ts'),
  file('server/cards/queries.ts', ['contract/cards/cards.ts']),
  file('server/cards/controls/freezeCard.ts', ['server/cards/queries.ts']),
  file('server/cards/controls/freezeCard.test.ts', ['server/cards/controls/freezeCard.ts', 'test/world.ts']),
  file('server/cards/module.ts', ['server/cards/controls/freezeCard.ts']),
  file('server/modules.ts', ['server/cards/module.ts']),
  file('server/plans/buy.test.ts', ['test/world.ts']),
  file('server/trades/spend.test.ts', ['server/cards/queries.ts']),
  file('test/world.ts', ['server/modules.ts', 'server/cards/queries.ts']),
  file('test/journeys/cards/cards.journey.ts', [], `t('cards.none')`),
  file('test/journeys/plans.journey.ts', [], `t('plans.none')`),
  file('test/rules/tidy.test.ts'),
]
const touched = (...changed: string[]) => testsOf(changed, tree)

describe('the tests that a change can touch', () => {
  it('are those of what is built on it, whatever folder they are in, and not those of every module', () => {
    assert.deepEqual(touched('server/cards/queries.ts'), [
      'server/cards/controls/freezeCard.test.ts',
      'server/trades/spend.test.ts',
      'test/rules/tidy.test.ts',
    ])
    assert.deepEqual(touched('contract/cards/cards.ts'), touched('server/cards/queries.ts'))
  })
  it('are all that use a helper of the tests', () => {
    assert.deepEqual(touched('test/world.ts'), [
      'server/cards/controls/freezeCard.test.ts',
      'server/plans/buy.test.ts',
      'test/rules/tidy.test.ts',
    ])
  })
  it('are the journeys that speak of the page', () => {
    for (const page of ['web/account/cards/list/CardListPage.tsx', 'web/account/cards/text.en.ts'])
      assert.deepEqual(touched(page), ['test/journeys/cards/cards.journey.ts', 'test/rules/tidy.test.ts'])
  })
  it('are itself, where a test was changed', () => {
    assert.deepEqual(touched('test/journeys/plans.journey.ts'), [
      'test/journeys/plans.journey.ts',
      'test/rules/tidy.test.ts',
    ])
  })
})
