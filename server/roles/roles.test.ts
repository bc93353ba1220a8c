import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caller, newAccount, signIn, signedIn, subOf, withWorld } from '#test/world.ts'
import { refusedAs } from '#test/refused.ts'
import { elementKeys, elements, pages, type ElementKey } from '#contract/core/permissions.ts'
import { systemRoles, type PermissionNode } from '#contract/roles/roles.ts'
import { db, transaction } from '../core/db.ts'
import { authenticate } from '../identity/identity.ts'
import { answers } from './module.ts'
import { assignRole, rolesOf } from './roles.ts'

withWorld()

const flat = (nodes: PermissionNode[]): PermissionNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

describe('permissions', () => {
  it('of a parent are every key and the pages of its route set', async () => {
    const own = await answers.permissions(await newAccount(), {})
    assert.deepEqual(own.subPermission, elementKeys)
    assert.ok(own.auths.some(({ path }) => path === '/home') && !own.auths.some(({ path }) => path === '/subHome'))
    assert.equal(flat(own.tree).filter(({ type }) => type === 'PAGE').length, Object.keys(pages).length)
  })

  it('of a sub-account are what its role gives, and the pages that its keys imply', async () => {
    const sub = await subOf(await newAccount(), { role: 'rol_operator' })
    const own = await answers.permissions(sub, {})
    assert.deepEqual([...own.subPermission].sort(), [...systemRoles.operator.keys].sort())
    assert.deepEqual(
      own.auths.map(({ path }) => path),
      [
        '/finance',
        '/financeRecord',
        '/moneyFlow',
        '/card',
        '/cardOpen',
        '/cardList',
        '/cardRecord',
        '/cardAnalysis',
        '/personal',
        '/account',
        '/subHome',
      ],
    )
    assert.deepEqual(own.tree, [], 'it has nothing to edit')
    await assert.rejects(answers.permissions(sub, { roleId: 'rol_viewer' }), refusedAs('not_found'))
  })

  it('of a role are a tree of pages and of the elements under them', async () => {
    const { tree } = await answers.permissions(await newAccount(), { roleId: 'rol_viewer' })
    const checked = flat(tree)
      .filter(({ checked: yes, type }) => yes && type === 'ELEMENT')
      .map(({ id }) => id)
    assert.deepEqual(checked.sort(), ['card:view', 'flow:view', 'trade:view'])
    for (const node of flat(tree))
      if (node.type === 'ELEMENT') assert.equal(node.parentId, elements[node.id as ElementKey].page)
    await assert.rejects(answers.permissions(await newAccount(), { roleId: 'rol_none' }), refusedAs('not_found'))
  })

  it('change for a session that is under way, from its next call on', async () => {
    const sub = await subOf(await newAccount(), { role: 'rol_viewer' })
    const { access_token } = await signIn(sub)
    assert.ok(!(await authenticate(access_token, caller())).may.has('card:open'))
    await transaction((tx) => assignRole(tx, sub, 'rol_operator'))
    assert.ok((await authenticate(access_token, caller())).may.has('card:open'))
  })

  it('of the system roles in the database are those of the contract', async () => {
    const kept = await rolesOf(db, 'usr_nobody')
    assert.deepEqual(
      Object.fromEntries(kept.map(({ system, permissions }) => [system, permissions])),
      Object.fromEntries(Object.entries(systemRoles).map(([name, { keys }]) => [name, [...keys].sort()])),
    )
  })
})

describe('who a sub-account is', () => {
  it('is its own name, number and role', async () => {
    const sub = await subOf(await newAccount(), { role: 'rol_senior' })
    const info = await answers.infoForSub(await signedIn(sub), {})
    assert.deepEqual(
      [info.nickname, info.subUid, info.roleName, info.status],
      [sub.name, sub.subUid, 'Senior operator', 'NORMAL'],
    )
    assert.equal(info.mobile, `${sub.mobile.slice(0, 3)}****${sub.mobile.slice(-4)}`)
  })
})
