import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bindGoogle } from '#test/fixtures/google.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { caller, newAccount, signIn, subOf, withWorld, type Person } from '#test/world.ts'
import { elementKeys } from '#contract/core/permissions.ts'
import { GRANT_HEADER } from '#contract/core/call.ts'
import { changePermissions as changeRow, ROLES_AT_MOST } from '#contract/roles/editing.ts'
import type { PermissionNode } from '#contract/roles/roles.ts'
import { buildApp } from '#server/http/app.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { authenticate, stepUpTicket } from '#server/identity/identity.ts'
import { answers as own, editingAnswers as editing } from '../module.ts'
import { assignRole } from '../roles.ts'

withWorld()
const answers = { ...own, ...editing }

const add = async (who: Person, name: string, more: { keys?: never[]; pageIds?: never[] } = {}): Promise<string> =>
  transaction(async (tx) => (await answers.addRole(who, { name, pageIds: [], keys: [], ...more }, tx)).roleId)
const rolesOf = async (who: Person) =>
  (await answers.listRoles({ ...who, from: caller({ lang: 'en' }) }, { pageNo: 1, pageSize: 100 })).data
const roleOf = async (who: Person, roleId: string) => (await rolesOf(who)).find((role) => role.roleId === roleId)!
const change = (who: Person, roleId: string, keys: string[], pageIds: string[] = [], more: object = {}) =>
  answers.changePermissions(who, { roleId, keys: keys as never[], pageIds: pageIds as never[], ...more })
const operations = async ({ accountId }: Person) =>
  (
    await sql<{ target: string; content_en: string; before: unknown; after: { added?: string[]; removed?: string[] } }>`
      SELECT target, content_en, before, after FROM operate_log WHERE account_id = ${accountId} AND type = 'ROLE' ORDER BY id`.execute(
      db,
    )
  ).rows

