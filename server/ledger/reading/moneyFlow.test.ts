import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { HOUR, setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, tenant, wallet, type Line, type Transfer } from '../ledger.ts'
import { cardEnds, cardSums, walletEnds, walletSums } from './moneyFlow.ts'
import { cardFlowEntries, walletFlowEntries } from './moneyFlowEntries.ts'

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
    await posts(NOON + 5 * HOUR, 'CARD_UNLOAD', [debit(card, 50), credit(money, 50)])
    // From the card and from the wallet: each line stands for itself.
    await posts(NOON + 6 * HOUR, 'FREEZE_FUNDS', [
      debit(money, 10),
      debit(card, 20),
      credit(tenant('2420', accountId), 30),
    ])
    await posts(NOON + 9 * HOUR, 'CARD_UNLOAD', [debit(card, 100), credit(money, 100)])
  })
  after(() => setClock())

  const of = { accountId }
  const period = { from: new Date(NOON), until: new Date(NOON + 9 * HOUR) }
  const total = (parts: readonly { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0)

  it('is what was beside the wallet, by kind, of one account and one period', async () => {
    const found = await walletSums(db, of, await walletEnds(db, accountId, period))
    assert.deepEqual(
      found.map(({ kind, beside, cents, entries }) => [kind, beside, cents, entries]),
      [
        ['CARD_LOAD', '2020', -1000, 1],
        ['CARD_MONTH_FEE', '', -40, 1],
        ['CARD_OPEN', '2020', -5000, 1],
        ['CARD_OPEN', '4010', -300, 1],
        ['CARD_OPEN', '4015', 200, 1],
        ['CARD_OPEN', '4020', -125, 1],
        ['CARD_UNLOAD', '2020', 50, 1],
        ['FREEZE_FUNDS', '', -10, 1],
        ['TOPUP_WIRE', '', 5000, 1],
        ['TOPUP_WIRE', '4030', -100, 1],
      ],
    )
  })

  it('explains the change of the wallet to the cent', async () => {
    const ends = await walletEnds(db, accountId, period)
    assert.deepEqual([ends.open, ends.close], [10_000, 8675])
    assert.equal(total(await walletSums(db, of, ends)), ends.close - ends.open)
  })

  it('explains the change of the cards with what they spent and what passed between them and the wallet', async () => {
    const own = await cardSums(db, of, period)
    assert.deepEqual(own, [{ kind: 'FREEZE_FUNDS', cents: -20, entries: 1 }])
    const ends = await cardEnds(db, accountId, period)
    assert.deepEqual(ends, { open: 0, close: 4167 })
    const passed = (await walletSums(db, of, await walletEnds(db, accountId, period))).filter(
      ({ beside }) => beside === '2020',
    )
    const spent = -2203 + 500 - 60
    assert.equal(total(own) - total(passed) + spent, ends.close - ends.open)
  })

  it('opens into the transfers that it is the sum of, newest first, page by page', async () => {
    const ends = await walletEnds(db, accountId, period)
    for (const { kind, beside, cents, entries } of await walletSums(db, of, ends)) {
      const part = { kinds: [kind], beside, raises: cents > 0 }
      const found = await walletFlowEntries(db, of, ends, part, { limit: 10 })
      assert.deepEqual([total(found), found.length], [cents, entries], `${kind} ${beside}`)
      assert.deepEqual(await walletFlowEntries(db, of, ends, part, { before: found.at(-1)!.version, limit: 10 }), [])
    }
    const frozen = { kinds: ['FREEZE_FUNDS'], raises: false } as const
    const [one, ...others] = await cardFlowEntries(db, of, period, frozen, { limit: 10 })
    assert.deepEqual([one?.cents, others], [-20, []])
    assert.deepEqual(await cardFlowEntries(db, of, period, { ...frozen, raises: true }, { limit: 10 }), [])
  })

  it('finds the balance at any moment among many entries', async () => {
    for (let hour = 1; hour <= 13; hour++)
      await posts(NOON + hour * HOUR, 'TOPUP_WIRE', [debit(bank, hour), credit(theirs, hour)], other)
    let balance = 777
    for (let hour = 1; hour <= 14; hour++) {
      const at = { from: new Date(NOON + hour * HOUR), until: new Date(NOON + hour * HOUR + 1) }
      const { open, close, after, upTo } = await walletEnds(db, other, at)
      const moved = hour <= 13 ? hour : 0
      assert.deepEqual([open, close, after, upTo], [balance, balance + moved, hour, Math.min(14, hour + 1)])
      balance += moved
    }
  })

  it('is empty before the first entry', async () => {
    const none = { from: new Date(NOON - 9 * HOUR), until: new Date(NOON - 8 * HOUR) }
    const ends = await walletEnds(db, accountId, none)
    assert.deepEqual([ends.open, ends.close, await walletSums(db, of, ends)], [0, 0, []])
    assert.deepEqual([await cardEnds(db, accountId, none), await cardSums(db, of, none)], [{ open: 0, close: 0 }, []])
  })
})
