/**
 * Every page of the account console, in menu order. A page that is not listed has no entry and no address. To add one: write it under `web/account/<noun>/`,
 * and add its line.
 */
import { pagesOf } from '../parts/lazyPage.ts'
import { page, type Entry } from './menu.ts'
import { paths } from './paths.ts'

const overview = pagesOf({ cn: () => import('./overview/text.cn.ts'), en: () => import('./overview/text.en.ts') })
const plans = pagesOf({ cn: () => import('./plans/text.cn.ts'), en: () => import('./plans/text.en.ts') })
const funding = pagesOf({ cn: () => import('./funding/text.cn.ts'), en: () => import('./funding/text.en.ts') })
const forecasts = pagesOf({
  cn: () => import('./funding/forecasts/text.cn.ts'),
  en: () => import('./funding/forecasts/text.en.ts'),
})
const exports = pagesOf({ cn: () => import('./exports/text.cn.ts'), en: () => import('./exports/text.en.ts') })
const grades = pagesOf({ cn: () => import('./grades/text.cn.ts'), en: () => import('./grades/text.en.ts') })
const cards = pagesOf({ cn: () => import('./cards/text.cn.ts'), en: () => import('./cards/text.en.ts') })
const cardPage = pagesOf({ cn: () => import('./cards/page/text.cn.ts'), en: () => import('./cards/page/text.en.ts') })
const imports = pagesOf({
  cn: () => import('./cards/imports/text.cn.ts'),
  en: () => import('./cards/imports/text.en.ts'),
})
const batches = pagesOf({
  cn: () => import('./cards/batches/text.cn.ts'),
  en: () => import('./cards/batches/text.en.ts'),
})
const controls = pagesOf({
  cn: () => import('./cards/controls/form/text.cn.ts'),
  en: () => import('./cards/controls/form/text.en.ts'),
})
const templates = pagesOf({
  cn: () => import('./cards/templates/text.cn.ts'),
  en: () => import('./cards/templates/text.en.ts'),
})
const tags = pagesOf({ cn: () => import('./cards/tags/text.cn.ts'), en: () => import('./cards/tags/text.en.ts') })
const groups = pagesOf({ cn: () => import('./cards/groups/text.cn.ts'), en: () => import('./cards/groups/text.en.ts') })
const threeD = pagesOf({ cn: () => import('./threeD/text.cn.ts'), en: () => import('./threeD/text.en.ts') })
const trades = pagesOf({ cn: () => import('./trades/text.cn.ts'), en: () => import('./trades/text.en.ts') })
const analysis = pagesOf({
  cn: () => import('./trades/analysis/text.cn.ts'),
  en: () => import('./trades/analysis/text.en.ts'),
})
const moneyFlow = pagesOf({
  cn: () => import('./trades/moneyFlow/text.cn.ts'),
  en: () => import('./trades/moneyFlow/text.en.ts'),
})
const disputes = pagesOf({ cn: () => import('./disputes/text.cn.ts'), en: () => import('./disputes/text.en.ts') })
const subaccounts = pagesOf({
  cn: () => import('./subaccounts/text.cn.ts'),
  en: () => import('./subaccounts/text.en.ts'),
})
const handing = pagesOf({
  cn: () => import('./subaccounts/handing/text.cn.ts'),
  en: () => import('./subaccounts/handing/text.en.ts'),
})
const roles = pagesOf({ cn: () => import('./roles/text.cn.ts'), en: () => import('./roles/text.en.ts') })
const referrals = pagesOf({ cn: () => import('./referrals/text.cn.ts'), en: () => import('./referrals/text.en.ts') })
const identity = pagesOf({ cn: () => import('./identity/text.cn.ts'), en: () => import('./identity/text.en.ts') })
const inbox = pagesOf({ cn: () => import('./notices/mine/text.cn.ts'), en: () => import('./notices/mine/text.en.ts') })

