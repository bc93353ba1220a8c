import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { PlanFigures, planFields } from '#contract/plans/desk/plans.ts'
import { booksHold, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { owner } from '#test/database.ts'
import { asksPlanChange, productChecker, productMaker, reason, userNoOf } from '#test/fixtures/products.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, withWorld, type Person } from '#test/world.ts'
import { ahead, DAY, setClock } from '#server/core/clock.ts'
import { db, transaction, sql } from '#server/core/db.ts'
import { putScheduled } from '#server/products/changes.ts'
import { answers as plans, deskAnswers as answers } from '../module.ts'
import { entitlementsOf } from '../plans.ts'
import { writePlan } from './queries.ts'

withIssuer()
afterEach(() => setClock())

const buys = (who: Person, groupId: string, months = 1) =>
  transaction((tx) => plans.buyPlan(who, { groupId, months }, tx))
const loadFee = async ({ accountId }: Person) => (await entitlementsOf(db, accountId)).loadFeeBps
const asksFor = async (
  maker: Awaited<ReturnType<typeof newStaff>>,
  who: Person,
  input: { groupId: string; months?: number; price?: number },
) => {
  const userNo = await userNoOf(who)
  return (await transaction((tx) => answers.askPlanFor(maker, { months: 3, price: 0, userNo, reason, ...input }, tx)))
    .approvalId
}

test('a plan changes for who buys later; who has bought keeps what was bought, and buys more under what is new', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const [ana, bo] = [await newAccount({ balanceCents: 100_000 }), await newAccount({ balanceCents: 100_000 })]
  await buys(ana, 'pln_standard')
  await approves(checker, await asksPlanChange(maker, 'pln_standard', { loadFeeBps: 220, priceMonth: 3900 }))
  await buys(bo, 'pln_standard')
  assert.deepEqual([await loadFee(ana), await loadFee(bo)], [250, 220])
  assert.deepEqual([(await walletOf(ana)).posted, (await walletOf(bo)).posted], [97_100, 96_100])

  const { paid } = await buys(ana, 'pln_standard') // one more month, at the new price
  assert.equal(paid, 3900)
  assert.equal(await loadFee(ana), 250)
  setClock(() => Date.now() + 31 * DAY)
  assert.equal(await loadFee(ana), 220)
  setClock()

  const { version, holders, changes, figures } = await answers.showPlanAtDesk(await newStaff(['AUDITOR']), {
    groupId: 'pln_standard',
  })
  assert.deepEqual(
    [version, figures.loadFeeBps, holders],
    [
      2,
      220,
      [
        { version: 2, accounts: 1 },
        { version: 1, accounts: 1 },
      ],
    ],
  )
  assert.deepEqual(
    changes[0]!.lines.map(({ before, after }) => [before, after]),
    [
      ['2.50%', '2.20%'],
      ['$29.00', '$39.00'],
    ],
  )
  assert.deepEqual([changes[0]!.maker, changes[0]!.checker], [maker.name, checker.name])
  await booksHold()
})

test('a scheduled change waits for its time, and the lowest plan changes for everybody who is on it', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount()
  await approves(checker, await asksPlanChange(maker, 'pln_basic', { loadFeeBps: 310 }, ahead(DAY).getTime()))
  await putScheduled()
  assert.equal(await loadFee(ana), 300)
  await assert.rejects(asksPlanChange(maker, 'pln_basic', { loadFeeBps: 320 }), refusedAs('conflict'))
  setClock(() => Date.now() + DAY + 1000)
  await putScheduled()
  assert.equal(await loadFee(ana), 310)
})

test('a plan that is off sale is not bought; nothing changed, or the lowest plan sold, is refused', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount({ balanceCents: 100_000 })
  await approves(checker, await asksPlanChange(maker, 'pln_pro', { saleMode: 'NONE' }))
  await assert.rejects(buys(ana, 'pln_pro'), refusedAs('plan_by_service'))
  await approves(checker, await asksPlanChange(maker, 'pln_pro', { saleMode: 'SELF' }))
  await buys(ana, 'pln_pro')
  const invalid = refusedAs('invalid', 'change')
  await assert.rejects(asksPlanChange(maker, 'pln_pro', { saleMode: 'SELF' }), invalid)
  await assert.rejects(asksPlanChange(maker, 'pln_basic', { saleMode: 'SELF' }), invalid)
  await assert.rejects(asksPlanChange(maker, 'pln_none', { loadFeeBps: 1 }), refusedAs('not_found', 'groupId'))
  await assert.rejects(answers.showPlanAtDesk(maker, { groupId: 'pln_none' }), refusedAs('not_found', 'groupId'))
})

