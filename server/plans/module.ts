import * as planDeskContract from '#contract/plans/desk/plans.ts'
import * as planRefundsContract from '#contract/plans/desk/refunds.ts'
import * as plansContract from '#contract/plans/plans.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { buyPlan, pricePlan } from './buying/buyPlan.ts'
import { listPlans, comparePlans } from './buying/listPlans.ts'
import { planUse } from './buying/price.ts'
import { expirePlans } from './buying/subscribe.ts'
import { askPlanChange, planChange, planChangeApproval } from './desk/askPlanChange.ts'
import { askPlanFor, planForApproval } from './desk/askPlanFor.ts'
import { createPlan } from './desk/createPlan.ts'
import { listPlansAtDesk, showPlanAtDesk } from './desk/listPlans.ts'
import { dearestMonth } from './desk/queries.ts'
import { planRefundApproval, refundPlan } from './desk/refundPlan.ts'
import { privilege } from './entitlements/privilege.ts'
import { planProofs } from './lots/proof.ts'
import { recogniseAll } from './lots/recognise.ts'

export const answers = { privilege, listPlans, pricePlan, buyPlan, comparePlans } satisfies Answers<
  typeof plansContract
>
export const refundAnswers = { refundPlan } satisfies Answers<typeof planRefundsContract>

export const deskAnswers = { listPlansAtDesk, showPlanAtDesk, createPlan, askPlanChange, askPlanFor } satisfies Answers<
  typeof planDeskContract
>

export const module = {
  calls: [
    answered(plansContract, answers),
    answered(planRefundsContract, refundAnswers),
    answered(planDeskContract, deskAnswers),
  ],
  sweeps: {
    'plans.recognise': { every: 'hour', work: () => recogniseAll() },
    'plans.expire': { every: 'minute', work: expirePlans },
  },
  proofs: planProofs,
  approvals: {
    'plan.refund': planRefundApproval,
    'product.plan': planChangeApproval,
    'product.assign': planForApproval,
  },
  changes: { PLAN: planChange },
  ports: { 'coupons.dearestPlanMonth': dearestMonth, 'coupons.pricePlanUse': planUse },
} satisfies Module