export const table: readonly Entry[] = [
  page('2001', { icon: 'home', load: overview(() => import('./overview/OverviewPage.tsx')) }),
  page('2008', {
    icon: 'people',
    parentTitle: { cn: '子账户总览', en: 'Sub-accounts overview' },
    load: overview(() => import('./overview/SubOverviewPage.tsx')),
  }),
  page('2002', { icon: 'plan', load: plans(() => import('./plans/ShopPage.tsx')) }),
  page('2003', {
    icon: 'wallet',
    children: [
      page('2003001001', { icon: 'topup', load: funding(() => import('./funding/RechargePage.tsx')) }),
      page('2003001', {
        icon: 'topup',
        under: paths.rechargeIndex,
        load: funding(() => import('./funding/ToRecharge.tsx')),
      }),
      page('2003001002', {
        icon: 'topup',
        under: paths.rechargeIndex,
        load: funding(() => import('./funding/orders/OnlinePage.tsx')),
      }),
      page('2003001004', {
        icon: 'topup',
        under: paths.rechargeIndex,
        load: funding(() => import('./funding/orders/UnionPayPage.tsx')),
      }),
      page('2003001003', {
        icon: 'topup',
        under: paths.rechargeIndex,
        load: forecasts(() => import('./funding/forecasts/WirePage.tsx')),
      }),
      page('2003002', {
        icon: 'forecast',
        load: forecasts(() => import('./funding/forecasts/ForecastsPage.tsx')),
        inside: [
          { path: 'new', load: forecasts(() => import('./funding/forecasts/NewForecastPage.tsx')) },
          { path: ':topupId', load: forecasts(() => import('./funding/forecasts/ForecastPage.tsx')) },
          { path: ':topupId/again', load: forecasts(() => import('./funding/forecasts/NewForecastPage.tsx')) },
        ],
      }),
      page('2003003', {
        icon: 'ledger',
        load: funding(() => import('./funding/flows/FlowsPage.tsx')),
        inside: [
          { path: 'export', load: exports(() => import('./exports/FlowsExportPage.tsx')) },
          { path: ':flowNo', load: funding(() => import('./funding/flows/FlowPage.tsx')) },
        ],
      }),
      page('2003004', {
        icon: 'trades',
        load: moneyFlow(() => import('./trades/moneyFlow/MoneyFlowPage.tsx')),
        inside: [{ path: ':ribbon', load: moneyFlow(() => import('./trades/moneyFlow/EntriesPage.tsx')) }],
      }),
    ],
  }),
  page('2004', { icon: 'scene', load: grades(() => import('./grades/GradesPage.tsx')) }),
  page('2005', {
    icon: 'cards',
    children: [
      page('2005001', {
        icon: 'open',
        load: cards(() => import('./cards/opening/CardOpenPage.tsx')),
        inside: [{ path: 'opened/:cardId', load: cards(() => import('./cards/opening/OpenedPage.tsx')) }],
      }),
      {
        ...page('2005001', {
          icon: 'open',
          under: paths.cardOpen,
          load: imports(() => import('./cards/imports/ImportPage.tsx')),
        }),
        path: paths.cardImport,
        name: 'cardImport',
      },
      {
        ...page('2005001', {
          icon: 'open',
          under: paths.cardOpen,
          load: batches(() => import('./cards/batches/BatchOpenPage.tsx')),
          inside: [{ path: ':batchNo', load: batches(() => import('./cards/batches/BatchPage.tsx')) }],
        }),
        path: paths.cardBatchOpen,
        name: 'cardBatchOpen',
      },
      page('2005002', {
        icon: 'list',
        load: cards(() => import('./cards/list/CardListPage.tsx')),
        inside: [
          { path: 'export', load: exports(() => import('./exports/CardsExportPage.tsx')) },
          { path: 'labels/:what', load: tags(() => import('./cards/tags/LabelsPage.tsx')) },
          { path: 'pass', load: trades(() => import('./trades/wouldPass/PassPage.tsx')) },
          { path: 'selected/controls', load: controls(() => import('./cards/controls/ControlManyPage.tsx')) },
          { path: 'selected/handOver', load: handing(() => import('./subaccounts/handing/HandOverPage.tsx')) },
          { path: 'selected/:move', load: cards(() => import('./cards/list/FreezeManyPage.tsx')) },
          { path: 'batches', load: batches(() => import('./cards/batches/BatchesPage.tsx')) },
          { path: 'batches/:batchNo', load: batches(() => import('./cards/batches/BatchPage.tsx')) },
          { path: 'batch/:what', load: batches(() => import('./cards/batches/ManyPage.tsx')) },
          { path: ':cardId/:move?', load: cards(() => import('./cards/drawer/CardPage.tsx')) },
        ],
      }),
      {
        ...page('2005002', {
          icon: 'list',
          under: paths.cardList,
          load: cardPage(() => import('./cards/page/CardDetailsPage.tsx')),
          inside: [
            { path: 'labels/:what', load: tags(() => import('./cards/tags/LabelsPage.tsx')) },
            { path: ':move', load: cards(() => import('./cards/page/CardPageAction.tsx')) },
          ],
        }),
        path: `${paths.cardList}/:cardId/page`,
        name: 'cardPage',
        title: { cn: '卡片详情', en: 'Card details' },
      },
      page('2005003', { icon: 'folder', load: groups(() => import('./cards/groups/GroupsPage.tsx')) }),
      page('2005005', { icon: 'filter', load: templates(() => import('./cards/templates/CardControlsPage.tsx')) }),
      {
        ...page('2005002', { icon: 'shield', load: threeD(() => import('./threeD/ThreeDPage.tsx')) }),
        path: paths.threeD,
        name: 'cardThreeD',
        tag: 'menu-cardThreeD',
        title: { cn: '3D 验证池', en: '3-D codes' },
        key: 'card:otp',
      },
      page('2005004', {
        icon: 'trades',
        load: trades(() => import('./trades/TradesPage.tsx')),
        inside: [
          { path: 'export', load: exports(() => import('./exports/TradesExportPage.tsx')) },
          { path: ':id', load: trades(() => import('./trades/detail/TradePage.tsx')) },
        ],
      }),
      page('2005007', { icon: 'bars', load: analysis(() => import('./trades/analysis/AnalysisPage.tsx')) }),
      page('2005006', {
        icon: 'shield',
        load: disputes(() => import('./disputes/DisputesPage.tsx')),
        inside: [
          { path: 'new/:tradeId', load: disputes(() => import('./disputes/DisputeFormPage.tsx')) },
          { path: ':disputeId', load: disputes(() => import('./disputes/DisputePage.tsx')) },
          { path: ':disputeId/edit', load: disputes(() => import('./disputes/DisputeFormPage.tsx')) },
        ],
      }),
    ],
  }),
  page('2006', {
    icon: 'people',
    children: [
      page('2006001', { icon: 'people', load: subaccounts(() => import('./subaccounts/list/SubManagePage.tsx')) }),
      {
        ...page('2006001', { icon: 'shield', load: roles(() => import('./roles/RolesPage.tsx')) }),
        path: paths.roles,
        name: 'roles',
        tag: 'menu-roles',
        title: { cn: '角色权限', en: 'Roles' },
      },
      {
        ...page('2006001', { icon: 'shield', under: paths.roles, load: roles(() => import('./roles/RolePage.tsx')) }),
        path: paths.role(':roleId'),
        name: 'role',
        tag: 'menu-role',
        title: { cn: '角色权限', en: 'Roles' },
      },
      page('2006002', {
        icon: 'cards',
        load: cards(() => import('./cards/list/SubCardsPage.tsx')),
        inside: [
          { path: 'labels/:what', load: tags(() => import('./cards/tags/LabelsPage.tsx')) },
          { path: 'pass', load: trades(() => import('./trades/wouldPass/PassPage.tsx')) },
          { path: 'selected/controls', load: controls(() => import('./cards/controls/ControlManyPage.tsx')) },
          { path: 'selected/handOver', load: handing(() => import('./subaccounts/handing/HandOverPage.tsx')) },
          { path: 'selected/:move', load: cards(() => import('./cards/list/FreezeManyPage.tsx')) },
          { path: 'batch/:what', load: batches(() => import('./cards/batches/ManyPage.tsx')) },
          { path: ':cardId/:move?', load: cards(() => import('./cards/drawer/CardPage.tsx')) },
        ],
      }),
      {
        ...page('2006002', {
          icon: 'cards',
          under: paths.subCardList,
          load: cardPage(() => import('./cards/page/CardDetailsPage.tsx')),
          inside: [
            { path: 'labels/:what', load: tags(() => import('./cards/tags/LabelsPage.tsx')) },
            { path: ':move', load: cards(() => import('./cards/page/CardPageAction.tsx')) },
          ],
        }),
        path: `${paths.subCardList}/:cardId/page`,
        name: 'subCardPage',
        title: { cn: '卡片详情', en: 'Card details' },
      },
      page('2006003', {
        icon: 'trades',
        load: trades(() => import('./trades/SubRecordPage.tsx')),
        inside: [{ path: ':id', load: trades(() => import('./trades/detail/TradePage.tsx')) }],
      }),
    ],
  }),
  {
    path: paths.rebate,
    name: 'rebate',
    // No id, so no check; its calls are for parents.
    id: undefined,
    tag: 'menu-rebate',
    title: { cn: '邀请返佣', en: 'referral rewards' },
    icon: 'gift',
    sets: ['parentWithSubs', 'parent'],
    load: referrals(() => import('./referrals/RebatePage.tsx')),
    inside: [{ path: ':what', load: referrals(() => import('./referrals/RebateDialog.tsx')) }],
  },
  {
    path: paths.notices,
    name: 'notices',
    // For everyone.
    id: undefined,
    tag: 'menu-notices',
    title: { cn: '我的通知', en: 'My notices' },
    icon: 'bell',
    sets: ['parentWithSubs', 'parent', 'sub'],
    under: paths.notices,
    load: inbox(() => import('./notices/mine/NoticesPage.tsx')),
  },
  page('2007', {
    icon: 'person',
    children: [
      page('2007001', {
        icon: 'person',
        load: identity(() => import('./identity/profile/AccountPage.tsx')),
        inside: [{ path: ':what', load: identity(() => import('./identity/profile/AccountDialog.tsx')) }],
      }),
      page('2007002', { icon: 'shield', load: identity(() => import('./identity/security/GooglePage.tsx')) }),
      page('2007003', { icon: 'log', load: identity(() => import('./identity/security/LogPage.tsx')) }),
    ],
  }),
]