test('a new plan stands above the one it is like, unseen until it is sold; what was bought keeps its place', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const [ana, bo] = [await newAccount({ balanceCents: 100_000 }), await newAccount({ balanceCents: 100_000 })]
  await buys(ana, 'pln_pro')
  const makes = (nameEn: string, nameCn = '团队版') =>
    transaction((tx) => answers.createPlan(maker, { likeGroupId: 'pln_standard', nameCn, nameEn, reason }, tx))
  const { groupId } = await makes('Team 7')
  const inShop = async (who: Person) =>
    (await plans.listPlans(who, {})).map((plan) => [plan.name, plan.level, plan.action])
  const before = [
    ['Basic', 0, 'NONE'],
    ['Standard', 1, 'BUY'],
    ['Pro', 3, 'BUY'],
    ['Enterprise', 4, 'CONTACT'],
    ['Partner', 5, 'CONTACT'],
  ]
  assert.deepEqual(await inShop(bo), before)
  await assert.rejects(buys(bo, groupId), refusedAs('plan_by_service'))

  await approves(checker, await asksPlanChange(maker, groupId, { saleMode: 'SELF', priceMonth: 4900 }))
  assert.deepEqual(await inShop(bo), before.toSpliced(2, 0, ['Team 7', 2, 'BUY']))
  assert.deepEqual((await inShop(ana)).slice(1, 4), [
    ['Standard', 1, 'NONE'],
    ['Team 7', 2, 'NONE'],
    ['Pro', 3, 'STACK'],
  ])
  assert.equal((await buys(bo, groupId)).paid, 4900)
  assert.equal((await entitlementsOf(db, bo.accountId)).code, 'TEAM_7')
  await buys(bo, 'pln_pro') // then an upgrade

  await assert.rejects(makes('team 7', '别的'), refusedAs('name_taken', 'nameEn'))
  await assert.rejects(makes('Other', '团队版'), refusedAs('name_taken', 'nameCn'))
  await assert.rejects(makes('版'), refusedAs('invalid', 'nameEn'))
  assert.ok((await auditOf(maker)).includes('PRODUCT 团队版'))
  await booksHold()
})

test('a plan by contract takes its agreed price from the wallet when a second person agrees', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount({ balanceCents: 100_000 })
  await assert.rejects(buys(ana, 'pln_enterprise'), refusedAs('plan_by_service'))
  const approvalId = await asksFor(maker, ana, { groupId: 'pln_enterprise', price: 90_000 })
  await assert.rejects(approves(maker, approvalId), refusedAs('own_approval'))
  assert.equal((await entitlementsOf(db, ana.accountId)).code, 'BASIC')
  await approves(checker, approvalId)
  const { code, expiresAt } = await entitlementsOf(db, ana.accountId)
  assert.equal(code, 'ENTERPRISE')
  assert.ok(Math.abs(expiresAt!.getTime() - ahead(90 * DAY).getTime()) < 60_000)
  assert.equal((await walletOf(ana)).posted, 10_000)
  const { given } = await answers.showPlanAtDesk(maker, { groupId: 'pln_enterprise' })
  assert.equal(given[0]!.accountId, ana.accountId)
  assert.deepEqual(await auditOf(maker), [`PROPOSE ${await userNoOf(ana)}`])
  await booksHold()
})

test('what is left of a lower plan is held against the contract; a wallet that is too low refuses, and it waits on', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount({ balanceCents: 20_000 })
  await buys(ana, 'pln_pro')
  const dear = await asksFor(maker, ana, { groupId: 'pln_enterprise', price: 500_000 })
  await assert.rejects(approves(checker, dear), refusedAs('insufficient_wallet'))
  assert.equal((await entitlementsOf(db, ana.accountId)).code, 'PRO')
  await assert.rejects(asksFor(maker, ana, { groupId: 'pln_standard' }), refusedAs('plan_downgrade'))

  const bo = await newAccount({ balanceCents: 20_000 })
  await buys(bo, 'pln_pro') // 99 dollars, all of it unused
  await approves(checker, await asksFor(maker, bo, { groupId: 'pln_partner', price: 15_000 }))
  assert.equal((await walletOf(bo)).posted, 20_000 - 9900 - (15_000 - 9900))
  await booksHold()
})

test('who only checks asks for nothing', async () => {
  const checker = await productChecker()
  await assert.rejects(asksPlanChange(checker, 'pln_pro', { maxCards: 1 }), refusedAs('not_permitted'))
  await assert.rejects(asksFor(checker, await newAccount(), { groupId: 'pln_partner' }), refusedAs('not_permitted'))
  // The five initial plans, and the one created above.
  assert.equal((await answers.listPlansAtDesk(checker, {})).list.length, 6)
})

withWorld()

test('no benefit is agreed or shown that nothing applies: no plan takes anything off the top-up fee', async () => {
  assert.ok(!('topupFeeOffBps' in planFields) && !('topupFeeOffBps' in PlanFigures.shape))
  const ana = await newAccount({ plan: 'STANDARD' })
  // An agreed figure of an older version is still in the table, but not visible anywhere.
  await sql`UPDATE plan SET topup_fee_off_bps = 5000`.execute(db)
  await sql`UPDATE plan_terms SET topup_fee_off_bps = 5000`.execute(owner)
  const own = await plans.privilege(ana, {})
  const listed = await plans.listPlans(ana, {})
  assert.deepEqual([...new Set([own, ...listed].map(({ benefits }) => benefits.topupFeeOffBps))], [0])
  const { list } = await answers.listPlansAtDesk(await productMaker(), {})
  for (const { figures } of list) assert.ok(!('topupFeeOffBps' in figures))
})

test('a change scheduled with a term that the desk no longer has takes effect without it', async () => {
  const old = { topupFeeOffBps: 100, loadFeeBps: 240 } as Partial<PlanFigures>
  await transaction((tx) => writePlan(tx, 'pln_standard', old))
  const { rows } = await sql<{ load: number; off: number }>`
    SELECT load_fee_bps AS load, topup_fee_off_bps AS off FROM plan WHERE group_id = 'pln_standard'`.execute(db)
  assert.equal(rows[0]!.load, 240)
  assert.notEqual(rows[0]!.off, 100)
})
