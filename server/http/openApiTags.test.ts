import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callIdOf, headingOf, headings, titleOf } from '#contract/core/headings.ts'
import { composition } from '../modules.ts'

const rows = composition.calls.flatMap(({ contract }) => contract)
const paths = rows.map(([, { path }]) => path)

test('every call stands under a heading in the product’s words', () => {
  const unknown = paths.filter((path) => !headingOf(path))
  assert.deepEqual(unknown, [], 'give them a heading in contract/core/headings.ts')
  assert.deepEqual(
    ['/api/group/list', '/api/agent/info', '/api/card/cardGrade', '/api/account/topup/submit'].map(
      (path) => headingOf(path)!.en,
    ),
    ['Rate plans', 'Referrals', 'Scenario query', 'Funding forecasts'],
  )
})

test('no heading is empty, and none comes twice', () => {
  const used = new Set(paths.map((path) => headingOf(path)!.en))
  const names = headings.map(([{ en }]) => en)
  assert.deepEqual(
    names.filter((name) => !used.has(name)),
    [],
  )
  assert.equal(new Set(names).size, names.length)
})

test('every title is Chinese, then English, and no call has the title of another under its heading', () => {
  const seen = new Map<string, string>()
  for (const [name, row] of rows) {
    const { cn, en } = titleOf(row)
    assert.match(cn, /\p{Script=Han}/u, name)
    assert.match(en, /^[A-Z0-9][^\p{Script=Han}]+$/u, name)
    for (const words of [cn, en]) {
      const key = `${headingOf(row.path)!.en}: ${words}`
      assert.equal(seen.get(key), undefined, `${name} and ${seen.get(key)} are both “${words}”`)
      seen.set(key, name)
    }
  }
})

test('every call has a name of its own', () => {
  const ids = rows.map(([name, row]) => callIdOf(name, row, rows))
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  )
})
