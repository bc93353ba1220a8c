import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementKeys } from '../../../contract/permissions.ts'
import { keysOfRoles, staffKeyNames, staffRoleNames } from '../../../contract/staffRoles.ts'
import { newStaff } from '../../../test/staff.ts'
import { withWorld } from '../../../test/world.ts'
import { modules } from '../../modules.ts'
import { rightsCatalogue } from './rightsCatalogue.ts'

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