describe('roles of an account', () => {
  it('stand below the system’s, with those who have them', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    const subs = [await subOf(ana, { role: roleId }), await subOf(ana, { role: roleId })]
    const list = await rolesOf(ana)
    assert.deepEqual(
      list.map(({ name, system, userCount }) => [name, system, userCount]),
      [
        ['Viewer', 1, 0],
        ['Operator', 1, 0],
        ['Senior operator', 1, 0],
        ['Finance', 1, 0],
        ['Buyer', 0, 2],
      ],
    )
    assert.deepEqual(
      list.at(-1)!.users,
      subs.map(({ name }) => name),
    )
    assert.deepEqual(
      (await answers.roleOptions(ana, {})).map(({ label }) => label),
      list.map(({ name }) => name),
    )
    const page = await answers.listRoles(ana, { pageNo: 2, pageSize: 4 })
    assert.deepEqual([page.data.length, page.total, page.haveNext], [1, 5, false])
  })

  it('have pages, and the last one says so', async () => {
    const ana = await newAccount()
    await add(ana, 'Buyer')
    const pages = await Promise.all(
      [
        [1, 2],
        [2, 2],
        [3, 2],
        [1, 5],
        [1, 4],
      ].map(([pageNo, pageSize]) => answers.listRoles(ana, { pageNo: pageNo!, pageSize: pageSize! })),
    )
    assert.deepEqual(
      pages.map(({ data, haveNext }) => [data.length, haveNext]),
      [
        [2, true],
        [2, true],
        [1, false],
        [5, false],
        [4, true],
      ],
    )
    const all = (await rolesOf(ana)).map(({ roleId }) => roleId)
    assert.deepEqual(
      pages.slice(0, 3).flatMap(({ data }) => data.map(({ roleId }) => roleId)),
      all,
    )
  })

  it('asked for at the same moment are no more than 20, and none has the name of another', async () => {
    const ana = await newAccount()
    const ends = (names: string[]) => Promise.all(names.map((name) => endOf(add(ana, name))))
    const same = await ends(['Buyer', 'Buyer', 'Buyer'])
    assert.deepEqual(same.toSorted(), ['name_taken', 'name_taken', 'ok'])
    const many = await ends(Array.from({ length: ROLES_AT_MOST + 3 }, (_, n) => `Role ${n}`))
    assert.equal(many.filter((end) => end === 'ok').length, ROLES_AT_MOST - 1)
    const [one, two] = (await rolesOf(ana)).filter(({ system }) => !system)
    const named = (role: typeof one) => endOf(answers.editRole(ana, { roleId: role!.roleId, name: 'The same' }))
    assert.deepEqual((await Promise.all([named(one), named(two)])).toSorted(), ['name_taken', 'ok'])
  })

  it('are 20 at most, with names that nobody else has there', async () => {
    const ana = await newAccount()
    const first = await add(ana, 'Buyer')
    await assert.rejects(add(ana, 'buyer'), refusedAs('name_taken'))
    await assert.rejects(add(ana, '操作员'), refusedAs('name_taken'))
    await assert.rejects(add(ana, 'viewer'), refusedAs('name_taken'))
    await add(await newAccount(), 'Buyer')
    for (let n = 1; n < ROLES_AT_MOST; n++) await add(ana, `Role ${n}`)
    await assert.rejects(add(ana, 'One more'), refusedAs('role_limit'))
    await assert.rejects(answers.editRole(ana, { roleId: first, name: 'Role 3' }), refusedAs('name_taken'))
    await answers.editRole(ana, { roleId: first, name: 'BUYER', remark: 'ads' })
    assert.deepEqual([(await roleOf(ana, first)).name, (await roleOf(ana, first)).remark], ['BUYER', 'ads'])
    const { target, content_en, before } = (await operations(ana)).at(-1)!
    assert.deepEqual(
      [target, content_en, before],
      ['BUYER', 'Renamed the role', { roleId: first, name: 'Buyer', remark: '' }],
    )
    await answers.deleteRole(ana, { roleId: first })
    await add(ana, 'One more')
  })

  it('are nobody else’s, and the system’s are not changed', async () => {
    const [ana, bob] = [await newAccount(), await newAccount()]
    const roleId = await add(ana, 'Buyer')
    for (const [id, refusal] of [
      [roleId, 'not_found'],
      ['rol_none', 'not_found'],
      ['rol_viewer', 'role_fixed'],
    ] as const) {
      await assert.rejects(answers.editRole(bob, { roleId: id, name: 'Mine' }), refusedAs(refusal))
      await assert.rejects(answers.deleteRole(bob, { roleId: id }), refusedAs(refusal))
      await assert.rejects(change(bob, id, ['card:view']), refusedAs(refusal))
    }
    await assert.rejects(answers.permissions(bob, { roleId }), refusedAs('not_found'))
    assert.ok(!(await rolesOf(bob)).some((role) => role.roleId === roleId))
  })

  it('go only when nobody has them', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    const sub = await subOf(ana, { role: roleId })
    await assert.rejects(answers.deleteRole(ana, { roleId }), refusedAs('role_in_use'))
    await transaction((tx) => assignRole(tx, sub, 'rol_viewer'))
    await answers.deleteRole(ana, { roleId })
    assert.deepEqual(
      (await operations(ana)).map(({ target, content_en }) => [target, content_en]),
      [
        ['Buyer', 'Created a role'],
        ['Buyer', 'Deleted the role'],
      ],
    )
  })
})

