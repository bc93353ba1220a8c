import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { HOUR, setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, wallet, type Line, type Transfer } from '../ledger.ts'
import { hubBalances, missingCents, ribbonsOf } from './moneyFlow.ts'

const NOON = Date.UTC(2026, 10, 21, 4)
const accountId = newId('acc')
const other = newId('acc')
const [money, card, second, theirs] = [
  wallet(accountId),
  cardAccount(accountId, newId('crd')),
  cardAccount(accountId, newId('crd')),
  wallet(other),
]
const bank = platform('1020', 'bank')
const settlement = platform('2110', 'sim')

const posts = (ms: number, kind: Transfer['kind'], lines: Line[], of = accountId) => {
  setClock(() => ms)
  return transaction((tx) => ledger.post(tx, { kind, accountId: of, biz: { type: 'test', id: newId('tst') }, lines }))
}

describe('the flow of money', () => {
  withDatabase({ connections: 4 })
  before(async () => {
    await transaction((tx) => ledger.openAccounts(tx, [money, card, second, theirs]))
    await posts(NOON - HOUR, 'TOPUP_WIRE', [debit(bank, 10_000), credit(money, 10_000)])
    await posts(NOON, 'TOPUP_WIRE', [debit(bank, 5000), credit(money, 4900), credit(platform('4030', 'wire'), 100)])
    await posts(NOON, 'TOPUP_WIRE', [debit(bank, 777), credit(theirs, 777)], other)
    await posts(NOON + HOUR, 'CARD_OPEN', [
      debit(money, 5225),
      debit(platform('4015'), 200),
      credit(card, 5000),
      credit(platform('4010'), 300),
      credit(platform('4020'), 125),
    ])
    await posts(NOON + HOUR, 'CARD_LOAD', [debit(money, 1000), credit(second, 1000)])
    await posts(NOON + 2 * HOUR, 'CLEARING', [
      debit(card, 2203),
      credit(settlement, 2170),
      credit(platform('4070'), 33),
    ])
    await posts(NOON + 3 * HOUR, 'CARD_REFUND', [debit(settlement, 500), credit(card, 500)])
    // Part of a fee from the card, the rest from the wallet.
    await posts(NOON + 4 * HOUR, 'CARD_MONTH_FEE', [debit(second, 60), debit(money, 40), credit(platform('4090'), 100)])
    await posts(NOON + 9 * HOUR, 'CARD_UNLOAD', [debit(card, 100), credit(money, 100)])
  })
  after(() => setClock())

  const period = { from: new Date(NOON), until: new Date(NOON + 9 * HOUR) }

  it('is the sum of the entries beside the wallet and the cards, by kind, of one account and one period', async () => {
    const found = await ribbonsOf(db, accountId, period)
    assert.deepEqual(
      found.map(({ hub, kind, code, cents, entries }) => [hub, kind, code, cents, entries]),
      [
        ['CARDS', 'CARD_REFUND', '2110', 500, 1],
        ['CARDS', 'CLEARING', '2110', -2170, 1],
        ['CARDS', 'CLEARING', '4070', -33, 1],
        ['WALLET', 'CARD_LOAD', '2020', -1000, 1],
        ['WALLET', 'CARD_MONTH_FEE', '2020', 60, 1],
        ['WALLET', 'CARD_MONTH_FEE', '4090', -100, 1],
        ['WALLET', 'CARD_OPEN', '2020', -5000, 1],
        ['WALLET', 'CARD_OPEN', '4010', -300, 1],
        ['WALLET', 'CARD_OPEN', '4015', 200, 1],
        ['WALLET', 'CARD_OPEN', '4020', -125, 1],
        ['WALLET', 'TOPUP_WIRE', '1020', 5000, 1],
        ['WALLET', 'TOPUP_WIRE', '4030', -100, 1],
      ],
    )
  })

  it('explains the change of both balances to the cent', async () => {
    const [ribbons, balances] = [await ribbonsOf(db, accountId, period), await hubBalances(db, accountId, period)]
    assert.deepEqual(balances, [
      { hub: 'WALLET', open: 10_000, close: 8635 },
      { hub: 'CARDS', open: 0, close: 4237 },
    ])
    assert.deepEqual(missingCents(ribbons, balances), { WALLET: 0, CARDS: 0 })
    assert.deepEqual(missingCents(ribbons.slice(1), balances), { WALLET: 0, CARDS: 500 })
  })

  it('is empty before the first entry', async () => {
    const none = { from: new Date(NOON - 9 * HOUR), until: new Date(NOON - 8 * HOUR) }
    assert.deepEqual(await ribbonsOf(db, accountId, none), [])
    assert.deepEqual(missingCents([], await hubBalances(db, accountId, none)), { WALLET: 0, CARDS: 0 })
  })
})
