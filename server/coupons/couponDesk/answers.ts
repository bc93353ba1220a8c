import type * as contract from '../../../contract/couponDesk.ts'
import type { Answers } from '../../answer.ts'
import { giveCoupon, rehearseGiving, revokeCoupons } from './giving.ts'
import { createTemplate, listGiven, listTemplates, stopTemplate } from './templates.ts'

export const answers = {
  listTemplates,
  listGiven,
  createTemplate,
  stopTemplate,
  rehearseGiving,
  giveCoupon,
  revokeCoupons,
} satisfies Answers<typeof contract>
