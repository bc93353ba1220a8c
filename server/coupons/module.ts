import * as couponDeskContract from '#contract/coupons/desk.ts'
import * as couponsContract from '#contract/coupons/coupons.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { couponsApproval, giveCoupon, rehearseGiving, revokeCoupons } from './couponDesk/giving.ts'
import { createTemplate, listGiven, listTemplates, stopTemplate } from './couponDesk/templates.ts'
import { listCoupons } from './listCoupons.ts'
import { usableCoupons } from './usable.ts'

export const answers = { listCoupons, usableCoupons } satisfies Answers<typeof couponsContract>

export const deskAnswers = {
  listTemplates,
  listGiven,
  createTemplate,
  stopTemplate,
  rehearseGiving,
  giveCoupon,
  revokeCoupons,
} satisfies Answers<typeof couponDeskContract>

export const module = {
  calls: [answered(couponsContract, answers), answered(couponDeskContract, deskAnswers)],
  approvals: { 'product.coupons': couponsApproval },
} satisfies Module
