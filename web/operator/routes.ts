/**
 * Every page of the staff's desk, in the order of the menu. `needs`: any of these keys opens it; none means everybody. To
 * add one: write it under `web/operator/<noun>/`, put its line here, its title into `text.cn.ts` and `text.en.ts`.
 */
import type { StaffKey } from '#contract/core/staffRoles.ts'
import { pagesOf, type LoadPage } from '../parts/lazyPage.ts'
import type { IconName } from '../ui/Icon.tsx'
import type { desk } from './text.cn.ts'
import { paths } from './paths.ts'

export type DeskPage = {
  path: string
  title: Exclude<keyof typeof desk, 'groups' | 'cases' | 'house'>
  icon: IconName
  needs: readonly StaffKey[]
  load: LoadPage
  /** Dialogs and details, shown inside the page. */
  inside?: readonly { path: string; load: LoadPage }[]
}

const staff = pagesOf({ cn: () => import('./staff/text.cn.ts'), en: () => import('./staff/text.en.ts') })
const accounts = pagesOf({ cn: () => import('./accounts/text.cn.ts'), en: () => import('./accounts/text.en.ts') })
const identity = pagesOf({ cn: () => import('./identity/text.cn.ts'), en: () => import('./identity/text.en.ts') })
const cards = pagesOf({ cn: () => import('./cards/text.cn.ts'), en: () => import('./cards/text.en.ts') })
const trades = pagesOf({ cn: () => import('./trades/text.cn.ts'), en: () => import('./trades/text.en.ts') })
const funding = pagesOf({ cn: () => import('./funding/text.cn.ts'), en: () => import('./funding/text.en.ts') })
const programs = pagesOf({ cn: () => import('./programs/text.cn.ts'), en: () => import('./programs/text.en.ts') })
const disputes = pagesOf({ cn: () => import('./disputes/text.cn.ts'), en: () => import('./disputes/text.en.ts') })
const ledger = pagesOf({ cn: () => import('./ledger/text.cn.ts'), en: () => import('./ledger/text.en.ts') })
const referrals = pagesOf({ cn: () => import('./referrals/text.cn.ts'), en: () => import('./referrals/text.en.ts') })
const plans = pagesOf({ cn: () => import('./plans/text.cn.ts'), en: () => import('./plans/text.en.ts') })
const coupons = pagesOf({ cn: () => import('./coupons/text.cn.ts'), en: () => import('./coupons/text.en.ts') })
const brands = pagesOf({ cn: () => import('./brands/text.cn.ts'), en: () => import('./brands/text.en.ts') })
const roles = pagesOf({ cn: () => import('./roles/text.cn.ts'), en: () => import('./roles/text.en.ts') })
const notices = pagesOf({ cn: () => import('./notices/text.cn.ts'), en: () => import('./notices/text.en.ts') })
const audit = pagesOf({ cn: () => import('./audit/text.cn.ts'), en: () => import('./audit/text.en.ts') })

