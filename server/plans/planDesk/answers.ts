import type * as contract from '../../../contract/planDesk.ts'
import type { Answers } from '../../answer.ts'
import { askPlanChange } from './askPlanChange.ts'
import { askPlanFor } from './askPlanFor.ts'
import { createPlan } from './createPlan.ts'
import { listPlansAtDesk, showPlanAtDesk } from './plansAtDesk.ts'

export const answers = {
  listPlansAtDesk,
  showPlanAtDesk,
  createPlan,
  askPlanChange,
  askPlanFor,
} satisfies Answers<typeof contract>
