import assert from 'node:assert/strict'
import { somebodyWaits } from '#test/database.ts'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asks, booksHold, openingInput, withIssuer, work } from '#test/fixtures/cards.ts'
import { gives, makesTemplate, productChecker, productMaker, reason, userNoOf } from '#test/fixtures/products.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, type Person } from '#test/world.ts'
import type { Staff } from '#server/core/actor.ts'
import { transaction } from '#server/core/db.ts'
import { giveCoupons } from '../giveCoupons.ts'
import { answers as coupons, deskAnswers as answers } from '../module.ts'

withIssuer()

const ownCoupons = async (who: Person) => (await coupons.listCoupons(who, { pageNo: 1, pageSize: 10 })).data
const given = (staff: Staff, templateId: string) => answers.listGiven(staff, { templateId, pageNo: 1, pageSize: 10 })
const revokes = (staff: Staff, templateId: string, userNos: string[] = []) =>
  transaction((tx) => answers.revokeCoupons(staff, { templateId, userNos, reason }, tx))
const turns = (staff: Staff, templateId: string, on: boolean) =>
  transaction((tx) => answers.stopTemplate(staff, { templateId, on, reason }, tx))

test('a coupon is made, tried on a list of numbers, given, used, and counted', async () => {
  const maker = await productMaker()
  const [ana, bo] = [await newAccount({ balanceCents: 100_000 }), await newAccount()]
  const templateId = await makesTemplate(maker)
  const numbers = [await userNoOf(ana), await userNoOf(bo)]
  const tried = await answers.rehearseGiving(maker, { templateId, userNos: [...numbers, '999999999'] })
  assert.deepEqual([tried.found.length, tried.unknown, tried.most, tried.twoPeople], [2, ['999999999'], 400, 0])
  assert.deepEqual(await ownCoupons(ana), [])
  await assert.rejects(gives(maker, templateId, [...numbers, '999999999']), refusedAs('not_found', 'userNos'))
  assert.deepEqual(await ownCoupons(ana), []) // a faulty list gives nobody a coupon

  assert.deepEqual(await gives(maker, templateId, numbers), { given: 2, approvalId: null })
  const [coupon] = await ownCoupons(ana)
  await asks(ana, 'openCard', openingInput({ couponId: coupon!.couponId }))
  await work()
  const page = await given(maker, templateId)
  const found = page.data.map(({ status, giver, why }) => [status, giver, why])
  assert.deepEqual(
    found.toSorted(([a], [b]) => a!.localeCompare(b!)),
    [
      ['UNUSED', maker.name, reason],
      ['USED', maker.name, reason],
    ],
  )
  const { summary } = page
  assert.deepEqual([summary.given, summary.unused, summary.used, summary.off], [2, 1, 1, 200])
  assert.deepEqual((await auditOf(maker)).length, 2)
  await booksHold()
})

test('unused ones are revoked and no more to be seen; what was used stays', async () => {
  const maker = await productMaker()
  const [ana, bo] = [await newAccount({ balanceCents: 100_000 }), await newAccount()]
  const templateId = await makesTemplate(maker)
  await gives(maker, templateId, [await userNoOf(ana), await userNoOf(bo)])
  const [mine] = await ownCoupons(ana)
  await asks(ana, 'openCard', openingInput({ couponId: mine!.couponId }))
  assert.deepEqual(await revokes(maker, templateId), { revoked: 1 })
  assert.deepEqual(await ownCoupons(bo), [])
  assert.equal((await ownCoupons(ana))[0]!.status, 'USED')
  await work()
  assert.deepEqual(await revokes(maker, templateId, [await userNoOf(ana)]), { revoked: 0 })
  await assert.rejects(revokes(maker, templateId, ['999999999']), refusedAs('not_found', 'userNos'))
  await booksHold()
})

test('more than a thousand dollars at once takes two people', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount()
  const templateId = await makesTemplate(maker, { type: 'PLAN_OFF', value: 100_001 })
  const { given: count, approvalId } = await gives(maker, templateId, [await userNoOf(ana)])
  assert.equal(count, 0)
  assert.deepEqual(await ownCoupons(ana), [])
  await assert.rejects(approves(maker, approvalId!), refusedAs('own_approval'))
  await approves(checker, approvalId!)
  assert.equal((await ownCoupons(ana))[0]!.value, 100_001)
  assert.equal((await given(maker, templateId)).data[0]!.giver, maker.name)
})

test('no more are given than the budget, and none of a kind that is stopped', async () => {
  const maker = await productMaker()
  const numbers = [await userNoOf(await newAccount()), await userNoOf(await newAccount())]
  const templateId = await makesTemplate(maker, { budget: 1 })
  await assert.rejects(gives(maker, templateId, numbers), refusedAs('conflict', 'userNos'))
  await turns(maker, templateId, false)
  await assert.rejects(gives(maker, templateId, numbers.slice(1)), refusedAs('conflict', 'userNos'))
  assert.equal((await answers.rehearseGiving(maker, { templateId, userNos: numbers })).left, 0)
  await turns(maker, templateId, true)
  await gives(maker, templateId, numbers.slice(1))
  const unknown = 'cpt_01J00000000000000000000000'
  await assert.rejects(turns(maker, unknown, true), refusedAs('not_found', 'templateId'))
  await assert.rejects(given(maker, unknown), refusedAs('not_found', 'templateId'))
})

test('what is left is counted after the other who gives has ended', async () => {
  const maker = await productMaker()
  const templateId = await makesTemplate(maker, { budget: 1 })
  const [ana, bo] = [await newAccount(), await newAccount()]
  const { promise: hasGiven, resolve: tellGiven } = Promise.withResolvers<void>()
  const first = transaction(async (tx) => {
    await giveCoupons(tx, templateId, [ana.accountId])
    tellGiven()
    while (!(await somebodyWaits())) await sleep(5)
  })
  await hasGiven
  const second = transaction((tx) => giveCoupons(tx, templateId, [bo.accountId]))
  await Promise.all([first, assert.rejects(second, refusedAs('conflict', 'templateId'))])
  assert.deepEqual(await ownCoupons(bo), [])
})

test('who only looks gives nothing away', async () => {
  const [auditor, maker] = [await newStaff(['AUDITOR']), await productMaker()]
  const templateId = await makesTemplate(maker)
  assert.ok((await answers.listTemplates(auditor, {})).list.some((one) => one.templateId === templateId))
  assert.ok(!auditor.may.has('staff:product.make'))
})
