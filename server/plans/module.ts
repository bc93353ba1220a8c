import * as planDeskContract from '#contract/plans/desk/plans.ts'
import * as planRefundsContract from '#contract/plans/desk/refunds.ts'
import * as plansContract from '#contract/plans/plans.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { buyPlan } from './buyPlan.ts'
import { comparePlans } from './comparePlans.ts'
import { expirePlans } from './expirePlans.ts'
import { listPlans } from './listPlans.ts'
import { askPlanChange, planChange, planChangeApproval } from './planDesk/askPlanChange.ts'
import { askPlanFor, planForApproval } from './planDesk/askPlanFor.ts'
import { createPlan } from './planDesk/createPlan.ts'
import { dearestMonth } from './planDesk/planDeskQueries.ts'
import { listPlansAtDesk, showPlanAtDesk } from './planDesk/plansAtDesk.ts'
import { planUse } from './price.ts'
import { pricePlan } from './pricePlan.ts'
import { privilege } from './privilege.ts'
import { planProofs } from './proof.ts'
import { recogniseAll } from './recognise.ts'
import { planRefundApproval, refundPlan } from './refundPlan.ts'

export const answers = { privilege, listPlans, pricePlan, buyPlan, comparePlans } satisfies Answers<
  typeof plansContract
>
export const refundAnswers = { refundPlan } satisfies Answers<typeof planRefundsContract>

export const deskAnswers = {
  listPlansAtDesk,
  showPlanAtDesk,
  createPlan,
  askPlanChange,
  askPlanFor,
} satisfies Answers<typeof planDeskContract>

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
