import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { HOUR, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, tenant, wallet, type Line, type Transfer } from '../ledger.ts'
import type { StatementFilter } from '../words.ts'
import { feeOf } from './statement.ts'

const bank = platform('1020', 'bank')
const settlement = platform('2110', 'sim')
/** Noon in Shanghai. */
const NOON = Date.UTC(2026, 10, 21, 4)
const accountId = newId('acc')
const [money, card, other] = [
  wallet(accountId),
  cardAccount(accountId, newId('crd')),
  cardAccount(accountId, newId('crd')),
]

const posts = (ms: number, kind: Transfer['kind'], lines: Line[], more: Partial<Transfer> = {}) => {
  setClock(() => ms)
  return transaction((tx) =>
    ledger.post(tx, { kind, accountId, biz: { type: 'test', id: newId('tst') }, lines, ...more }),
  )
}

describe('a statement', () => {
  withDatabase({ connections: 4 })

  /** 100.00 in, 20.00 and 30.00 out to two cards, 5.00 back, a fee of 1.00: two before midnight, three after. */
  before(async () => {
    await transaction((tx) => ledger.openAccounts(tx, [money, card, other]))
    await posts(NOON, 'TOPUP_WIRE', [debit(bank, 10_000), credit(money, 10_000)], { actor: 'lgn_ana', memo: 'hello' })
    await posts(NOON + HOUR, 'CARD_LOAD', [debit(money, 2000), credit(card, 2000)], { biz: { type: 'test', id: 'o1' } })
    await posts(NOON + 13 * HOUR, 'CARD_LOAD', [debit(money, 3000), credit(other, 3000)], {
      meta: { subUid: 's1', orderNo: 'o2' },
    })
    await posts(NOON + 14 * HOUR, 'CARD_UNLOAD', [debit(card, 500), credit(money, 500)], { meta: { orderNo: 'o3' } })
    await posts(NOON + 15 * HOUR, 'CARD_LOAD', [
      debit(money, 1100),
      credit(card, 1000),
      credit(platform('4020'), 80),
      credit(platform('4010'), 50),
      debit(platform('4015'), 30),
    ])
  })
  after(() => setClock())

  const ask = (filter: StatementFilter, page: Partial<Parameters<typeof ledger.entriesOf>[3]> = {}) =>
    ledger.entriesOf(db, money, filter, { limit: 10, ...page })
  const changes = async (filter: StatementFilter, page = {}) => (await ask(filter, page)).map(({ change }) => change)

  it('is the newest entry first, each with its sign, the balance after it and the other lines of its transfer', async () => {
    const rows = await ask({})
    assert.deepEqual(
      rows.map(({ version, side, amount, change, balanceAfter }) => [version, side, amount, change, balanceAfter]),
      [
        [5, 'D', 1100, -1100, 4400],
        [4, 'C', 500, 500, 5500],
        [3, 'D', 3000, -3000, 5000],
        [2, 'D', 2000, -2000, 8000],
        [1, 'C', 10_000, 10_000, 10_000],
      ],
    )
    const [fee, back, , , topUp] = rows
    assert.deepEqual(
      fee!.parts.map(({ code, side, amount }) => [code, side, amount]),
      [
        ['2020', 'C', 1000],
        ['4020', 'C', 80],
        ['4010', 'C', 50],
        ['4015', 'D', 30],
      ],
    )
    assert.deepEqual(
      back!.parts.map(({ owner, side, currency }) => [owner, side, currency]),
      [[card.owner, 'D', 'USD']],
    )
    assert.deepEqual(
      [topUp!.actor, topUp!.memo, topUp!.meta, topUp!.postedAt],
      ['lgn_ana', 'hello', {}, new Date(NOON)],
    )
    assert.deepEqual([back!.actor, back!.memo, back!.meta], [undefined, undefined, { orderNo: 'o3' }])
  })

  it('of an account that debits raise has the other sign', async () => {
    const debt = tenant('1310', accountId)
    await posts(NOON + 16 * HOUR, 'TOPUP_REVERSED', [debit(debt, 40), credit(settlement, 40)])
    await posts(NOON + 17 * HOUR, 'CARD_REFUND', [debit(settlement, 15), credit(debt, 15)])
    const all = await ledger.entriesOf(db, debt, {}, { limit: 10 })
    assert.deepEqual(
      all.map(({ change, balanceAfter }) => [change, balanceAfter]),
      [
        [-15, 25],
        [40, 40],
      ],
    )
    const came = await ledger.entriesOf(db, debt, { direction: 'IN' }, { limit: 10 })
    const went = await ledger.entriesOf(db, debt, { direction: 'OUT' }, { limit: 10 })
    assert.deepEqual([came.map(({ change }) => change), went.map(({ change }) => change)], [[40], [-15]])
    const { in: into, out, open, close } = await ledger.sumsOf(db, debt, {})
    assert.deepEqual([into, out, open, close], [40, 15, 0, 25])
  })

  it('shows only what each filter asks for, and what all of them ask for', async () => {
    assert.deepEqual(await changes({ kinds: ['TOPUP_WIRE', 'CARD_UNLOAD'] }), [500, 10_000])
    assert.deepEqual(await changes({ direction: 'IN' }), [500, 10_000])
    assert.deepEqual(await changes({ direction: 'OUT' }), [-1100, -3000, -2000])
    assert.deepEqual(await changes({ from: new Date(NOON + 14 * HOUR) }), [-1100, 500])
    assert.deepEqual(await changes({ until: new Date(NOON + 13 * HOUR) }), [-2000, 10_000])
    assert.deepEqual(await changes({ bizId: 'o1' }), [-2000])
    assert.deepEqual(await changes({ actor: 'lgn_ana' }), [10_000])
    assert.deepEqual(await changes({ metaHas: { orderNo: 'o2' } }), [-3000])
    assert.deepEqual(await changes({ touching: card }), [-1100, 500, -2000])
    assert.deepEqual(await changes({ touching: card, direction: 'OUT', from: new Date(NOON + 2 * HOUR) }), [-1100])
    assert.deepEqual(await changes({ kinds: ['CARD_LOAD'], metaHas: { orderNo: 'o3' } }), [])
  })

  it('has pages by the last row seen, and by number', async () => {
    assert.deepEqual(await changes({}, { limit: 2 }), [-1100, 500])
    assert.deepEqual(await changes({}, { limit: 2, before: 4 }), [-3000, -2000])
    assert.deepEqual(await changes({}, { limit: 2, skip: 1 }), [500, -3000])
    assert.deepEqual(await changes({ direction: 'OUT' }, { limit: 5, before: 5 }), [-3000, -2000])
  })

  it('sums what came and went, with the balance at both ends of the period', async () => {
    assert.deepEqual(await ledger.sumsOf(db, money, {}), { count: 5, in: 10_500, out: 6100, open: 0, close: 4400 })
    const midnight = new Date(NOON + 12 * HOUR)
    assert.deepEqual(await ledger.sumsOf(db, money, { until: midnight }), {
      ...{ count: 2, in: 10_000, out: 2000 },
      ...{ open: 0, close: 8000 },
    })
    assert.deepEqual(await ledger.sumsOf(db, money, { from: midnight }), {
      ...{ count: 3, in: 500, out: 4100 },
      ...{ open: 8000, close: 4400 },
    })
    // The balances are those of the account, whatever else is filtered; what is posted in the moment of `from` is inside.
    const inside = { from: new Date(NOON + HOUR), until: new Date(NOON + 15 * HOUR), kinds: ['CARD_UNLOAD'] as const }
    assert.deepEqual(await ledger.sumsOf(db, money, inside), { count: 1, in: 500, out: 0, open: 10_000, close: 5500 })
    const early = { until: new Date(NOON) }
    assert.deepEqual(await ledger.sumsOf(db, money, early), { count: 0, in: 0, out: 0, open: 0, close: 0 })
  })

  it('tells the last posting to an account, for SQL of others', async () => {
    const newest = async (ref: typeof card) => {
      const { laId } = await ledger.balanceOf(db, ref)
      const { rows } = await sql<{ posted_at: Date; meta: unknown }>`
        SELECT * FROM ${ledger.newestPostingSql(ref.accountId, sql`${laId}::bigint`)} AS newest`.execute(db)
      return rows
    }
    assert.deepEqual(
      (await newest(other)).map(({ posted_at, meta }) => [posted_at, meta]),
      [[new Date(NOON + 13 * HOUR), { subUid: 's1', orderNo: 'o2' }]],
    )
    assert.deepEqual(
      (await newest(card)).map(({ posted_at }) => posted_at),
      [new Date(NOON + 15 * HOUR)],
    )
  })

  it('shows fees in dollars, less coupons', async () => {
    const [loaded, withdrawn] = await ask({})
    assert.deepEqual([feeOf(loaded!), feeOf(withdrawn!)], [100, 0])
    const part = (code: string, side: 'D' | 'C', amount: number, currency: 'USD' | 'CNY' = 'USD') =>
      ({ code, owner: '', side, amount, currency }) as const
    assert.equal(feeOf({ parts: [part('4020', 'C', 7), part('4030', 'C', 9, 'CNY'), part('9999', 'C', 3)] }), 7)
    assert.equal(feeOf({ parts: [part('4060', 'C', 5), part('4020', 'D', 2)] }), -2)
    assert.equal(feeOf({ parts: [] }), 0)
  })
})

