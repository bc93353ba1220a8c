import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bundlesByDay, summaryOf, type Notice } from './bundles.ts'

const notice = (id: string, event: string, createTime: number, more: Partial<Notice> = {}): Notice => ({
  id,
  title: event,
  createTime,
  msg: '',
  text: '',
  event,
  kind: 'CARDS',
  level: 'INFO',
  facts: null,
  bizType: '',
  bizId: '',
  read: 0,
  ...more,
})
const refund = (id: string, cardId: string, cents: number, merchant = 'LINKEDIN ADS') =>
  notice(id, 'refund_posted', 1, { facts: { cardId, last4: '5334', merchant, cents } })
const dayOf = (time: number) => (time > 100 ? 'today' : 'yesterday')
const ids = (notices: readonly Notice[]) =>
  bundlesByDay(notices, dayOf).map(({ entries }) => entries.map((entry) => entry.notices.map(({ id }) => id)))

describe('personal notices', () => {
  it('of one day and event are together where the newest of them is', () => {
    const list = [notice('d', 'a', 103), notice('c', 'b', 102), notice('b', 'a', 101), notice('a', 'a', 99)]
    assert.deepEqual(ids(list), [[['d', 'b'], ['c']], [['a']]])
  })

  it('that are urgent stand alone', () => {
    const urgent = { level: 'URGENT' }
    assert.deepEqual(ids([notice('b', 'a', 102, urgent), notice('a', 'a', 101, urgent)]), [[['b'], ['a']]])
  })

  it('add up what they tell', () => {
    assert.deepEqual(summaryOf([refund('c', 'x', 10_00), refund('b', 'x', 5_00), refund('a', 'y', 1_00, 'GITHUB')]), {
      count: 3,
      cards: 2,
      cents: 16_00,
      merchants: ['LINKEDIN ADS', 'GITHUB'],
    })
  })

  it('give no figure that one of them does not have', () => {
    const { count, cards, cents } = summaryOf([refund('b', 'x', 10_00), notice('a', 'refund_posted', 1)])
    assert.deepEqual({ count, cards, cents }, { count: 2, cards: 0, cents: undefined })
  })

  it('count every decline of a card that one notice tells of, without a sum of what was not paid', () => {
    const declined = (id: string, cardId: string, count: number) =>
      notice(id, 'card_declined', 1, { facts: { cardId, count, cents: 9_00 } })
    const { count, cards, cents } = summaryOf([declined('b', 'x', 11), declined('a', 'y', 1)])
    assert.deepEqual({ count, cards, cents }, { count: 12, cards: 2, cents: undefined })
  })
})
