/** The maker and checker of product changes, and helpers shared by their tests. */
import type { CouponType } from '#contract/coupons/coupons.ts'
import type { PriceFigures, RangeFigures } from '#contract/cards/desk/ranges.ts'
import type { PlanFigures } from '#contract/plans/desk/plans.ts'
import type { Staff } from '#server/core/actor.ts'
import { rangeDeskAnswers as rangeDesk } from '#server/cards/module.ts'
import { deskAnswers as couponDesk } from '#server/coupons/module.ts'
import { accountOf } from '#server/identity/identity.ts'
import { db, transaction } from '#server/core/db.ts'
import { deskAnswers as planDesk } from '#server/plans/module.ts'
import { answers as products } from '#server/products/module.ts'
import { newStaff } from './staff.ts'

export const productMaker = () => newStaff(['PRODUCT'])
export const productChecker = () => newStaff(['FIN_CHECKER'])
export const reason = 'as agreed in the meeting'

export const userNoOf = async ({ accountId }: { accountId: string }): Promise<string> =>
  (await accountOf(db, accountId)).user_no

export const changesRange = (
  staff: Staff,
  change: Partial<RangeFigures>,
  { vid = 'VISA-US-2', effectTime }: { vid?: string; effectTime?: number } = {},
) => transaction((tx) => rangeDesk.changeRange(staff, { vid, change, effectTime, reason }, tx))

export const asksPrice = async (
  staff: Staff,
  change: Partial<PriceFigures>,
  { vid = 'VISA-US-2', userNo, effectTime }: { vid?: string; userNo?: string; effectTime?: number } = {},
): Promise<string> =>
  (await transaction((tx) => rangeDesk.askPrice(staff, { vid, userNo, change, effectTime, reason }, tx))).approvalId

export const asksPlanChange = async (
  staff: Staff,
  groupId: string,
  change: Partial<PlanFigures>,
  effectTime?: number,
): Promise<string> =>
  (await transaction((tx) => planDesk.askPlanChange(staff, { groupId, change, effectTime, reason }, tx))).approvalId

export const withdraws = (staff: Staff, changeId: string) =>
  transaction((tx) => products.withdrawChange(staff, { changeId, reason }, tx))

export const makesTemplate = async (
  staff: Staff,
  input: { type?: CouponType; value?: number; budget?: number } = {},
): Promise<string> =>
  (
    await transaction((tx) =>
      couponDesk.createTemplate(
        staff,
        {
          nameCn: '开卡立减',
          nameEn: 'Two off',
          type: 'OPEN_OFF',
          value: 200,
          minAmount: 0,
          vids: [],
          groupIds: [],
          validDays: 30,
          budget: 1000,
          reason,
          ...input,
        },
        tx,
      ),
    )
  ).templateId

export const gives = (staff: Staff, templateId: string, userNos: string[]) =>
  transaction((tx) => couponDesk.giveCoupon(staff, { templateId, userNos, reason }, tx))
