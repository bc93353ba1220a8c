import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composition } from '../modules.ts'
import { tagOf, tags } from './openApiTags.ts'

const { calls: modules } = composition

const paths = modules.flatMap(({ contract }) => contract.map(([, { path }]) => path))

test('every call stands under a heading in the product’s words', () => {
  const unknown = paths.filter((path) => tagOf(path) === 'Other')
  assert.deepEqual(unknown, [], 'give them a heading in server/http/openApiTags.ts')
  assert.deepEqual(
    ['/api/group/list', '/api/agent/info', '/api/card/cardGrade', '/api/account/topup/submit'].map(tagOf),
    ['Plans', 'Referrals', 'Scenario query', 'Funding forecasts'],
  )
})

test('no heading is empty, and none comes twice', () => {
  const used = new Set(paths.map(tagOf))
  assert.deepEqual(
    tags.map(({ name }) => name).filter((name) => !used.has(name)),
    [],
  )
  assert.equal(new Set(tags.map(({ name }) => name)).size, tags.length)
})
