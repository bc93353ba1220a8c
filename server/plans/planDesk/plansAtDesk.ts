import type * as contract from '#contract/plans/desk/plans.ts'
import { planFields } from '#contract/plans/desk/plans.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import { scheduledPerTarget, timelineOf } from '#server/products/products.ts'
import { approvalWaitingFor } from '#server/staff/staff.ts'
import { allPlans, type PlanRow } from '../queries.ts'
import { figuresOf } from './figures.ts'
import { givenByStaff, holdersPerVersion } from './planDeskQueries.ts'
import { planTables } from './askPlanChange.ts'

export const listPlansAtDesk: Answer<typeof contract.listPlansAtDesk> = async ({ from: { lang } }) => {
  const [plans, counts] = await Promise.all([allPlans(db), countsNow()])
  return { list: plans.map((plan) => rowOf(plan, counts, lang)) }
}

export const showPlanAtDesk: Answer<typeof contract.showPlanAtDesk> = async ({ from: { lang } }, { groupId }) => {
  const plan = (await allPlans(db)).find((one) => one.group_id === groupId)
  if (!plan) throw refuse('not_found', { field: 'groupId' })
  const [counts, given, approvalId] = await Promise.all([
    countsNow(),
    givenByStaff(db, groupId),
    approvalWaitingFor('product.plan', groupId),
  ])
  const holders = await accountsOfIds(given.map(({ account_id }) => account_id))
  const userNo = new Map(holders.map((one) => [one.account_id, one.user_no]))
  return {
    ...rowOf(plan, counts, lang),
    changes: await timelineOf(groupId, lang, () => planFields, planTables),
    waiting: approvalId ? [{ approvalId, target: groupId }] : [],
    given: given.map((row) => ({
      accountId: row.account_id,
      userNo: userNo.get(row.account_id)!,
      startTime: row.starts_at.getTime(),
      expireTime: row.expires_at.getTime(),
      version: row.plan_version,
    })),
  }
}

async function countsNow() {
  const [holders, scheduled] = await Promise.all([holdersPerVersion(db), scheduledPerTarget(db)])
  return { holders, scheduled: new Map(scheduled.map(({ target, count }) => [target, count])) }
}

const rowOf = (plan: PlanRow, { holders, scheduled }: Awaited<ReturnType<typeof countsNow>>, lang: Lang) => ({
  groupId: plan.group_id,
  code: plan.code,
  name: lang === 'cn' ? plan.name_cn : plan.name_en,
  level: plan.level,
  version: plan.version,
  figures: figuresOf(plan),
  holders: holders
    .filter(({ group_id }) => group_id === plan.group_id)
    .map(({ version, accounts }) => ({ version, accounts })),
  scheduled: scheduled.get(plan.group_id) ?? 0,
})
