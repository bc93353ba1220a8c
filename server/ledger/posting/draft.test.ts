import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf } from '#server/core/database/cells.ts'
import { compose, gather } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { cardAccount, credit, debit, placeKey, platform, tenant, wallet, type Ref } from '../refs.ts'
import { type Hold, type Transfer, LedgerFault, NotEnough } from '../words.ts'
import { draftHold, draftKept, draftOn, draftRelease, draftTransfer, type Draft } from './draft.ts'
import { tellMoneyFreed } from './write.ts'

const money = wallet('acc')
const card = cardAccount('acc', 'crd')
const debt = tenant('1310', 'acc')
const payable = tenant('2410', 'acc')
const bank = platform('1020', 'bank')
const settlement = platform('2110', 'sim')
/** The platform's rows are those beside the account's. */
const cell = cellOf('acc')
const biz = { type: 'test', id: 't1' }

/** A wallet of 100.00 and a card of 50.00, of which 10.00 are held under `hld`. */
function aDraft(hold: Partial<Hold> = {}): Draft {
  const row = (ref: Ref, laId: number, posted: number, held = 0) => ({
    ref,
    cell,
    laId,
    floor: 0,
    posted,
    held,
    version: 7,
  })
  const others = [bank, settlement, platform('4070')].map((ref, at) => ({ ...row(ref, 10 + at, 0), floor: null }))
  const open: Hold = {
    holdId: 'hld',
    accountId: 'acc',
    laId: 2,
    amount: 1000,
    posted: 0,
    remaining: 1000,
    state: 'OPEN',
    biz,
    meta: {},
    expiresAt: undefined,
    createdAt: new Date(0),
    ...hold,
  }
  return draftOn(
    [
      row(money, 1, 10_000),
      row(card, 2, 5000, 1000),
      { ...row(debt, 3, 500), floor: null },
      row(payable, 4, 0),
      ...others,
    ],
    [open],
  )
}
const moved = (draft: Draft, ref: Ref) => {
  const { posted, held, version } = draft.accounts.get(placeKey(cell, ref))!.moved
  return [posted, held, version]
}
const holdIn = (draft: Draft) => {
  const { amount, posted, remaining, state, changed } = draft.holds.get('hld')!
  return [amount, posted, remaining, state, changed]
}
const posts = (draft: Draft, lines: Transfer['lines'], more: Partial<Transfer> = {}) =>
  draftTransfer(draft, { kind: 'CLEARING', accountId: 'acc', biz, lines, ...more }, 0)
const clears = (draft: Draft, amount: number, used: number, rest: 'void' | 'keep') =>
  posts(draft, [debit(card, amount), credit(settlement, amount)], { resolves: [{ hold: 'hld', amount: used, rest }] })

