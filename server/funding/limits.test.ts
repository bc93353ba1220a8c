import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountHolder, info, order, withChain } from '#test/topUps.ts'
import type { Actor } from '../core/actor.ts'
import { db, run, sql, transaction } from '../core/db.ts'
import { settleDebts } from '../identity/identity.ts'
import { credit, debit, platform, post, tenant } from '../ledger/ledger.ts'
import type { Order } from './queries.ts'
import { fitsLimit, limitLine, todayOf } from './limits.ts'

const owes = ({ accountId }: Actor, cents: number) =>
  transaction(async (tx) => {
    await post(tx, {
      kind: 'TOPUP_REVERSED',
      accountId,
      biz: { type: 'test', id: `${accountId} ${cents}` },
      lines: [debit(tenant('1310', accountId), cents), credit(platform('1020', 'test-bank'), cents)],
    })
    await post(tx, {
      kind: 'PROGRAM_FUNDED',
      accountId: 'platform',
      biz: { type: 'test', id: `${accountId} ${cents}` },
      lines: [debit(platform('1020', 'test-bank'), cents), credit(platform('1010'), cents)],
    })
    await settleDebts(tx, accountId)
  })
const leftOf = async ({ accountId }: Actor) => (await todayOf(db, accountId)).left
const credited = ({ accountId }: Actor) =>
  run(db, sql`UPDATE recharge_order SET status = 'SUCCESS' WHERE account_id = ${accountId}`)

describe('the limit of a day', () => {
  withChain()

  test('never refuses the top-up that pays a debt, with its fee', async () => {
    const ana = await accountHolder()
    await order(ana, '500')
    await credited(ana)
    assert.equal(await leftOf(ana), 0)
    await owes(ana, 21_100)
    assert.equal(await leftOf(ana), 22_155)
    const { quote } = await info(ana, { rail: 'USDT_TRC20', amountStr: '216' })
    assert.ok(quote!.creditAmount >= 21_100)
  })

  test('lets the smallest order through that can be made, and one of them only', async () => {
    const ana = await accountHolder()
    await order(ana, '500')
    await credited(ana)
    await owes(ana, 150)
    assert.equal(await leftOf(ana), 11_000)
    await order(ana, '110')
    assert.equal(await leftOf(ana), 0, 'an open order is on its way to pay the debt')
  })

  test('is not asked about what was ordered, up to a cent more and to the last moment, once', async () => {
    const { accountId } = await accountHolder()
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)]
    const ordered = { accountId, orderNo: 'none', createdAt, creditedAt: null, expiresAt, valueCents: 600_00 } as Order
    const fits = (value: number, paidAt = expiresAt, order = ordered) =>
      transaction((tx) => fitsLimit(tx, order, value, paidAt))
    assert.deepEqual([await fits(600_00), await fits(600_01), await fits(600_02)], [true, true, false])
    assert.equal(await fits(600_00, new Date(expiresAt.getTime() + 1)), false, 'paid late it needs room')
    assert.equal(await fits(600_00, expiresAt, { ...ordered, creditedAt: createdAt }), false, 'credited before')
    assert.equal(await fits(500_00, expiresAt, { ...ordered, creditedAt: createdAt }), true, 'all of the room')
    assert.equal(await fits(500_01, expiresAt, { ...ordered, creditedAt: createdAt }), false)
  })

  test('is what it was for whoever owes nothing', async () => {
    const ana = await accountHolder()
    await order(ana, '300')
    assert.equal(await leftOf(ana), 20_000)
  })
})

test('a second approver reads by how much a limit is passed, also by a cent, and nothing where it is not', () => {
  const line = (over: number) => limitLine({ limit: 500_00, used: 110_00, over }).after
  assert.deepEqual([0, 1, 200_00].map(line), [
    '$110.00 / $500.00',
    '$110.00 / $500.00 ⚠ +$0.01',
    '$110.00 / $500.00 ⚠ +$200.00',
  ])
})
