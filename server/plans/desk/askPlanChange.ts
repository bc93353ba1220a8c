import * as z from 'zod'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/plans/desk/plans.ts'
import { planFields, PlanFigures, saleModes, supportLevels } from '#contract/plans/desk/plans.ts'
import type { Answer } from '#server/core/answer.ts'
import {
  differing,
  linesOf,
  makeChange,
  refuseWhileOneWaits,
  timeLine,
  type ProductChange,
  type Said,
} from '#server/products/products.ts'
import { approvable } from '#server/staff/staff.ts'
import { figuresOf } from './columns.ts'
import { lockPlan, writePlan } from './queries.ts'

export const planTables = { sale: saleModes, support: supportLevels }

export const planChange: ProductChange = {
  name: { cn: '套餐变更', en: 'Plan change' },
  ahead: false,
  put: async (tx, { target, after }) => void (await writePlan(tx, target, after)),
}

const Payload = z.object({
  groupId: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.object(PlanFigures.shape).partial(),
  effectTime: z.number().optional(),
})

/** Requests the next version of a plan's terms. Earlier purchases keep their terms. */
export const planChangeApproval = approvable('product.plan', {
  payload: Payload,
  shows: async (tx, { groupId, before, after, effectTime }) => {
    const plan = (await lockPlan(tx, groupId))!
    return {
      target: `${plan.name_cn} ${plan.name_en}`,
      onlyOne: groupId,
      lines: [...linesOf({ before, after }, planFields, planTables), timeLine(effectTime)],
    }
  },
  apply: async (tx, { groupId, before: seen, after, effectTime }, { maker, checker, reason }) => {
    const stands: Said = figuresOf((await lockPlan(tx, groupId))!)
    if (Object.entries(seen).some(([name, value]) => stands[name] !== value)) throw refuse('conflict')
    await makeChange(tx, {
      kind: 'PLAN',
      target: groupId,
      accountId: null,
      before: seen,
      after,
      effectTime,
      reason,
      madeBy: maker.staffId,
      checkedBy: checker.staffId,
    })
  },
})

export const askPlanChange: Answer<typeof contract.askPlanChange> = async (staff, input, tx) => {
  const { groupId, effectTime, reason } = input
  const plan = await lockPlan(tx, groupId)
  if (!plan) throw refuse('not_found', { field: 'groupId' })
  const differs = differing<Said>(figuresOf(plan), input.change)
  if (!differs) throw refuse('invalid', { field: 'change', msg: checks.nothing_changes[staff.from.lang] })
  // Everybody starts with the lowest plan; it is never bought.
  if (plan.level === 0 && ('saleMode' in differs.after || 'priceMonth' in differs.after))
    throw refuse('invalid', { field: 'change', msg: checks.lowest_plan[staff.from.lang] })
  await refuseWhileOneWaits(tx, { kind: 'PLAN', target: groupId, accountId: null })
  const payload = { groupId, ...differs, ...(effectTime !== undefined && { effectTime }) } as z.infer<typeof Payload>
  return { approvalId: await planChangeApproval.propose(tx, staff, payload, reason) }
}