test('a transfer moves the balances of tenants, counts their versions, and writes the platform’s lines without one', () => {
  const draft = aDraft()
  posts(draft, [debit(card, 300), credit(settlement, 290), credit(platform('4070'), 10), debit(money, 0)])
  assert.deepEqual(
    [moved(draft, card), moved(draft, settlement), moved(draft, money)],
    [
      [-300, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
    ],
  )
  assert.deepEqual(
    draft.entries.map(({ n, side, amount, balance_after, account_version }) => [
      n,
      side,
      amount,
      balance_after,
      account_version,
    ]),
    [
      [1, 'D', 300, 4700, 8],
      [2, 'C', 290, undefined, undefined],
      [3, 'C', 10, undefined, undefined],
    ],
  )
  posts(draft, [debit(settlement, 100), credit(card, 100)])
  assert.deepEqual([draft.entries.at(-1)!['balance_after'], draft.entries.at(-1)!['account_version']], [4800, 9])
})

test('lines that are no amounts, do not balance, stand alone or touch somebody else are refused', () => {
  const wrong: Transfer['lines'][] = [
    [debit(bank, 100), credit(money, 99)],
    [debit(bank, 100)],
    [debit(bank, 0), credit(money, 0)],
    [debit(bank, -5), credit(money, -5)],
    [debit(bank, 0.5), credit(money, 0.5)],
    [debit(bank, 5), credit(wallet('stranger'), 5)],
    [debit(platform('1900', '', 'USDT'), 5), credit(money, 5)],
  ]
  for (const lines of wrong) assert.throws(() => posts(aDraft(), lines), LedgerFault)
  const draft = aDraft()
  posts(draft, [debit(bank, 1), credit(money, 1)])
  assert.deepEqual(moved(draft, money), [1, 0, 1], 'one cent is an amount')
})

test('what is held is not spent, to the cent, and the refusal says what was there and what was missing', () => {
  const draft = aDraft()
  posts(draft, [debit(card, 4000), credit(money, 4000)])
  assert.throws(
    () => posts(aDraft(), [debit(card, 4001), credit(money, 4001)]),
    (error) => error instanceof NotEnough && error.available === 4000 && error.short === 1,
  )
})

test('only forced kinds take a card below zero, nothing a wallet, and a debt may be paid in parts', () => {
  const force = { kind: 'FORCED_POST' as const }
  const draft = aDraft()
  posts(draft, [debit(card, 9000), credit(settlement, 9000)], force)
  assert.deepEqual(moved(draft, card), [-9000, 0, 1])
  posts(draft, [debit(money, 100), credit(card, 100)])
  assert.throws(() => posts(draft, [debit(card, 1), credit(settlement, 1)]), NotEnough)
  assert.throws(() => posts(aDraft(), [debit(money, 10_001), credit(settlement, 10_001)], force), NotEnough)
})

test('a hold is used up by what is taken, and the rest is let go or kept', () => {
  const whole = aDraft()
  clears(whole, 1000, 1000, 'keep')
  assert.deepEqual(
    [holdIn(whole), moved(whole, card)],
    [
      [1000, 1000, 0, 'POSTED', true],
      [-1000, -1000, 1],
    ],
  )
  const kept = aDraft()
  clears(kept, 400, 400, 'keep')
  assert.deepEqual(
    [holdIn(kept), moved(kept, card)],
    [
      [1000, 400, 600, 'PARTIAL', true],
      [-400, -400, 1],
    ],
  )
  const voided = aDraft()
  clears(voided, 400, 400, 'void')
  assert.deepEqual(
    [holdIn(voided), moved(voided, card)],
    [
      [1000, 400, 0, 'POSTED', true],
      [-400, -1000, 1],
    ],
  )
})

test('no more of a hold is resolved than it has left, nor than the transfer takes', () => {
  assert.throws(() => clears(aDraft(), 1001, 1001, 'void'), LedgerFault)
  assert.throws(() => clears(aDraft(), 300, 301, 'void'), LedgerFault)
  assert.throws(() => clears(aDraft(), 300, -1, 'void'), LedgerFault)
  assert.throws(
    () => posts(aDraft(), [debit(money, 5), credit(bank, 5)], { resolves: [{ hold: 'hld', amount: 5, rest: 'void' }] }),
    LedgerFault,
  )
  assert.throws(
    () => posts(aDraft(), [debit(card, 5), credit(bank, 5)], { resolves: [{ hold: 'none', amount: 5, rest: 'void' }] }),
    LedgerFault,
  )
})

test('a hold that is released ends voided, after a part was posted as posted, and in parts stays open', () => {
  const ends = (hold: Partial<Hold>, amount: number | 'all') => {
    const draft = aDraft(hold)
    return [draftRelease(draft, 'hld', amount), moved(draft, card)[1], ...holdIn(draft)]
  }
  assert.deepEqual(ends({}, 'all'), [1000, -1000, 1000, 0, 0, 'VOIDED', true])
  assert.deepEqual(ends({}, 1000), [1000, -1000, 1000, 0, 0, 'VOIDED', true])
  assert.deepEqual(ends({}, 1), [1, -1, 1000, 0, 999, 'OPEN', true])
  assert.deepEqual(ends({ posted: 1, remaining: 999 }, 'all'), [999, -999, 1000, 1, 0, 'POSTED', true])
  assert.deepEqual(ends({ posted: 1, remaining: 999 }, 998), [998, -998, 1000, 1, 1, 'PARTIAL', true])
  assert.deepEqual(ends({ remaining: 0, state: 'VOIDED' }, 'all'), [0, 0, 1000, 0, 0, 'VOIDED', false])
  assert.throws(() => ends({}, 1001), LedgerFault)
  assert.throws(() => ends({}, -1), LedgerFault)
})

test('money is set aside up to what is available, also by holds that their owners keep, and no more is let go than is held', () => {
  const draft = aDraft()
  assert.throws(() => draftHold(draft, { on: card, amount: 0, biz }, 0), LedgerFault)
  const { remaining, state } = draftHold(draft, { on: card, amount: 3999, biz }, 0)
  assert.deepEqual([remaining, state, moved(draft, card)], [3999, 'OPEN', [0, 3999, 0]])
  draftKept(draft, card, 1)
  assert.deepEqual(moved(draft, card), [0, 4000, 0])
  assert.throws(() => draftKept(draft, card, 1), NotEnough)
  const other = aDraft()
  draftKept(other, card, -1000)
  assert.deepEqual(moved(other, card), [0, -1000, 0])
  assert.throws(() => draftKept(other, card, -1), LedgerFault)
  assert.throws(() => draftKept(other, card, 0), LedgerFault)
})

test('a hold that its owner keeps becomes a transfer as another does, and the ledger writes no row for it', () => {
  const kept = { id: 'atx', on: card, remaining: 600 }
  const takes = (amount: number, rest: 'void' | 'keep') => ({ resolves: [{ hold: kept, amount, rest }] })
  const draft = aDraft()
  posts(draft, [debit(card, 200), credit(bank, 200)], takes(200, 'keep'))
  assert.deepEqual(moved(draft, card), [-200, -200, 1])
  assert.throws(() => posts(draft, [debit(card, 500), credit(bank, 500)], takes(401, 'void')), LedgerFault)
  posts(draft, [debit(card, 300), credit(bank, 300)], takes(300, 'void'))
  assert.deepEqual(moved(draft, card), [-500, -600, 2])
  assert.deepEqual(
    [draft.transfers.map(({ resolves }) => resolves), draft.newHolds],
    [[[{ hold: 'atx', amount: 200 }], [{ hold: 'atx', amount: 300 }]], []],
  )
  assert.deepEqual(
    [...draft.holds.values()].filter(({ changed, kept }) => changed && !kept),
    [],
  )
})

test('money is freed where a wallet or a card has more to spend, more is payable, or an account owes less, and nowhere else', async () => {
  const heard: (readonly string[])[] = []
  compose(gather([{ ports: { 'ledger.moneyFreed': async (_, accountIds) => void heard.push(accountIds) } }]))
  const freedBy = async (change: (draft: Draft) => unknown) => {
    heard.length = 0
    const draft = aDraft()
    change(draft)
    await tellMoneyFreed(undefined as unknown as Tx, draft)
    return heard.flat()
  }
  assert.deepEqual(await freedBy((draft) => posts(draft, [debit(bank, 1), credit(money, 1)])), ['acc'])
  assert.deepEqual(await freedBy((draft) => posts(draft, [debit(bank, 1), credit(card, 1)])), ['acc'])
  assert.deepEqual(await freedBy((draft) => posts(draft, [debit(bank, 1), credit(debt, 1)])), ['acc'])
  assert.deepEqual(await freedBy((draft) => posts(draft, [debit(bank, 1), credit(payable, 1)])), ['acc'])
  assert.deepEqual(await freedBy((draft) => draftRelease(draft, 'hld', 1)), ['acc'])
  assert.deepEqual(await freedBy((draft) => posts(draft, [debit(debt, 1), credit(bank, 1)])), [])
  assert.deepEqual(await freedBy((draft) => posts(draft, [debit(card, 1), credit(bank, 1)])), [])
  assert.deepEqual(await freedBy((draft) => draftHold(draft, { on: card, amount: 1, biz }, 0)), [])
  assert.deepEqual(await freedBy((draft) => clears(draft, 1000, 1000, 'void')), [], 'what was held is spent')
})
