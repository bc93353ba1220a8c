import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storyOf } from './story.ts'
import type { Authorization, Trade } from '../tradeTones.ts'

const auth = (more: Partial<Authorization>): Authorization => ({
  cardAuthId: 'atx_1',
  cardId: 'crd_1',
  cardSeqNo: 'K1',
  lastFour: '4242',
  desc: 'MARRIOTT SAN FRANCISCO',
  merchantName: 'MARRIOTT',
  mcc: '7011',
  merchantCountry: 'US',
  amount: 10_000,
  unit: 'USD',
  merchantAmount: 10_000,
  merchantCurrency: 'USD',
  tradeTime: 1_000,
  tags: [],
  subUid: null,
  subNickname: null,
  clearedAmount: 0,
  remainingHold: 10_000,
  fee: 0,
  status: 'PENDING',
  statusText: '',
  reason: 'APPROVE',
  reasonText: '',
  approveTime: 1_000,
  expireTime: 9_000,
  ...more,
})
const settled = (amount: number, postTime: number): Trade => ({
  ...auth({ amount }),
  tradeId: `trd_${postTime}`,
  type: amount < 0 ? 'PURCHASE' : 'REFUND',
  typeText: '',
  rate: null,
  crossFee: 0,
  bizCode: null,
  bizText: null,
  arn: null,
  postTime,
  status: 'POSTED',
})
const told = (...of: Parameters<typeof storyOf>) => storyOf(...of).map(({ kind }) => kind)

test('a purchase that nobody collected yet ends in waiting, with what is held and until when', () => {
  const story = storyOf(auth({}))
  assert.deepEqual(story.at(-1), { kind: 'waiting', time: undefined, amount: 10_000, until: 9_000 })
})

test('a declined one ends there, and tells of nothing held', () => {
  assert.deepEqual(told(auth({ status: 'DECLINED', approveTime: null, remainingHold: 0 })), ['asked', 'declined'])
})

test('increments, clearings and refunds are told in the order in which they came', () => {
  const events = [
    { kind: 'INCREMENT' as const, amount: 2_000, reasonText: null, time: 2_000 },
    { kind: 'INCREMENT' as const, amount: 50_000, reasonText: 'Insufficient funds', time: 4_000 },
  ]
  const one = auth({ status: 'COMPLETE', amount: 12_000, clearedAmount: 12_000, remainingHold: 0, events })
  const story = storyOf(one, [settled(4_000, 6_000), settled(-12_000, 3_000)])
  assert.deepEqual(
    story.map(({ kind }) => kind),
    ['asked', 'approved', 'increment', 'trade', 'incrementDeclined', 'trade'],
  )
  assert.deepEqual(story[1], { kind: 'approved', time: 1_000, amount: 10_000, fee: 0 }, 'what was approved at first')
})

test('a reversal is told once, and what was approved before it is the whole', () => {
  const events = [{ kind: 'REVERSAL' as const, amount: 10_000, reasonText: null, time: 2_000 }]
  const story = storyOf(auth({ status: 'REVERSED', amount: 0, remainingHold: 0, events }))
  assert.deepEqual(
    story.map(({ kind }) => kind),
    ['asked', 'approved', 'reversal'],
  )
  assert.deepEqual(story[1], { kind: 'approved', time: 1_000, amount: 10_000, fee: 0 })
})

test('a clearing of less than was authorized says what was released', () => {
  const story = storyOf(auth({ status: 'COMPLETE', clearedAmount: 7_000, remainingHold: 0 }), [settled(-7_000, 3_000)])
  assert.deepEqual(story.at(-1), { kind: 'released', time: undefined, amount: 3_000 })
})
