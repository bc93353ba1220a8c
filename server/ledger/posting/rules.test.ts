import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { crowd } from '#test/crowd.ts'
import { withDatabase } from '#test/database.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '../ledger.ts'
import {
  cardAccount,
  credit,
  debit,
  NotEnough,
  platform,
  wallet,
  type Ref,
  type Transfer,
  PLATFORM,
  platformBalances,
  post,
  prove,
  type Line,
} from '../ledger.ts'

const bank = platform('1020', 'bank')
const settlement = platform('2110', 'sim')
let account: string
let money: Ref
let card: Ref

const topUp = (amount: number, id = newId('ex')): Transfer => ({
  kind: 'TOPUP_WIRE',
  accountId: account,
  biz: { type: 'wire', id },
  lines: [debit(bank, amount), credit(money, amount)],
})
const load = (amount: number, id = newId('ex')): Transfer => ({
  kind: 'CARD_LOAD',
  accountId: account,
  biz: { type: 'load', id },
  lines: [debit(money, amount), credit(card, amount)],
})
const does = (...transfers: Transfer[]) => transaction((tx) => ledger.postMany(tx, transfers))
const holds = (on: Ref, amount: number, id = newId('ex')) =>
  transaction((tx) => ledger.hold(tx, { on, amount, biz: { type: 'auth', id } }))
const posted = async (ref: Ref) => (await ledger.balanceOf(db, ref)).posted
const available = async (ref: Ref) => (await ledger.balanceOf(db, ref)).available

