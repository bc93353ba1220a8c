import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availability, elements, pages, pagesOf, pagesOfKeys, standings, type PageId } from './permissions.ts'

const mark = { true: '✓', false: '–' } as const

test('what may be done in which standing is what was agreed', () => {
  const table = Object.entries(availability).map(
    ([action, row]) => `${action} ${standings.map((standing) => mark[`${row[standing]}`]).join('')}`,
  )
  // In the order ACTIVE, RESTRICTED, HELD, SHUTDOWN, SUB_EXPIRED, CLOSING, FROZEN.
  assert.deepEqual(table, [
    'view ✓✓✓✓✓✓✓',
    'topUp ✓✓✓✓–––',
    'open ✓––––––',
    'load ✓––––––',
    'unload ✓––––✓–',
    'delete ✓✓✓––✓–',
    'freeze ✓✓✓✓✓✓✓',
    'unfreeze ✓✓✓–✓––',
    'reveal ✓✓✓–✓––',
    'edit ✓✓✓––––',
    'dispute ✓✓✓✓–––',
    'plan ✓––✓–––',
    'seat ✓––✓–––',
    'rebateWithdraw ✓✓✓––✓–',
    'payout ✓––––✓–',
    'close ✓––––––',
  ])
})

test('a key brings the page that it is on, and every group above that page', () => {
  const brought = pagesOfKeys(['card:freeze'])
  const { page } = elements['card:freeze']
  assert.ok(brought.includes(page))
  for (let id: string = page; id !== '0'; id = pages[id as PageId].parentId)
    assert.ok(brought.includes(id as PageId), `the group ${id}`)
})

test('a role without a key gives the pages that every sub-account has, and no other', () => {
  const always = pagesOf('sub').filter((id) => pages[id].grant === 'always')
  const groups = pagesOfKeys([]).filter((id) => !always.includes(id))
  assert.ok(always.length > 0)
  for (const id of groups) assert.ok(always.some((page) => pages[page].parentId === id))
})

test('a page that only a parent may have is not given by a role that names it', () => {
  for (const id of Object.keys(pages) as PageId[])
    if (pages[id].grant === 'no') assert.ok(!pagesOfKeys([], [id]).includes(id) || pagesOfKeys([]).includes(id), id)
  assert.ok(pagesOfKeys([], ['2003']).includes('2003'), 'and one that may be given is')
})
