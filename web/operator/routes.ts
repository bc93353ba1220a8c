/**
 * Every page of the staff's desk, in the order of the menu. `needs`: any of these keys opens it; none means everybody. To
 * add one: write it under `web/operator/<noun>/`, put its line here, its title into `text/cn/desk.ts` and `text/en/desk.ts`.
 */
import type { StaffKey } from '#contract/core/staffRoles.ts'
import type { LoadPage } from '../parts/lazyPage.ts'
import type { IconName } from '../ui/Icon.tsx'
import type { cnDesk } from '../text/cnDesk.ts'
import { paths } from './paths.ts'

export type DeskPage = {
  path: string
  title: Exclude<keyof (typeof cnDesk)['desk'], 'groups'>
  icon: IconName
  needs: readonly StaffKey[]
  load: LoadPage
  /** Dialogs and details, shown inside the page. */
  inside?: readonly { path: string; load: LoadPage }[]
}

export const table: readonly DeskPage[] = [
  { path: paths.home, title: 'home', icon: 'home', needs: [], load: () => import('./layout/home/HomePage.tsx') },
  {
    path: paths.approvals,
    title: 'approvals',
    icon: 'check',
    needs: [],
    load: () => import('./staff/approvals/ApprovalsPage.tsx'),
    inside: [{ path: ':approvalId', load: () => import('./staff/approvals/ApprovalPage.tsx') }],
  },
  { path: paths.alarms, title: 'alarms', icon: 'bell', needs: [], load: () => import('./staff/alarms/AlarmsPage.tsx') },
  {
    path: paths.accounts,
    title: 'accounts',
    icon: 'person',
    needs: ['staff:account.view'],
    load: () => import('./accounts/AccountsPage.tsx'),
  },
  {
    path: paths.identity,
    title: 'identity',
    icon: 'shield',
    needs: ['staff:identity.view'],
    load: () => import('./identity/verification/CasesPage.tsx'),
  },
  {
    path: paths.stuck,
    title: 'stuck',
    icon: 'cards',
    needs: ['staff:account.view'],
    load: () => import('./cards/stuck/StuckPage.tsx'),
  },
  {
    path: paths.risk,
    title: 'risk',
    icon: 'warn',
    needs: ['staff:risk.view'],
    load: () => import('./trades/risk/RiskPage.tsx'),
  },
  {
    path: paths.rules,
    title: 'rules',
    icon: 'filter',
    needs: ['staff:risk.view'],
    load: () => import('./trades/rules/RulesPage.tsx'),
  },
  {
    path: paths.riskLists,
    title: 'riskLists',
    icon: 'list',
    needs: ['staff:risk.view'],
    load: () => import('./trades/risk/ListsPage.tsx'),
  },
  {
    path: paths.forecasts,
    title: 'forecasts',
    icon: 'forecast',
    needs: ['staff:money.view'],
    load: () => import('./funding/wires/ForecastsPage.tsx'),
    inside: [{ path: ':topupId', load: () => import('./funding/wires/ForecastPage.tsx') }],
  },
  {
    path: paths.statements,
    title: 'statements',
    icon: 'ledger',
    needs: ['staff:money.view'],
    load: () => import('./funding/wires/StatementsPage.tsx'),
    inside: [{ path: ':lineId', load: () => import('./funding/wires/LinePage.tsx') }],
  },
  {
    path: paths.topUps,
    title: 'topUps',
    icon: 'topup',
    needs: ['staff:money.view'],
    load: () => import('./funding/topUps/TopUpsPage.tsx'),
    inside: [{ path: ':orderNo', load: () => import('./funding/topUps/TopUpPage.tsx') }],
  },
  {
    path: paths.suspense,
    title: 'suspense',
    icon: 'scene',
    needs: ['staff:money.view'],
    load: () => import('./funding/suspense/SuspensePage.tsx'),
    inside: [{ path: ':suspenseId', load: () => import('./funding/suspense/ReceiptPage.tsx') }],
  },
  {
    path: paths.events,
    title: 'events',
    icon: 'warn',
    needs: ['staff:money.view'],
    load: () => import('./trades/heldEvents/HeldEventsPage.tsx'),
  },
  {
    path: paths.refunds,
    title: 'refunds',
    icon: 'trades',
    needs: ['staff:money.view'],
    load: () => import('./trades/refundReviews/RefundReviewsPage.tsx'),
  },
  {
    path: paths.rails,
    title: 'rails',
    icon: 'trades',
    needs: ['staff:treasury.view'],
    load: () => import('./funding/rails/RailsPage.tsx'),
    inside: [{ path: ':rail', load: () => import('./funding/rails/RailPage.tsx') }],
  },
  {
    path: paths.recon,
    title: 'recon',
    icon: 'refresh',
    needs: ['staff:books.view'],
    load: () => import('./funding/recon/ReconPage.tsx'),
    inside: [{ path: ':breakId', load: () => import('./funding/recon/BreakPage.tsx') }],
  },
  {
    path: paths.books,
    title: 'books',
    icon: 'ledger',
    needs: ['staff:books.view'],
    load: () => import('./ledger/BooksPage.tsx'),
    inside: [
      { path: 'chart/:code', load: () => import('./ledger/ChartPage.tsx') },
      { path: 'account/:laId', load: () => import('./ledger/BookAccountPage.tsx') },
      { path: 'transfer/:transferId', load: () => import('./ledger/TransferPage.tsx') },
    ],
  },
  {
    path: paths.health,
    title: 'health',
    icon: 'info',
    needs: ['staff:health.view'],
    load: () => import('./staff/health/HealthPage.tsx'),
  },
  {
    path: paths.payouts,
    title: 'payouts',
    icon: 'gift',
    needs: ['staff:money.view'],
    load: () => import('./referrals/PayoutsPage.tsx'),
    inside: [{ path: ':withdrawalNo', load: () => import('./referrals/PayoutPage.tsx') }],
  },
  {
    path: paths.leaving,
    title: 'leaving',
    icon: 'logout',
    needs: ['staff:money.view'],
    load: () => import('./identity/closing/LeavingPage.tsx'),
    inside: [{ path: ':caseId', load: () => import('./identity/closing/LeavingCasePage.tsx') }],
  },
  {
    path: paths.ranges,
    title: 'ranges',
    icon: 'cards',
    needs: ['staff:product.view'],
    load: () => import('./cards/ranges/RangesPage.tsx'),
  },
  {
    path: paths.plans,
    title: 'plans',
    icon: 'plan',
    needs: ['staff:product.view'],
    load: () => import('./plans/PlansPage.tsx'),
  },
  {
    path: paths.coupons,
    title: 'coupons',
    icon: 'gift',
    needs: ['staff:product.view'],
    load: () => import('./coupons/CouponsPage.tsx'),
  },
  {
    path: paths.rights,
    title: 'rights',
    icon: 'shield',
    needs: ['staff:product.view'],
    load: () => import('./roles/RightsPage.tsx'),
  },
  {
    path: paths.people,
    title: 'people',
    icon: 'people',
    needs: ['staff:people.view'],
    load: () => import('./staff/people/StaffPage.tsx'),
    inside: [{ path: ':staffId/:move', load: () => import('./staff/people/PersonDialog.tsx') }],
  },
  {
    path: paths.notices,
    title: 'notices',
    icon: 'bell',
    needs: ['staff:content.view'],
    load: () => import('./notices/NoticesPage.tsx'),
    inside: [{ path: ':noticeId/:move', load: () => import('./notices/NoticeDialog.tsx') }],
  },
  {
    path: paths.contact,
    title: 'contactPage',
    icon: 'help',
    needs: ['staff:content.view'],
    load: () => import('./notices/ContactPage.tsx'),
  },
  {
    path: paths.agreements,
    title: 'agreements',
    icon: 'log',
    needs: ['staff:content.view'],
    load: () => import('./notices/AgreementsPage.tsx'),
    inside: [{ path: ':agreementId/:move', load: () => import('./notices/AgreementDialog.tsx') }],
  },
  {
    path: paths.audit,
    title: 'audit',
    icon: 'shield',
    needs: ['staff:audit.view'],
    load: () => import('./audit/AuditPage.tsx'),
  },
]

/** Pages that stand under one of the menu's, with an address of their own. */
export const under: readonly { path: string; of: string; load: LoadPage }[] = [
  { path: paths.account(':accountId'), of: paths.accounts, load: () => import('./accounts/AccountPage.tsx') },
  {
    path: paths.identityCase(':orderNo'),
    of: paths.identity,
    load: () => import('./identity/verification/CasePage.tsx'),
  },
  { path: paths.range(':vid'), of: paths.ranges, load: () => import('./cards/ranges/RangePage.tsx') },
  { path: paths.plan(':groupId'), of: paths.plans, load: () => import('./plans/PlanPage.tsx') },
  { path: paths.coupon(':templateId'), of: paths.coupons, load: () => import('./coupons/CouponPage.tsx') },
  { path: paths.ruleSet(':rulesId'), of: paths.rules, load: () => import('./trades/rules/RuleSetPage.tsx') },
  { path: paths.ruleDraft(':rulesId'), of: paths.rules, load: () => import('./trades/rules/DraftPage.tsx') },
]
