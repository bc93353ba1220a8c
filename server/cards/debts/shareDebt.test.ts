import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareDebt } from './shareDebt.ts'

const card = (cardId: string, posted: number, available = posted) => ({ cardId, posted, available })

test('the wallet pays cards below zero one after another, then the account, and stops when it is empty', () => {
  const cards = [card('one', -300), card('two', 0), card('three', -200)]
  assert.deepEqual(shareDebt({ wallet: 600, cards, receivable: 250 }, 'spend'), [
    { from: 'wallet', cardId: 'one', amount: 300 },
    { from: 'wallet', cardId: 'three', amount: 200 },
    { from: 'wallet', amount: 100 },
  ])
  assert.deepEqual(shareDebt({ wallet: 301, cards, receivable: 250 }, 'spend'), [
    { from: 'wallet', cardId: 'one', amount: 300 },
    { from: 'wallet', cardId: 'three', amount: 1 },
  ])
})

test('an empty or overdrawn wallet pays nothing, and a debt of one cent is paid with one cent', () => {
  const cards = [card('one', -1)]
  assert.deepEqual(shareDebt({ wallet: 0, cards, receivable: 1 }, 'spend'), [])
  assert.deepEqual(shareDebt({ wallet: -5, cards, receivable: 1 }, 'spend'), [])
  assert.deepEqual(shareDebt({ wallet: 2, cards, receivable: 1 }, 'spend'), [
    { from: 'wallet', cardId: 'one', amount: 1 },
    { from: 'wallet', amount: 1 },
  ])
})

test('what stands on the account is taken from what is free on cards under `pull` only, and never more than is owed', () => {
  const money = {
    wallet: 100,
    cards: [card('one', 500, 0), card('two', 500, 80), card('three', 500, 400)],
    receivable: 300,
  }
  assert.deepEqual(shareDebt(money, 'pull'), [
    { from: 'wallet', amount: 100 },
    { from: 'card', cardId: 'two', amount: 80 },
    { from: 'card', cardId: 'three', amount: 120 },
  ])
  for (const policy of ['spend', 'block'] as const)
    assert.deepEqual(shareDebt(money, policy), [{ from: 'wallet', amount: 100 }])
})

test('nothing is owed: nothing is paid, and what an account has too much of is no debt', () => {
  assert.deepEqual(shareDebt({ wallet: 100, cards: [card('one', 500)], receivable: 0 }, 'pull'), [])
  assert.deepEqual(shareDebt({ wallet: 100, cards: [card('one', 500)], receivable: -40 }, 'pull'), [])
  assert.deepEqual(shareDebt({ wallet: 0, cards: [card('one', -100, -100)], receivable: 50 }, 'pull'), [])
})
