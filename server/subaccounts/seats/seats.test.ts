import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { entriesOfOrder, newsTo, operationsOf, walletOf } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { addsSub, asksSubs, subCode, subInput } from '#test/fixtures/subaccounts.ts'
import { newAccount, signIn, withWorld, type Person } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { authenticate } from '#server/identity/identity.ts'
import { balanceOf, prove, tenant } from '#server/ledger/ledger.ts'
import { recogniseAll, seatLots } from '#server/plans/plans.ts'
import { followPlan, tellEndings } from './endings.ts'

withWorld()
const begin = Date.UTC(2026, 2, 1)
const dayIs = (days: number): void => setClock(() => begin + days * DAY)
beforeEach(() => dayIs(0))
after(() => setClock())

const booksHold = async () => assert.deepEqual(await prove(), [])
const waiting = async ({ accountId }: Person) => (await balanceOf(db, tenant('2220', accountId))).posted
const orderOf = async ({ accountId }: Person): Promise<string> =>
  (
    await sql<{ order_no: string }>`
    SELECT order_no FROM seat_lot WHERE account_id = ${accountId} ORDER BY lot_id DESC LIMIT 1`.execute(db)
  ).rows[0]!.order_no
const incomeOf = async ({ accountId }: Person) =>
  (
    await sql<{ income: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS income
      FROM ledger_entry JOIN ledger_account USING (cell, la_id)
     WHERE code = '4050' AND ledger_entry.account_id = ${accountId}`.execute(db)
  ).rows[0]!.income
const endOf = async (parent: Person, subUid: string) =>
  (await asksSubs(parent, 'listSubs', { keyword: subUid })).data[0]!.expireTime

describe('a seat', () => {
  it('is free as far as the plan goes, ends with it, and turns the parent’s menu over', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    const first = await addsSub(ana, { nickname: 'Bo', remark: 'ads' })
    assert.deepEqual([first.paid, first.free, first.expireTime], [0, 1, begin + 365 * DAY])
    assert.equal((await walletOf(ana)).posted, 5_000)
    const { pages } = await authenticate((await signIn(ana)).access_token, ana.from)
    assert.ok(pages.includes('2006002'), 'the pages of a parent with sub-accounts')
    assert.deepEqual(await operationsOf(ana), ['SUB_ADD OK 0'])
    await booksHold()
  })

  it('beyond the free ones costs the plan’s price, which waits in 2220', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    await addsSub(ana)
    const second = await addsSub(ana, { months: 1 })
    assert.deepEqual([second.paid, second.free, second.expireTime], [1_000, 0, begin + 30 * DAY])
    assert.deepEqual(await entriesOfOrder(await orderOf(ana)), ['D 2010 1000', 'C 2220 1000'])
    assert.equal((await walletOf(ana)).posted, 4_000)
    assert.deepEqual(await operationsOf(ana), ['SUB_ADD OK 0', 'SUB_ADD OK 1000'])
    await booksHold()
  })

  it('becomes income day by day, to the cent and once however often it is swept', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    await addsSub(ana)
    await addsSub(ana)
    for (const [day, income] of [
      [1, 33],
      [2, 66],
      [29, 966],
      [30, 1_000],
      [31, 1_000],
    ] as const) {
      dayIs(day)
      await recogniseAll(seatLots)
      await recogniseAll(seatLots)
      assert.deepEqual([await incomeOf(ana), await waiting(ana)], [income, 1_000 - income], `day ${day}`)
    }
    await booksHold()
  })

  it('is renewed for several at once from their ends or from now, at the price of the quote', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 20_000 })
    const free = await addsSub(ana)
    const running = await addsSub(ana, { months: 2 })
    const ended = await addsSub(ana)
    dayIs(40)
    const subUids = [free.subUid, running.subUid, ended.subUid]
    const price = await asksSubs(ana, 'priceSeats', { subUids, months: 3 })
    assert.deepEqual([price.payable, price.seats.map((seat) => seat.price)], [6_000, [0, 3_000, 3_000]])
    const renewed = await asksSubs(ana, 'renewSubs', { subUids, months: 3, quoteId: price.quoteId })
    assert.equal(renewed.paid, 6_000)
    assert.deepEqual(
      renewed.list.map(({ expireTime }) => (expireTime - begin) / DAY),
      [365, 60 + 90, 40 + 90],
    )
    assert.deepEqual(await entriesOfOrder(await orderOf(ana)), ['D 2010 6000', 'C 2220 6000'])
    await assert.rejects(
      asksSubs(ana, 'renewSubs', { subUids, months: 3, quoteId: price.quoteId, requestNo: 'another-one' }),
      refusedAs('quote_expired'),
    )
    await booksHold()
  })

  it('is refused by a plan without any, beyond the plan’s most, and without the money', async () => {
    const [basic, poor] = [await newAccount(), await newAccount({ plan: 'STANDARD' })]
    await assert.rejects(addsSub(basic), refusedAs('plan_excludes'))
    await addsSub(poor)
    await assert.rejects(addsSub(poor), refusedAs('insufficient_wallet'))
    const rich = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    for (let n = 0; n < 5; n++) await addsSub(rich)
    await assert.rejects(addsSub(rich), refusedAs('plan_limit'))
    await booksHold()
  })

  it('of two additions at once, the last one that the plan allows is one', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 50_000 })
    for (let n = 0; n < 4; n++) await addsSub(ana)
    const code = await subCode(ana)
    const done = await Promise.allSettled([0, 1, 2].map(() => asksSubs(ana, 'addSub', subInput(code))))
    assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1)
    await booksHold()
  })

  it('sent twice is one seat, paid once', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    await addsSub(ana)
    const input = subInput(await subCode(ana))
    const [one, two] = [await asksSubs(ana, 'addSub', input), await asksSubs(ana, 'addSub', input)]
    assert.deepEqual(one, two)
    assert.equal((await walletOf(ana)).posted, 4_000)
  })

  it('keeps its code for another try when it is refused, and takes no name or number twice', async () => {
    const ana = await newAccount({ plan: 'PRO', balanceCents: 5_000 })
    await addsSub(ana, { nickname: 'Bo', loginName: 'bo.ads' })
    const code = await subCode(ana)
    const tries = [{ nickname: 'Bo' }, { mobile: ana.mobile }, { loginName: 'bo.ads' }, { roleId: 'rol_none' }]
    const expected = ['name_taken', 'invalid', 'invalid', 'not_found'] as const
    for (const [at, change] of tries.entries())
      await assert.rejects(asksSubs(ana, 'addSub', subInput(code, change)), refusedAs(expected[at]!))
    await asksSubs(ana, 'addSub', subInput(code))
    await assert.rejects(asksSubs(ana, 'addSub', subInput(code)), refusedAs('code_wrong'))
  })

  it('that is free follows the plan when that is extended', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    const { subUid } = await addsSub(ana)
    await sql`UPDATE plan_subscription SET expires_at = ${new Date(begin + 395 * DAY)} WHERE account_id = ${ana.accountId}`.execute(
      db,
    )
    await followPlan(ana)
    assert.equal(await endOf(ana, subUid), begin + 395 * DAY)
  })
})

describe('the end of a sub-account', () => {
  it('is told to both, seven, three and one days before and when it has come, each once', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    await addsSub(ana)
    await addsSub(ana)
    const told = async () => (await newsTo(ana)).filter((event) => event.startsWith('sub_exp'))
    for (const [day, count] of [
      [22, 0],
      [23, 2],
      [24, 2],
      [27, 4],
      [29, 6],
      [30, 8],
      [40, 8],
    ] as const) {
      dayIs(day)
      await tellEndings()
      await tellEndings()
      assert.equal((await told()).length, count, `day ${day}`)
    }
    assert.deepEqual((await told()).slice(-2), ['sub_expired', 'sub_expired'])
  })
})

describe('another’s sub-account', () => {
  it('is not there', async () => {
    const [ana, eve] = [await newAccount({ plan: 'STANDARD' }), await newAccount({ plan: 'STANDARD' })]
    const { subUid } = await addsSub(ana)
    const tries = [
      () => asksSubs(eve, 'renewSubs', { subUid }),
      () => asksSubs(eve, 'priceSeats', { subUids: [subUid] }),
      () => asksSubs(eve, 'freezeSub', { subUid, frozen: true }),
      () => asksSubs(eve, 'editSub', { subUid, roleId: 'rol_viewer' }),
      () => asksSubs(eve, 'resetSubPassword', { subUid, password: 'Another-1' }),
    ]
    for (const refused of tries) await assert.rejects(refused, refusedAs('not_found'))
    assert.equal((await asksSubs(eve, 'listSubs', {})).total, 0)
  })
})
