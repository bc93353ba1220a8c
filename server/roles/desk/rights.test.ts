import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementKeys } from '#contract/core/permissions.ts'
import { keysOfRoles, staffKeyNames, staffRoleNames } from '#contract/core/staffRoles.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { withWorld } from '#test/world.ts'
import { composition } from '#server/modules.ts'
import { rightsCatalogue } from './rightsCatalogue.ts'

const { calls: modules } = composition

withWorld()

test('the catalogue names every key, who holds it and every call that it opens', async () => {
  const { elements, staffKeys, roles } = await rightsCatalogue(await newStaff(['PRODUCT']), {})
  assert.deepEqual(
    elements.map(({ key }) => key),
    elementKeys,
  )
  assert.deepEqual(
    staffKeys.map(({ key }) => key),
    staffKeyNames,
  )
  assert.deepEqual(
    roles.map(({ role }) => role),
    staffRoleNames,
  )
  for (const { role, keys } of roles) assert.deepEqual(new Set(keys), keysOfRoles([role]))

  const named = [...elements, ...staffKeys].flatMap(({ calls }) => calls.map(({ on }) => on)).sort()
  const keyed = new Set<string>([...elementKeys, ...staffKeyNames])
  const rows = modules.flatMap(({ contract }) => contract.map(([, row]) => row))
  assert.deepEqual(
    named,
    rows
      .filter(({ who }) => keyed.has(who))
      .map(({ on }) => on)
      .sort(),
  )
  const freeze = elements.find(({ key }) => key === 'card:freeze')!
  assert.deepEqual([freeze.pageName, freeze.calls.map(({ on }) => on)], ['Card List', ['POST /api/card/frozen']])
})

test('what a call does is said in the language of whoever looks', async () => {
  const staff = await newStaff(['PRODUCT'])
  const titles = async (lang: 'cn' | 'en') => {
    const { elements, staffKeys } = await rightsCatalogue({ ...staff, from: { ...staff.from, lang } }, {})
    return [...elements, ...staffKeys].flatMap(({ calls }) => calls.map(({ title }) => title))
  }
  for (const title of await titles('cn')) assert.match(title, /[\u3400-\u9fff]/)
  for (const title of await titles('en')) assert.doesNotMatch(title, /[\u3400-\u9fff]/)
})