describe('what a role gives', () => {
  it('changes at once for whoever has it and is signed in, and the log says what', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    const subs = [await subOf(ana, { role: roleId }), await subOf(ana, { role: roleId })]
    const other = await subOf(ana, { role: 'rol_viewer' })
    const tokens = await Promise.all([...subs, other].map(async (sub) => (await signIn(sub)).access_token))
    const now = async () =>
      Promise.all(
        tokens.map(async (token) => {
          const { may, grant } = await authenticate(token, caller())
          return { keys: [...may].sort(), grant: grant! }
        }),
      )
    const before = await now()
    assert.deepEqual(await change(ana, roleId, ['card:view', 'card:freeze'], ['2005002', '2005', '2003']), {
      version: 2,
    })
    assert.deepEqual(await change(ana, roleId, ['card:view', 'trade:view']), { version: 3 })
    assert.deepEqual(await change(ana, roleId, ['trade:view', 'card:view', 'card:view']), { version: 3 }, 'the same')
    const after = await now()
    assert.deepEqual(
      after.map(({ keys }) => keys),
      [['card:view', 'trade:view'], ['card:view', 'trade:view'], before[2]!.keys],
    )
    assert.deepEqual(
      after.map(({ grant }, n) => grant - before[n]!.grant),
      [2, 2, 0],
    )
    assert.deepEqual(
      (await operations(ana)).slice(1).map(({ after: { added, removed } }) => [added, removed]),
      [
        [['2003', 'card:freeze', 'card:view'], []],
        [['trade:view'], ['2003', 'card:freeze']],
      ],
    )
    assert.equal(
      (await operations(ana)).at(-2)!.content_en,
      'Changed role permissions: added Funding Center, Freeze and unfreeze, View cards',
    )
    assert.equal(
      (await operations(ana)).at(-1)!.content_en,
      'Changed role permissions: added View transactions; removed Funding Center, Freeze and unfreeze',
    )
  })

  it('is what the tree shows again, pages with the keys that imply them', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    await change(ana, roleId, ['trade:view', 'card:open'], ['2003003'])
    const flat = (nodes: PermissionNode[]): PermissionNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
    const { tree } = await answers.permissions(ana, { roleId })
    assert.deepEqual(
      flat(tree)
        .filter(({ checked, grantable }) => checked && grantable)
        .map(({ id }) => id)
        .sort(),
      ['2003', '2003003', '2005', '2005001', '2005004', 'card:open', 'trade:view'],
    )
    const role = await roleOf(ana, roleId)
    assert.deepEqual([role.keys, role.version], [['card:open', 'trade:view'], 2])
  })

  it('can be only what a role may give', () => {
    const asked = (input: object) =>
      changeRow.input.safeParse({ roleId: 'rol_x', pageIds: [], keys: [], ...input }).success
    assert.ok(asked({ keys: elementKeys, pageIds: ['2003003', '2005'] }))
    for (const input of [{ pageIds: ['2002'] }, { pageIds: ['2006001'] }, { pageIds: ['2001'] }, { keys: ['sub:add'] }])
      assert.ok(!asked(input), JSON.stringify(input))
  })

  it('is not overwritten unseen, from two windows', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    await change(ana, roleId, ['card:view'], [], { version: 1 })
    await assert.rejects(change(ana, roleId, ['trade:view'], [], { version: 1 }), refusedAs('role_changed'))
  })

  it('is given whole to whoever gets the role while it changes', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    const subs = await Promise.all(Array.from({ length: 4 }, () => subOf(ana)))
    await Promise.all([
      ...subs.map((sub) => transaction((tx) => assignRole(tx, sub, roleId))),
      change(ana, roleId, ['card:view', 'flow:view']),
    ])
    const { rows } = await sql<{ keys: string[] }>`
      SELECT granted_keys AS keys FROM sub_account WHERE account_id = ${ana.accountId} AND role_id = ${roleId}`.execute(
      db,
    )
    assert.deepEqual(
      rows.map(({ keys }) => keys.toSorted()),
      subs.map(() => ['card:view', 'flow:view']),
    )
  })

  it('grows only with Google verification, where it is bound and somebody has the role', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    await bindGoogle(ana)
    await change(ana, roleId, ['card:view', 'card:open'])
    await subOf(ana, { role: roleId })
    await assert.rejects(change(ana, roleId, ['card:view', 'card:reduce']), refusedAs('step_up'))
    await change(ana, roleId, ['card:view'])
    const { ticket } = await stepUpTicket(ana, 'role')
    await change(ana, roleId, ['card:view', 'card:reduce'], [], { ticket })
    await assert.rejects(
      change(ana, roleId, ['card:view', 'card:reduce', 'log:view'], [], { ticket }),
      refusedAs('step_up'),
    )
  })

  it('is told with every answer, so that a console that is open hears of it', async () => {
    const ana = await newAccount()
    const roleId = await add(ana, 'Buyer')
    const sub = await subOf(ana, { role: roleId })
    const app = await buildApp({ checkAnswers: true, port: 0 })
    const told = async (who: Person): Promise<unknown> => {
      const { access_token } = await signIn(who)
      const headers = { authorization: `Bearer ${access_token}` }
      return (await app.inject({ method: 'GET', url: '/api/cardTrade/trade/page', headers })).headers[GRANT_HEADER]
    }
    const before = Number(await told(sub)) // refused, and notified anyway
    await change(ana, roleId, ['trade:view'])
    assert.equal(Number(await told(sub)), before + 1)
    assert.equal(await told(ana), undefined)
    await app.close()
  })
})
