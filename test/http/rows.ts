/** Every call, by its name in the contract. */
import type { Call } from '#contract/core/call.ts'
import * as alarms from '#contract/staff/alarms.ts'
import * as agreements from '#contract/notices/agreements.ts'
import * as accountMoves from '#contract/accounts/desk.ts'
import * as accountFunds from '#contract/accounts/funds.ts'
import * as accounts from '#contract/accounts/accounts.ts'
import * as approvals from '#contract/staff/approvals.ts'
import * as audit from '#contract/audit/audit.ts'
import * as batches from '#contract/cards/batches.ts'
import * as books from '#contract/ledger/desk.ts'
import * as enrolment from '#contract/staff/enrolment.ts'
import * as health from '#contract/staff/health.ts'
import * as house from '#contract/staff/house.ts'
import * as keys from '#contract/keys/keys.ts'
import * as retention from '#contract/retention/retention.ts'
import * as heldEvents from '#contract/trades/desk/heldEvents.ts'
import * as refundReviews from '#contract/trades/desk/refundReviews.ts'
import * as cardGroups from '#contract/cards/groups.ts'
import * as cardDesk from '#contract/cards/desk/openings.ts'
import * as brands from '#contract/brands/brands.ts'
import * as controls from '#contract/controls/controls.ts'
import * as controlsOverview from '#contract/controls/overview.ts'
import * as templates from '#contract/controls/templates.ts'
import * as tryOn from '#contract/controls/tryOn.ts'
import * as moveLock from '#contract/controls/moveLock.ts'
import * as uses from '#contract/controls/uses.ts'
import * as cards from '#contract/cards/cards.ts'
import * as changes from '#contract/changes/changes.ts'
import * as closing from '#contract/identity/closing.ts'
import * as content from '#contract/notices/content.ts'
import * as coupons from '#contract/coupons/coupons.ts'
import * as disputeDesk from '#contract/disputes/desk.ts'
import * as devices from '#contract/notices/devices.ts'
import * as disputes from '#contract/disputes/disputes.ts'
import * as exports from '#contract/exports/exports.ts'
import * as forecasts from '#contract/funding/forecasts.ts'
import * as suspense from '#contract/funding/desk/suspense.ts'
import * as topUpDesk from '#contract/funding/desk/topUps.ts'
import * as railDesk from '#contract/funding/desk/rails.ts'
import * as treasuryDesk from '#contract/funding/desk/treasury.ts'
import * as programsDesk from '#contract/programs/desk.ts'
import * as issuerInvoices from '#contract/programs/invoices.ts'
import * as wireDesk from '#contract/funding/desk/wires.ts'
import * as funding from '#contract/funding/funding.ts'
import * as grades from '#contract/grades/grades.ts'
import * as holders from '#contract/cards/holders.ts'
import * as captcha from '#contract/identity/captcha.ts'
import * as identity from '#contract/identity/identity.ts'
import * as identityDesk from '#contract/identity/desk/cases.ts'
import * as imports from '#contract/cards/imports.ts'
import * as ladder from '#contract/trades/declineLadder.ts'
import * as notices from '#contract/notices/notices.ts'
import * as notifications from '#contract/notices/notifications.ts'
import * as noticeReading from '#contract/notices/reading.ts'
import * as plans from '#contract/plans/plans.ts'
import * as planRefunds from '#contract/plans/desk/refunds.ts'
import * as leavingDesk from '#contract/identity/desk/closing.ts'
import * as rebateDesk from '#contract/referrals/desk.ts'
import * as referrals from '#contract/referrals/referrals.ts'
import * as cardRemark from '#contract/cards/remark.ts'
import * as rebinds from '#contract/trades/rebinds.ts'
import * as moneyFlow from '#contract/trades/moneyFlow.ts'
import * as spend from '#contract/trades/spend.ts'
import * as recurring from '#contract/trades/recurring.ts'
import * as rehearsals from '#contract/trades/rehearsals.ts'
import * as replays from '#contract/trades/replays.ts'
import * as replacing from '#contract/cards/replacing.ts'
import * as declineBoard from '#contract/trades/desk/board.ts'
import * as merchantLists from '#contract/trades/desk/lists.ts'
import * as riskRules from '#contract/trades/desk/rules.ts'
import * as roles from '#contract/roles/roles.ts'
import * as roleEditing from '#contract/roles/editing.ts'
import * as passkeys from '#contract/identity/passkeys.ts'
import * as security from '#contract/identity/security.ts'
import * as brandDesk from '#contract/brands/desk.ts'
import * as couponDesk from '#contract/coupons/desk.ts'
import * as planDesk from '#contract/plans/desk/plans.ts'
import * as products from '#contract/products/products.ts'
import * as rangeDesk from '#contract/cards/desk/ranges.ts'
import * as rights from '#contract/roles/desk.ts'
import * as staffPasskeys from '#contract/staff/passkeys.ts'
import * as staff from '#contract/staff/staff.ts'
import * as subaccounts from '#contract/subaccounts/subaccounts.ts'
import * as tags from '#contract/cards/tags.ts'
import * as threeD from '#contract/threeD/threeD.ts'
import * as wouldPass from '#contract/trades/wouldPass.ts'
import * as views from '#contract/views/views.ts'
import * as trades from '#contract/trades/trades.ts'
import * as verification from '#contract/identity/verification.ts'
import * as withdrawing from '#contract/cards/withdrawing.ts'

export const contract = {
  ...alarms,
  ...views,
  ...audit,
  ...batches,
  ...cards,
  ...brands,
  ...controls,
  ...templates,
  ...controlsOverview,
  ...tryOn,
  ...moveLock,
  ...uses,
  ...cardDesk,
  ...exports,
  ...devices,
  ...disputes,
  ...disputeDesk,
  ...cardGroups,
  ...coupons,
  ...funding,
  ...forecasts,
  ...wireDesk,
  ...suspense,
  ...topUpDesk,
  ...railDesk,
  ...treasuryDesk,
  ...programsDesk,
  ...issuerInvoices,
  ...grades,
  ...captcha,
  ...identity,
  ...identityDesk,
  ...accountMoves,
  ...accountFunds,
  ...notices,
  ...noticeReading,
  ...plans,
  ...planRefunds,
  ...roles,
  ...roleEditing,
  ...security,
  ...passkeys,
  ...tags,
  ...threeD,
  ...trades,
  ...ladder,
  ...cardRemark,
  ...rebinds,
  ...spend,
  ...moneyFlow,
  ...recurring,
  ...rehearsals,
  ...wouldPass,
  ...replays,
  ...replacing,
  ...withdrawing,
  ...referrals,
  ...leavingDesk,
  ...rebateDesk,
  ...approvals,
  ...enrolment,
  ...staff,
  ...staffPasskeys,
  ...imports,
  ...holders,
  ...security,
  ...changes,
  ...closing,
  ...verification,
  ...accounts,
  ...content,
  ...notifications,
  ...agreements,
  ...subaccounts,
  ...declineBoard,
  ...merchantLists,
  ...riskRules,
  ...heldEvents,
  ...refundReviews,
  ...books,
  ...health,
  ...house,
  ...keys,
  ...retention,
  ...products,
  ...rangeDesk,
  ...planDesk,
  ...brandDesk,
  ...couponDesk,
  ...rights,
}
type Contract = typeof contract
export type CallName = { [N in keyof Contract]: Contract[N] extends Call ? N : never }[keyof Contract]
