import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedFrom, listFilters, narrowedTo, without } from './address.ts'

const all = ['merchant', 'group', 'sub', 'card'] as const

test('an address says what is shown, and nonsense is the beginning', () => {
  assert.deepEqual(askedFrom(new URLSearchParams('by=what&period=1')), { by: 'merchant', period: '30' })
  assert.deepEqual(askedFrom(new URLSearchParams('by=card&period=lastMonth&gid=0&merchant=name%3ANEWS')), {
    by: 'card',
    period: 'lastMonth',
    merchant: 'name:NEWS',
    gid: '0',
  })
})

test('a bar narrows the page to it and shows what is inside', () => {
  const merchant = narrowedTo(new URLSearchParams('period=90'), 'merchant', 'brd_1', all)
  assert.equal(merchant.toString(), 'period=90&merchant=brd_1&by=card')
  const card = narrowedTo(merchant, 'card', 'crd_1', all)
  assert.equal(card.toString(), 'period=90&merchant=brd_1&by=card&cardId=crd_1')
  assert.equal(without(card, 'merchant').toString(), 'period=90&by=merchant&cardId=crd_1')
})

test('the transactions behind the figures', () => {
  const asked = { by: 'card', period: '30' } as const
  assert.deepEqual(listFilters({ ...asked, merchant: 'brd_1', subUid: '0' }, 'Facebook'), {
    scope: 'own',
    merchant: 'Facebook',
  })
  assert.deepEqual(listFilters({ ...asked, gid: '0', subUid: 'S1' }, null), { scope: 'all', gid: '0', subUid: 'S1' })
  assert.equal(listFilters({ ...asked, merchant: 'FEES' }, 'Card fees'), undefined)
})
