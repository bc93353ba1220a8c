import type * as contract from '../../contract/plans.ts'
import type { Answers } from '../answer.ts'
import { buyPlan } from './buyPlan.ts'
import { comparePlans } from './comparePlans.ts'
import { listPlans } from './listPlans.ts'
import { pricePlan } from './pricePlan.ts'
import { privilege } from './privilege.ts'

export const answers = { privilege, listPlans, pricePlan, buyPlan, comparePlans } satisfies Answers<typeof contract>