export const table: readonly DeskPage[] = [
  { path: paths.home, title: 'home', icon: 'home', needs: [], load: () => import('./layout/home/HomePage.tsx') },
  {
    path: paths.approvals,
    title: 'approvals',
    icon: 'check',
    needs: [],
    load: staff(() => import('./staff/approvals/ApprovalsPage.tsx')),
    inside: [{ path: ':approvalId', load: staff(() => import('./staff/approvals/ApprovalPage.tsx')) }],
  },
  {
    path: paths.alarms,
    title: 'alarms',
    icon: 'bell',
    needs: [],
    load: staff(() => import('./staff/alarms/AlarmsPage.tsx')),
  },
  {
    path: paths.accounts,
    title: 'accounts',
    icon: 'person',
    needs: ['staff:account.view'],
    load: accounts(() => import('./accounts/AccountsPage.tsx')),
  },
  {
    path: paths.identity,
    title: 'identity',
    icon: 'shield',
    needs: ['staff:identity.view'],
    load: identity(() => import('./identity/verification/CasesPage.tsx')),
  },
  {
    path: paths.stuck,
    title: 'stuck',
    icon: 'cards',
    needs: ['staff:account.view'],
    load: cards(() => import('./cards/stuck/StuckPage.tsx')),
  },
  {
    path: paths.risk,
    title: 'risk',
    icon: 'warn',
    needs: ['staff:risk.view'],
    load: trades(() => import('./trades/risk/RiskPage.tsx')),
  },
  {
    path: paths.rules,
    title: 'rules',
    icon: 'filter',
    needs: ['staff:risk.view'],
    load: trades(() => import('./trades/rules/RulesPage.tsx')),
  },
  {
    path: paths.riskLists,
    title: 'riskLists',
    icon: 'list',
    needs: ['staff:risk.view'],
    load: trades(() => import('./trades/risk/ListsPage.tsx')),
  },
  {
    path: paths.disputes,
    title: 'disputes',
    icon: 'shield',
    needs: ['staff:dispute.view'],
    load: disputes(() => import('./disputes/DisputesPage.tsx')),
    inside: [
      { path: 'terms', load: disputes(() => import('./disputes/TermsPage.tsx')) },
      { path: ':disputeId', load: disputes(() => import('./disputes/DisputePage.tsx')) },
    ],
  },
  {
    path: paths.forecasts,
    title: 'forecasts',
    icon: 'forecast',
    needs: ['staff:money.view'],
    load: funding(() => import('./funding/wires/ForecastsPage.tsx')),
    inside: [{ path: ':topupId', load: funding(() => import('./funding/wires/ForecastPage.tsx')) }],
  },
  {
    path: paths.statements,
    title: 'statements',
    icon: 'ledger',
    needs: ['staff:money.view'],
    load: funding(() => import('./funding/wires/StatementsPage.tsx')),
    inside: [{ path: ':lineId', load: funding(() => import('./funding/wires/LinePage.tsx')) }],
  },
  {
    path: paths.topUps,
    title: 'topUps',
    icon: 'topup',
    needs: ['staff:money.view'],
    load: funding(() => import('./funding/topUps/TopUpsPage.tsx')),
    inside: [{ path: ':orderNo', load: funding(() => import('./funding/topUps/TopUpPage.tsx')) }],
  },
  {
    path: paths.suspense,
    title: 'suspense',
    icon: 'scene',
    needs: ['staff:money.view'],
    load: funding(() => import('./funding/suspense/SuspensePage.tsx')),
    inside: [{ path: ':suspenseId', load: funding(() => import('./funding/suspense/ReceiptPage.tsx')) }],
  },
  {
    path: paths.events,
    title: 'events',
    icon: 'warn',
    needs: ['staff:money.view'],
    load: trades(() => import('./trades/heldEvents/HeldEventsPage.tsx')),
  },
  {
    path: paths.refunds,
    title: 'refunds',
    icon: 'trades',
    needs: ['staff:money.view'],
    load: trades(() => import('./trades/refundReviews/RefundReviewsPage.tsx')),
  },
  {
    path: paths.rails,
    title: 'rails',
    icon: 'trades',
    needs: ['staff:treasury.view'],
    load: funding(() => import('./funding/rails/RailsPage.tsx')),
    inside: [{ path: ':rail', load: funding(() => import('./funding/rails/RailPage.tsx')) }],
  },
  {
    path: paths.treasury,
    title: 'treasury',
    icon: 'topup',
    needs: ['staff:treasury.view'],
    load: funding(() => import('./funding/treasury/TreasuryPage.tsx')),
  },
  {
    path: paths.programs,
    title: 'programs',
    icon: 'ledger',
    needs: ['staff:treasury.view'],
    load: programs(() => import('./programs/ProgramsPage.tsx')),
  },
  {
    path: paths.recon,
    title: 'recon',
    icon: 'refresh',
    needs: ['staff:books.view'],
    load: funding(() => import('./funding/recon/ReconPage.tsx')),
    inside: [{ path: ':breakId', load: funding(() => import('./funding/recon/BreakPage.tsx')) }],
  },
  {
    path: paths.books,
    title: 'books',
    icon: 'ledger',
    needs: ['staff:books.view'],
    load: ledger(() => import('./ledger/BooksPage.tsx')),
    inside: [
      { path: 'chart/:code', load: ledger(() => import('./ledger/ChartPage.tsx')) },
      { path: 'account/:laId', load: ledger(() => import('./ledger/BookAccountPage.tsx')) },
      { path: 'transfer/:transferId', load: ledger(() => import('./ledger/TransferPage.tsx')) },
    ],
  },
  {
    path: paths.health,
    title: 'health',
    icon: 'info',
    needs: ['staff:health.view'],
    load: staff(() => import('./staff/health/HealthPage.tsx')),
  },
  {
    path: paths.payouts,
    title: 'payouts',
    icon: 'gift',
    needs: ['staff:money.view'],
    load: referrals(() => import('./referrals/PayoutsPage.tsx')),
    inside: [{ path: ':withdrawalNo', load: referrals(() => import('./referrals/PayoutPage.tsx')) }],
  },
  {
    path: paths.leaving,
    title: 'leaving',
    icon: 'logout',
    needs: ['staff:money.view'],
    load: identity(() => import('./identity/closing/LeavingPage.tsx')),
    inside: [{ path: ':caseId', load: identity(() => import('./identity/closing/LeavingCasePage.tsx')) }],
  },
  {
    path: paths.ranges,
    title: 'ranges',
    icon: 'cards',
    needs: ['staff:product.view'],
    load: cards(() => import('./cards/ranges/RangesPage.tsx')),
  },
  {
    path: paths.plans,
    title: 'plans',
    icon: 'plan',
    needs: ['staff:product.view'],
    load: plans(() => import('./plans/PlansPage.tsx')),
  },
  {
    path: paths.coupons,
    title: 'coupons',
    icon: 'gift',
    needs: ['staff:product.view'],
    load: coupons(() => import('./coupons/CouponsPage.tsx')),
  },
  {
    path: paths.brands,
    title: 'brands',
    icon: 'scene',
    needs: ['staff:product.view'],
    load: brands(() => import('./brands/BrandsPage.tsx')),
  },
  {
    path: paths.rights,
    title: 'rights',
    icon: 'shield',
    needs: ['staff:product.view'],
    load: roles(() => import('./roles/RightsPage.tsx')),
  },
  {
    path: paths.passkeys,
    title: 'passkeys',
    icon: 'shield',
    needs: [],
    load: staff(() => import('./staff/passkeys/PasskeysPage.tsx')),
  },
  {
    path: paths.people,
    title: 'people',
    icon: 'people',
    needs: ['staff:people.view'],
    load: staff(() => import('./staff/people/StaffPage.tsx')),
    inside: [{ path: ':staffId/:move', load: staff(() => import('./staff/people/PersonDialog.tsx')) }],
  },
  {
    path: paths.notices,
    title: 'notices',
    icon: 'bell',
    needs: ['staff:content.view'],
    load: notices(() => import('./notices/NoticesPage.tsx')),
    inside: [{ path: ':noticeId/:move', load: notices(() => import('./notices/NoticeDialog.tsx')) }],
  },
  {
    path: paths.contact,
    title: 'contactPage',
    icon: 'help',
    needs: ['staff:content.view'],
    load: notices(() => import('./notices/ContactPage.tsx')),
  },
  {
    path: paths.agreements,
    title: 'agreements',
    icon: 'log',
    needs: ['staff:content.view'],
    load: notices(() => import('./notices/AgreementsPage.tsx')),
    inside: [{ path: ':agreementId/:move', load: notices(() => import('./notices/AgreementDialog.tsx')) }],
  },
  {
    path: paths.audit,
    title: 'audit',
    icon: 'shield',
    needs: ['staff:audit.view'],
    load: audit(() => import('./audit/AuditPage.tsx')),
  },
]

