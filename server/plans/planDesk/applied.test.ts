import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { productMaker } from '#test/products.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { PlanFigures, planFields } from '#contract/plans/desk/plans.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { answers as plans, deskAnswers as answers } from '../module.ts'
import { writePlan } from './planDeskQueries.ts'

withWorld()

test('no benefit is agreed or shown that nothing applies: no plan takes anything off the top-up fee', async () => {
  assert.ok(!('topupFeeOffBps' in planFields) && !('topupFeeOffBps' in PlanFigures.shape))
  const ana = await newAccount({ plan: 'STANDARD' })
  // An agreed figure of an older version stands in the table, and nobody sees it.
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
