/** Every call there is, by its name in the contract. */
import type { Call } from '#contract/call.ts'
import * as alarms from '#contract/alarms.ts'
import * as agreements from '#contract/agreements.ts'
import * as accountMoves from '#contract/accountMoves.ts'
import * as accounts from '#contract/accounts.ts'
import * as approvals from '#contract/approvals.ts'
import * as audit from '#contract/audit.ts'
import * as batches from '#contract/batches.ts'
import * as books from '#contract/books.ts'
import * as health from '#contract/health.ts'
import * as heldEvents from '#contract/heldEvents.ts'
import * as refundReviews from '#contract/refundReviews.ts'
import * as cardGroups from '#contract/cardGroups.ts'
import * as cardDesk from '#contract/cardDesk.ts'
import * as cards from '#contract/cards.ts'
import * as closing from '#contract/closing.ts'
import * as content from '#contract/content.ts'
import * as coupons from '#contract/coupons.ts'
import * as exports from '#contract/exports.ts'
import * as forecasts from '#contract/forecasts.ts'
import * as suspense from '#contract/suspense.ts'
import * as topUpDesk from '#contract/topUpDesk.ts'
import * as railDesk from '#contract/railDesk.ts'
import * as wireDesk from '#contract/wireDesk.ts'
import * as funding from '#contract/funding.ts'
import * as grades from '#contract/grades.ts'
import * as holders from '#contract/cardHolders.ts'
import * as captcha from '#contract/captcha.ts'
import * as identity from '#contract/identity.ts'
import * as identityDesk from '#contract/identityDesk.ts'
import * as imports from '#contract/imports.ts'
import * as ladder from '#contract/declineLadder.ts'
import * as notices from '#contract/notices.ts'
import * as notifications from '#contract/notifications.ts'
import * as plans from '#contract/plans.ts'
import * as planRefunds from '#contract/planRefunds.ts'
import * as leavingDesk from '#contract/leavingDesk.ts'
import * as rebateDesk from '#contract/rebateDesk.ts'
import * as referrals from '#contract/referrals.ts'
import * as rehearsals from '#contract/rehearsals.ts'
import * as risk from '#contract/risk.ts'
import * as riskRules from '#contract/riskRules.ts'
import * as roles from '#contract/roles.ts'
import * as roleEditing from '#contract/roleEditing.ts'
import * as security from '#contract/security.ts'
import * as couponDesk from '#contract/couponDesk.ts'
import * as planDesk from '#contract/planDesk.ts'
import * as products from '#contract/products.ts'
import * as rangeDesk from '#contract/rangeDesk.ts'
import * as rights from '#contract/rights.ts'
import * as staff from '#contract/staff.ts'
import * as subaccounts from '#contract/subaccounts.ts'
import * as tags from '#contract/tags.ts'
import * as threeD from '#contract/threeD.ts'
import * as views from '#contract/views.ts'
import * as trades from '#contract/trades.ts'
import * as verification from '#contract/verification.ts'

export const contract = {
  ...alarms,
  ...views,
  ...audit,
  ...batches,
  ...cards,
  ...cardDesk,
  ...exports,
  ...cardGroups,
  ...coupons,
  ...funding,
  ...forecasts,
  ...wireDesk,
  ...suspense,
  ...topUpDesk,
  ...railDesk,
  ...grades,
  ...captcha,
  ...identity,
  ...identityDesk,
  ...accountMoves,
  ...notices,
  ...plans,
  ...planRefunds,
  ...roles,
  ...roleEditing,
  ...security,
  ...tags,
  ...threeD,
  ...trades,
  ...ladder,
  ...rehearsals,
  ...referrals,
  ...leavingDesk,
  ...rebateDesk,
  ...approvals,
  ...staff,
  ...imports,
  ...holders,
  ...security,
  ...closing,
  ...verification,
  ...accounts,
  ...content,
  ...notifications,
  ...agreements,
  ...subaccounts,
  ...risk,
  ...riskRules,
  ...heldEvents,
  ...refundReviews,
  ...books,
  ...health,
  ...products,
  ...rangeDesk,
  ...planDesk,
  ...couponDesk,
  ...rights,
}
type Contract = typeof contract
export type CallName = { [N in keyof Contract]: Contract[N] extends Call ? N : never }[keyof Contract]
