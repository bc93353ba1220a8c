import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthorizationRequest } from '#server/outside/outside.ts'
import { Draft } from './draft.ts'
import { judge } from './judge.ts'
import { limits } from '../rules/limits.ts'
import type { DecidedCard } from '../rules/rules.ts'
import { unused, type Usage } from '../rules/usage.ts'

const NOW = Date.UTC(2026, 10, 21, 4)
const aCard = (usage: Partial<Usage> = {}): DecidedCard => ({
  accountId: 'acc_1',
  accountNo: 1,
  cell: 1,
  cardId: 'crd_1',
  vid: 'VISA-US-2',
  laId: 1,
  ownerSubNo: null,
  issuerId: 'issuer',
  cvcMatches: ({ cvc }) => cvc === '123',
  status: 'ACTIVE',
  blocks: 0,
  expired: false,
  expMonth: 12,
  expYear: 2029,
  zipMatches: (given) => given === '97201',
  checksZip: true,
  threeDs: false,
  controls: [],
  currency: 'USD',
  conversion: () => ({ bps: 150, minCents: 30 }),
  account: { status: 'ACTIVE', risk: 'NORMAL', restricted: false, frozen: false },
  available: 5000,
  usage: { ...unused(), ...usage },
})
/** The notifications caused by trying these purchases one after another on a card, besides the counting of a decline. */
function toldOf(card: DecidedCard, ...tries: Partial<AuthorizationRequest>[]): string[][] {
  return tries.map((change, n) => {
    const draft = new Draft('issuer', NOW + n, [], { live: limits }, new Map())
    const request: AuthorizationRequest = {
      kind: 'authorization',
      ref: `r${n}`,
      cardNumber: '4242420000000000',
      expMonth: 12,
      expYear: 2029,
      cvc: '123',
      merchant: { id: 'm1', name: 'SHOP', descriptor: 'SHOP', mcc: '5734', country: 'US' },
      amountCents: 3000 + n,
      merchantAmount: 3000 + n,
      merchantCurrency: 'USD',
      pos: 'ECOMMERCE',
      occurredAt: NOW,
      ...change,
    }
    judge(draft, card, { request, merchantNo: 1 })
    return draft.news.map(({ kind }) => kind).filter((kind) => kind !== 'declined')
  })
}

test('the owner is told that a card is blocked by the wrong code that blocks it, and by none before', () => {
  const wrong = { cvc: '999' }
  assert.deepEqual(toldOf(aCard(), wrong, wrong, wrong, wrong), [[], [], ['blocked'], []])
  assert.deepEqual(toldOf(aCard({ blockedUntil: NOW }), wrong), [[]], 'a block that is just over is not told again')
})

test('the owner is told of a card that is short of money by the third decline for it, and by no other decline', () => {
  const [short, wrong] = [{ amountCents: 5001 }, { merchantCurrency: 'ZZZ' }]
  assert.deepEqual(toldOf(aCard(), short, wrong, short, wrong, short, {}), [[], [], [], [], ['ranShort'], []])
})
