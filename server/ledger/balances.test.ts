import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { db, many, sql, transaction } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import * as ledger from './ledger.ts'
import { cardAccount, credit, debit, platform, wallet, type Transfer } from './ledger.ts'

describe('what the books say of an account', () => {
  withDatabase({ connections: 4 })
  const accountId = newId('acc')
  const [money, card] = [wallet(accountId), cardAccount(accountId, newId('crd'))]
  const posts = (kind: Transfer['kind'], lines: Transfer['lines'], more: Partial<Transfer> = {}) =>
    transaction((tx) => ledger.post(tx, { kind, accountId, biz: { type: 'test', id: newId('tst') }, lines, ...more }))
  const holds = (amount: number, on = card) =>
    transaction((tx) => ledger.hold(tx, { on, amount, biz: { type: 'auth', id: newId('aut') } }))

  it('lists the holds that still keep something, of this account alone, the newest first', async () => {
    await transaction((tx) => ledger.openAccounts(tx, [money, card]))
    await posts('TOPUP_WIRE', [debit(platform('1020', 'bank'), 10_000), credit(money, 10_000)])
    await posts('CARD_LOAD', [debit(money, 5000), credit(card, 5000)])
    const [open, part, done, released] = [await holds(100), await holds(200), await holds(300), await holds(400)]
    await holds(50, money)
    await posts('CLEARING', [debit(card, 400), credit(platform('2110', 'sim'), 400)], {
      resolves: [
        { hold: part.holdId, amount: 100, rest: 'keep' },
        { hold: done.holdId, amount: 300, rest: 'void' },
      ],
    })
    await transaction((tx) => ledger.release(tx, released))
    assert.deepEqual(
      (await ledger.holdsOn(db, card)).map(({ holdId, remaining }) => [holdId, remaining]),
      [
        [part.holdId, 100],
        [open.holdId, 100],
      ],
    )
    const { posted, held, available } = await ledger.balanceOf(db, card)
    assert.deepEqual([posted, held, available], [4600, 200, 4400])
  })

  it('gives a floor to what a tenant has, and none to what is the platform’s', async () => {
    const floors = await many(db, sql`SELECT DISTINCT mode, floor FROM ledger_account ORDER BY mode`)
    assert.deepEqual(floors, [
      { mode: 'DEFERRED', floor: null },
      { mode: 'ROW', floor: 0 },
    ])
  })
})