describe('the ledger', () => {
  withDatabase({ connections: 20 })

  beforeEach(async () => {
    account = newId('acc')
    money = wallet(account)
    card = cardAccount(account, newId('crd'))
    await transaction((tx) => ledger.openAccounts(tx, [money, card]))
  })
  afterEach(async () => assert.deepEqual(await ledger.prove(), []))

  it('answers a transfer that is sent again with the first one and moves nothing', async () => {
    const [first] = await does(topUp(1000, 'wire-1'))
    const [again] = await does(topUp(1000, 'wire-1'))
    assert.equal(again!.transferId, first!.transferId)
    assert.deepEqual([first!.replayed, again!.replayed], [false, true])
    const twins = await does(topUp(500, 'wire-2'), topUp(500, 'wire-2'))
    assert.deepEqual(
      twins.map(({ replayed }) => replayed),
      [false, true],
    )
    assert.equal(await posted(money), 1500)
  })

  it('posts once when the same transfer arrives on twenty connections at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => does(topUp(1000, 'same'))))
    assert.equal(answers.filter(([answer]) => !answer!.replayed).length, 1)
    assert.equal(await posted(money), 1000)
  })

  it('posts once also where no balance is locked, between accounts of the platform', async () => {
    const id = newId('ex')
    const fund: Transfer = {
      kind: 'PROGRAM_FUNDED',
      accountId: ledger.PLATFORM,
      biz: { type: 'funding', id },
      lines: [debit(platform('1110', 'sim'), 700), credit(bank, 700)],
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => does(fund)))
    assert.equal(new Set(answers.map(([answer]) => answer!.transferId)).size, 1)
    assert.equal(answers.filter(([answer]) => !answer!.replayed).length, 1)
  })

  it('keeps the order of transfers within one call in every balance after', async () => {
    await does(topUp(1000), load(300), topUp(50), load(200), load(550))
    const rows = await ledger.entriesOf(db, money, {}, { limit: 10 })
    assert.deepEqual(
      rows.map(({ version, change, balanceAfter }) => [version, change, balanceAfter]),
      [
        [5, -550, 0],
        [4, -200, 550],
        [3, 50, 750],
        [2, -300, 700],
        [1, 1000, 1000],
      ],
    )
  })

  it('posts all of a call or nothing, and says which transfer could not be paid and how much was short', async () => {
    await does(topUp(1000))
    await assert.rejects(does(load(900), load(101)), (error) => {
      assert.ok(error instanceof NotEnough)
      assert.deepEqual([error.account.code, error.available, error.short, error.index], ['2010', 100, 1, 1])
      return true
    })
    assert.equal(await posted(money), 1000)
  })

  it('does not spend what is held', async () => {
    await does(topUp(1000))
    const { holdId } = await holds(money, 800)
    await assert.rejects(does(load(201)), NotEnough)
    await does(load(200))
    await assert.rejects(holds(money, 1), NotEnough)
    assert.equal(await transaction((tx) => ledger.release(tx, { accountId: account, holdId })), 800)
    assert.equal(await available(money), 800)
  })

  it('answers a hold that is asked for again with the first one', async () => {
    await does(topUp(1000))
    const first = await holds(money, 600, 'auth-1')
    const again = await holds(money, 600, 'auth-1')
    assert.equal(again.holdId, first.holdId)
    assert.equal(await available(money), 400)
  })

  it('lets go of parts of a hold, and of the rest once', async () => {
    await does(topUp(1000))
    const { holdId } = await holds(money, 500)
    assert.equal(await transaction((tx) => ledger.release(tx, { accountId: account, holdId }, 100)), 100)
    assert.equal(await transaction((tx) => ledger.release(tx, { accountId: account, holdId })), 400)
    assert.equal(await transaction((tx) => ledger.release(tx, { accountId: account, holdId })), 0)
    assert.equal((await ledger.holdById(db, account, holdId))!.state, 'VOIDED')
    assert.equal(await available(money), 1000)
  })

  it('raises and lowers what is held by those who keep their own holds, within what is available and what is held', async () => {
    await does(topUp(1000), load(1000))
    const changes = (by: number) => transaction((tx) => ledger.changeHeld(tx, card, by))
    await changes(700)
    await assert.rejects(changes(301), NotEnough)
    await assert.rejects(holds(card, 301), NotEnough)
    await changes(-200)
    assert.equal(await available(card), 500)
    await assert.rejects(changes(-501), ledger.LedgerFault)
    await changes(-500)
    assert.equal(await available(card), 1000)
  })

  it('refuses to resolve more than a hold has left, or more than the transfer takes', async () => {
    await does(topUp(1000), load(1000))
    const { holdId } = await holds(card, 500)
    const clear = (amount: number, of: number): Transfer => ({
      kind: 'CLEARING',
      accountId: account,
      biz: { type: 'clearing', id: newId('ex') },
      lines: [debit(card, amount), credit(settlement, amount)],
      resolves: [{ hold: holdId, amount: of, rest: 'void' }],
    })
    await assert.rejects(does(clear(600, 501)), ledger.LedgerFault)
    await assert.rejects(does(clear(400, 500)), ledger.LedgerFault)
    await does(clear(500, 500))
    await assert.rejects(does(clear(1, 1)), ledger.LedgerFault)
  })

  it('refuses lines that do not balance, a wallet that nobody opened, and money of somebody else', async () => {
    const stranger = wallet(newId('acc'))
    const fails = (lines: Transfer['lines']) => assert.rejects(does({ ...topUp(1), lines }), ledger.LedgerFault)
    await fails([debit(bank, 100), credit(money, 99)])
    await fails([debit(bank, 100), credit(platform('1900', '', 'USDT'), 100)])
    await fails([credit(money, 100)])
    await fails([debit(bank, 0.5), credit(money, 0.5)])
    await fails([debit(bank, -5), credit(money, -5)])
    await fails([debit(bank, 100), credit(stranger, 100)])
    await transaction((tx) => ledger.openAccounts(tx, [stranger]))
    await fails([debit(bank, 100), credit(stranger, 100)])
  })

  it('lets only forced kinds take a card below zero, and nothing a wallet', async () => {
    await does(topUp(100), load(50))
    const takes = (kind: Transfer['kind'], from: Ref) =>
      does({
        kind,
        accountId: account,
        biz: { type: 'x', id: newId('ex') },
        lines: [debit(from, 60), credit(settlement, 60)],
      })
    await assert.rejects(takes('CLEARING', card), NotEnough)
    await assert.rejects(takes('FORCED_POST', money), NotEnough)
    await takes('FORCED_POST', card)
    assert.equal(await posted(card), -10)
  })

  it('never overdraws a card under 200 loads, holds and withdrawals at once', async () => {
    await does(topUp(100_000), load(10_000))
    const won = { holds: 0, unloads: 0 }
    const tries = Array.from(
      { length: 200 },
      (_, at) => () =>
        (at % 2
          ? holds(card, 130)
          : does({
              kind: 'CARD_UNLOAD',
              accountId: account,
              biz: { type: 'unload', id: newId('ex') },
              lines: [debit(card, 170), credit(money, 170)],
            })
        ).then(
          () => (at % 2 ? won.holds++ : won.unloads++),
          (error) => assert.ok(error instanceof NotEnough, error),
        ),
    )
    await crowd(tries)
    const after = await ledger.balanceOf(db, card)
    assert.deepEqual([after.posted, after.held], [10_000 - won.unloads * 170, won.holds * 130])
    assert.ok(after.available >= 0 && after.available < 170, `${after.available} left`)
  })

  it('locks in one order, so moves in both directions at once never wait for each other for good', async () => {
    const cards = [card, ...Array.from({ length: 3 }, () => cardAccount(account, newId('crd')))]
    await transaction((tx) => ledger.openAccounts(tx, cards))
    await does(
      topUp(100_000),
      ...cards.map((one) => ({ ...load(5000), lines: [debit(money, 5000), credit(one, 5000)] })),
    )
    const moves = Array.from({ length: 60 }, (_, at) => () => {
      const one = cards[at % 4]!
      const lines = at % 3 ? [debit(one, 10), credit(money, 10)] : [debit(money, 10), credit(one, 10)]
      const other = { ...load(1), lines: [debit(money, 1), credit(cards[(at + 1) % 4]!, 1)] }
      // Without `transaction`, whose retry would hide a deadlock.
      return db.transaction().execute((tx) => ledger.postMany(tx, [{ ...load(10), lines }, other]))
    })
    await crowd(moves)
    assert.equal((await ledger.balanceOf(db, money)).version, 1 + 4 + 120)
  })

  it('filters and sums statements, and pages them by version', async () => {
    await does(topUp(1000), load(100), { ...load(200), actor: 'lgn_1', meta: { subUid: 'sub_1' } }, topUp(70))
    const sums = await ledger.sumsOf(db, money, {})
    assert.deepEqual(sums, { count: 4, in: 1070, out: 300, open: 0, close: 770 })
    const only = async (filter: Parameters<typeof ledger.entriesOf>[2]) =>
      (await ledger.entriesOf(db, money, filter, { limit: 10 })).map(({ change }) => change)
    assert.deepEqual(await only({ direction: 'OUT' }), [-200, -100])
    assert.deepEqual(await only({ kinds: ['TOPUP_WIRE'] }), [70, 1000])
    assert.deepEqual(await only({ actor: 'lgn_1' }), [-200])
    assert.deepEqual(await only({ metaHas: { subUid: 'sub_1' } }), [-200])
    assert.deepEqual(await only({ touching: card }), [-200, -100])
    assert.deepEqual(
      (await ledger.entriesOf(db, money, {}, { before: 3, limit: 1 })).map(({ version }) => version),
      [2],
    )
  })

  // A spread database is asked on the shards of a cell (server/trades/decide/shards.ts).
  it(
    'raises what is held through the statement of the decision path',
    { skip: testWorkers.length > 0 && 'skipped: the statement names no shard' },
    async () => {
      await does(topUp(1000), load(1000))
      const { laId } = await ledger.balanceOf(db, card)
      const rows = [1, 2].map((n) => ({ cell: cellOf(account), la_id: laId, amount: 100 * n }))
      await transaction(async (tx) => {
        const asked = JSON.stringify([{ cell: cellOf(account), la_id: laId }])
        const [before, after] = ledger
          .lockMoneySql('SELECT * FROM json_to_recordset(?::json) AS r (cell smallint, la_id bigint)')
          .split('?')
        const locked = await sql<{
          la_id: number
          posted: number
          held: number
          floor: number
        }>`${sql.raw(before!)}${asked}${sql.raw(after!)}`.execute(tx)
        assert.deepEqual(locked.rows, [{ la_id: laId, posted: 1000, held: 0, floor: 0 }])
        const [head, tail] = ledger
          .heldCte(`SELECT * FROM json_to_recordset(?::json) AS r (cell smallint, la_id bigint, amount bigint)`)
          .split('?')
        await sql`WITH ${sql.raw(head!)}${JSON.stringify(rows)}${sql.raw(tail!)} SELECT 1`.execute(tx)
      })
      assert.equal(await available(card), 700)
      await transaction((tx) => ledger.changeHeld(tx, card, -300))
      assert.equal(await available(card), 1000)
    },
  )
})

const ourBank = platform('1020', 'ourBank')
const clearing = platform('2110', 'sim')
const posts = (...lines: Line[]) =>
  transaction((tx) =>
    post(tx, { kind: 'PROGRAM_FUNDED', accountId: PLATFORM, biz: { type: 'test', id: newId('tst') }, lines }),
  )

describe('the accounts of the platform', () => {
  withDatabase()
  afterEach(async () => assert.deepEqual(await prove(), []))

  it('are each what went in less what went out again, assets and liabilities alike', async () => {
    await posts(debit(ourBank, 500), credit(clearing, 500))
    await posts(debit(clearing, 200), credit(ourBank, 200))
    assert.deepEqual(await platformBalances(db), [
      { code: '1020', owner: 'ourBank', currency: 'USD', debits: 500, credits: 200, balance: 300 },
      { code: '2110', owner: 'sim', currency: 'USD', debits: 200, credits: 500, balance: 300 },
    ])
  })
})