describe('fees charged', () => {
  withDatabase({ connections: 4 })
  after(() => setClock())

  const [load, open, off] = [platform('4020'), platform('4010'), platform('4015')]
  const charged = async (of: { transferId?: string; limit?: number } = {}) =>
    (await ledger.feesCharged(db, accountId, of)).map(({ code, charged }) => [code, charged])

  it('are each fee of each transfer, newest first; a coupon takes off the first fee and then the next', async () => {
    await transaction((tx) => ledger.openAccounts(tx, [money, card]))
    await posts(NOON, 'TOPUP_WIRE', [debit(bank, 100_000), credit(money, 100_000)])
    assert.deepEqual(await charged(), [])
    const first = await posts(NOON + 1, 'CARD_LOAD', [
      debit(money, 1130),
      credit(card, 1000),
      credit(load, 80),
      credit(open, 50),
    ])
    const withCoupon = (ms: number, coupon: number) =>
      posts(ms, 'CARD_LOAD', [
        debit(money, 1130 - coupon),
        credit(card, 1000),
        credit(load, 80),
        credit(open, 50),
        debit(off, coupon),
      ])
    const some = await withCoupon(NOON + 2, 30)
    const more = await withCoupon(NOON + 3, 90)
    const all = await withCoupon(NOON + 4, 130)
    // Not in dollars, no fee, and somebody else's.
    await posts(NOON + 5, 'CARD_LOAD', [
      debit(money, 20),
      credit(platform('4040'), 20),
      debit(platform('1030', 'b', 'CNY'), 7),
      credit(platform('4030', 'r', 'CNY'), 7),
    ])
    const stranger = newId('acc')
    await transaction((tx) => ledger.openAccounts(tx, [wallet(stranger)]))
    await posts(NOON + 6, 'TOPUP_WIRE', [debit(bank, 9), credit(wallet(stranger), 5), credit(load, 4)], {
      accountId: stranger,
    })
    const rest = [
      ['4010', 40],
      ['4020', 50],
      ['4010', 50],
      ['4020', 80],
      ['4010', 50],
    ]
    assert.deepEqual(await charged(), rest)
    assert.deepEqual(await charged({ limit: 2 }), rest.slice(0, 2))
    assert.deepEqual(await charged({ transferId: first.transferId }), rest.slice(3))
    assert.deepEqual(await charged({ transferId: some.transferId }), rest.slice(1, 3))
    assert.deepEqual(await charged({ transferId: more.transferId }), rest.slice(0, 1))
    assert.deepEqual(await charged({ transferId: all.transferId }), [])
  })

  it('are less what was given back for the same business, and nothing of a transfer that was reversed', async () => {
    const biz = { type: 'load', id: newId('tst') }
    const paid = await posts(NOON + 10, 'CARD_LOAD', [debit(money, 130), credit(load, 80), credit(open, 50)], { biz })
    const of = { transferId: paid.transferId }
    await posts(NOON + 11, 'CARD_REFUND', [debit(load, 20), credit(money, 20)], { biz })
    assert.deepEqual(await charged(of), [
      ['4020', 60],
      ['4010', 50],
    ])
    // Of another business, of another kind of business with the same name, and of the other fee.
    await posts(NOON + 12, 'CARD_REFUND', [debit(load, 7), credit(money, 7)], { biz: { ...biz, id: 'other' } })
    await posts(NOON + 13, 'CARD_REFUND', [debit(load, 7), credit(money, 7)], { biz: { ...biz, type: 'other' } })
    await posts(NOON + 14, 'CARD_UNLOAD', [debit(open, 50), credit(money, 50)], { biz })
    assert.deepEqual(await charged(of), [['4020', 60]])

    const wrong = await posts(NOON + 15, 'CARD_LOAD', [debit(money, 9), credit(load, 9)])
    assert.deepEqual(await charged({ transferId: wrong.transferId }), [['4020', 9]])
    await posts(NOON + 16, 'CARD_REFUND', [debit(load, 9), credit(money, 9)], { reverses: wrong.transferId })
    assert.deepEqual(await charged({ transferId: wrong.transferId }), [])
    assert.deepEqual(await charged(of), [['4020', 60]])
  })

  it('are the newest fifty unless more are asked for', async () => {
    const many = Array.from({ length: 51 }, (_, n): Transfer => {
      const lines = [debit(money, 1), credit(load, 1)]
      return { kind: 'CARD_LOAD', accountId, biz: { type: 'many', id: String(n) }, lines }
    })
    await transaction((tx) => ledger.postMany(tx, many))
    assert.equal((await charged()).length, 50)
    assert.equal((await charged({ limit: 51 })).length, 51)
  })
})
