import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementKeys, elements, pages, type PageId } from '#contract/core/permissions.ts'
import type { PermissionNode } from '#contract/roles/roles.ts'
import { changeOf, flatNodes, found, keysOf, lacking, nodesOf, pickedOf, seenPages, stateOf, toggle } from './picked.ts'

/** A tree as the server sends it, with these ids ticked. */
function tree(checked: readonly string[], parentId = '0'): PermissionNode[] {
  const tick = (id: string) => (checked.includes(id) ? (1 as const) : (0 as const))
  return (Object.keys(pages) as PageId[])
    .filter((id) => pages[id].parentId === parentId)
    .map((id) => ({
      id,
      parentId,
      name: pages[id].name.en,
      type: 'PAGE',
      checked: tick(id),
      grantable: pages[id].grant === 'yes' ? 1 : 0,
      children: [
        ...tree(checked, id),
        ...elementKeys
          .filter((key) => elements[key].page === id)
          .map((key) => ({
            id: key,
            parentId: id,
            name: elements[key].name.en,
            type: 'ELEMENT' as const,
            checked: tick(key),
            grantable: 1 as const,
            children: [],
          })),
      ],
    }))
}
const nodes = nodesOf(tree([]))
const node = (id: string) => flatNodes(nodes).find((one) => one.id === id)!
const picks = (...ids: string[]) => new Set(ids)

test('the tree has what a role can give and nothing else, each key once', () => {
  const shown = flatNodes(nodes)
  assert.deepEqual(
    shown
      .filter(({ kind }) => kind === 'key')
      .map(({ id }) => id)
      .toSorted(),
    elementKeys.toSorted(),
  )
  assert.ok(!shown.some(({ id }) => id === '2002' || id === '2003001' || id === '2006001'))
  assert.deepEqual(
    shown
      .filter(({ always }) => always)
      .map(({ id }) => id)
      .toSorted(),
    ['2007', '2007001', '2008'],
  )
})

test('a key brings its page along, and stays apart from the others', () => {
  const picked = toggle(node('card:freeze'), picks())
  assert.deepEqual([...picked].toSorted(), ['2005002', 'card:freeze'])
  assert.equal(stateOf(node('2005002'), picked), 'some')
  assert.equal(stateOf(node('2005'), picked), 'some')
  assert.deepEqual([...toggle(node('wallet:view'), picks())], ['wallet:view'], 'the home page is there anyway')
})

test('a page and a group give all, then nothing', () => {
  const all = toggle(node('2005'), picks('wallet:view'))
  assert.equal(stateOf(node('2005'), all), 'all')
  assert.deepEqual([...toggle(node('2005'), all)], ['wallet:view'])
  const page = toggle(node('2005004'), picks('trade:view'))
  assert.deepEqual([...page].toSorted(), ['2005004', 'trade:export', 'trade:view'])
  assert.deepEqual([...toggle(node('2005004'), page)], [])
})

test('what the server says is what is ticked, without the groups', () => {
  const ticked = ['2005', '2005004', 'trade:view', '2007', '2008', 'wallet:view']
  assert.deepEqual([...pickedOf(tree(ticked))].toSorted(), ['2005004', 'trade:view', 'wallet:view'])
  assert.deepEqual(keysOf(picks('2005004', 'trade:view')), ['trade:view'])
  assert.deepEqual(
    seenPages(picks('trade:view')),
    ['2005', '2007', '2008', '2005004', '2005007', '2007001'].toSorted((a, b) => Number(a) - Number(b)),
  )
  assert.deepEqual(changeOf(picks('a', 'b'), picks('b', 'c')), { added: ['c'], taken: ['a'] })
})

test('a page without what opens it is noticed', () => {
  assert.deepEqual(lacking(picks('card:freeze')), [{ page: '2005002', key: 'card:view' }])
  assert.deepEqual(lacking(picks('card:view', 'card:freeze', 'card:import')), [])
})

test('searching keeps the way to what is found', () => {
  const [group, ...more] = found(nodes, 'freeze')
  assert.deepEqual([group!.id, more.length, group!.children.map(({ id }) => id)], ['2005', 0, ['2005002']])
  assert.deepEqual(
    found(nodes, 'Card List').flatMap(({ children }) => children)[0]!.children.length,
    node('2005002').children.length,
  )
  assert.deepEqual(found(nodes, 'nothing like it'), [])
})
