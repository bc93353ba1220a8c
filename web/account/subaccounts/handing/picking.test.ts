import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canMove, narrowed, type PickCard } from './picking.ts'

const card = (lastFour: string, more: Partial<PickCard> = {}): PickCard => ({
  cardId: `crd_${lastFour}`,
  cardSeqNo: `9${lastFour}`,
  lastFour,
  segment: '40000012',
  remark: '',
  firstName: 'Ana',
  lastName: 'Lin',
  gid: null,
  balance: 0,
  openDate: 0,
  status: 'ACTIVE',
  ...more,
})
const all = [
  card('3333', { remark: 'ads b', balance: 10, openDate: 1 }),
  card('1111', { gid: 'grp_1', balance: 30, openDate: 3 }),
  card('2222', { remark: 'ads a', gid: 'grp_1', balance: 20, openDate: 2 }),
]
const usual = { find: '', gid: '', among: undefined, order: 'newest' } as const
const found = (change: Partial<Parameters<typeof narrowed>[1]>) =>
  narrowed(all, { ...usual, ...change }).map(({ lastFour }) => lastFour)

test('cards are found by last four digits, remark, holder and number, each typed word somewhere', () => {
  assert.deepEqual(found({ find: '222' }), ['2222'])
  assert.deepEqual(found({ find: ' ADS ' }), ['2222', '3333'])
  assert.deepEqual(found({ find: 'ads 33' }), ['3333'])
  assert.deepEqual(found({ find: 'lin' }), ['1111', '2222', '3333'])
  assert.deepEqual(found({ find: 'nobody' }), [])
})

test('by group, without one, and by batch', () => {
  assert.deepEqual(found({ gid: 'grp_1' }), ['1111', '2222'])
  assert.deepEqual(found({ gid: '0' }), ['3333'])
  assert.deepEqual(found({ among: new Set(['crd_3333']) }), ['3333'])
})

test('in the order asked for; cards without a remark last', () => {
  assert.deepEqual(found({ order: 'balance' }), ['1111', '2222', '3333'])
  assert.deepEqual(found({ order: 'lastFour' }), ['1111', '2222', '3333'])
  assert.deepEqual(found({ order: 'remark' }), ['2222', '3333', '1111'])
})

test('a card that is not open yet, or no longer, stays where it is', () => {
  assert.deepEqual(
    (['ACTIVE', 'FROZEN', 'PENDING', 'FAILED', 'CLOSED'] as const).map((status) => canMove({ status })),
    [true, true, false, false, false],
  )
})