/** Pages below one of the menu's, with their own addresses. */
export const under: readonly { path: string; of: string; load: LoadPage }[] = [
  { path: paths.account(':accountId'), of: paths.accounts, load: accounts(() => import('./accounts/AccountPage.tsx')) },
  {
    path: paths.identityCase(':orderNo'),
    of: paths.identity,
    load: identity(() => import('./identity/verification/CasePage.tsx')),
  },
  { path: paths.program(':issuerId'), of: paths.programs, load: programs(() => import('./programs/ProgramPage.tsx')) },
  {
    path: paths.programInvoice(':issuerId', ':month'),
    of: paths.programs,
    load: programs(() => import('./programs/InvoicePage.tsx')),
  },
  { path: paths.range(':vid'), of: paths.ranges, load: cards(() => import('./cards/ranges/RangePage.tsx')) },
  { path: paths.plan(':groupId'), of: paths.plans, load: plans(() => import('./plans/PlanPage.tsx')) },
  { path: paths.coupon(':templateId'), of: paths.coupons, load: coupons(() => import('./coupons/CouponPage.tsx')) },
  { path: paths.ruleSet(':rulesId'), of: paths.rules, load: trades(() => import('./trades/rules/RuleSetPage.tsx')) },
  { path: paths.ruleDraft(':rulesId'), of: paths.rules, load: trades(() => import('./trades/rules/DraftPage.tsx')) },
]
