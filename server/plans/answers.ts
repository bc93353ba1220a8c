import type * as refunds from '../../contract/planRefunds.ts'
import type * as contract from '../../contract/plans.ts'
import type { Answers } from '../answer.ts'
import { buyPlan } from './buyPlan.ts'
import { comparePlans } from './comparePlans.ts'
import { listPlans } from './listPlans.ts'
import { pricePlan } from './pricePlan.ts'
import { privilege } from './privilege.ts'
import { refundPlan } from './refundPlan.ts'

export const answers = { privilege, listPlans, pricePlan, buyPlan, comparePlans } satisfies Answers<typeof contract>
export const refundAnswers = { refundPlan } satisfies Answers<typeof refunds>
