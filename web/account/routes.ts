/**
 * Every page of the account console, in the order of the menu. A page that is not here does not exist: no entry, no
 * address. To add one: write it under `web/account/<noun>/`, and put its line here.
 */
import { withLaterText } from '../text/i18n.ts'
import { page, type Entry } from './menu.ts'
import { paths } from './paths.ts'

export const table: readonly Entry[] = [
  page('2001', { icon: 'home', load: () => import('./overview/OverviewPage.tsx') }),
  page('2008', {
    icon: 'people',
    parentTitle: { cn: '子账户总览', en: 'Sub-accounts overview' },
    load: () => import('./overview/SubOverviewPage.tsx'),
  }),
  page('2002', { icon: 'plan', load: withLaterText(() => import('./plans/ShopPage.tsx')) }),
  page('2003', {
    icon: 'wallet',
    children: [
      page('2003001001', { icon: 'topup', load: () => import('./funding/RechargePage.tsx') }),
      page('2003001', { icon: 'topup', under: paths.rechargeIndex, load: () => import('./funding/ToRecharge.tsx') }),
      page('2003001002', {
        icon: 'topup',
        under: paths.rechargeIndex,
        load: () => import('./funding/online/OnlinePage.tsx'),
      }),
      page('2003001004', {
        icon: 'topup',
        under: paths.rechargeIndex,
        load: () => import('./funding/yuan/UnionPayPage.tsx'),
      }),
      page('2003001003', {
        icon: 'topup',
        under: paths.rechargeIndex,
        load: withLaterText(() => import('./funding/forecasts/WirePage.tsx')),
      }),
      page('2003002', {
        icon: 'forecast',
        load: withLaterText(() => import('./funding/forecasts/ForecastsPage.tsx')),
        inside: [
          { path: 'new', load: withLaterText(() => import('./funding/forecasts/NewForecastPage.tsx')) },
          { path: ':topupId', load: withLaterText(() => import('./funding/forecasts/ForecastPage.tsx')) },
          { path: ':topupId/again', load: withLaterText(() => import('./funding/forecasts/NewForecastPage.tsx')) },
        ],
      }),
      page('2003003', {
        icon: 'ledger',
        load: () => import('./funding/flows/FlowsPage.tsx'),
        inside: [
          { path: 'export', load: withLaterText(() => import('./exports/FlowsExportPage.tsx')) },
          { path: ':flowNo', load: () => import('./funding/flows/FlowPage.tsx') },
        ],
      }),
    ],
  }),
  page('2004', { icon: 'scene', load: () => import('./grades/GradesPage.tsx') }),
  page('2005', {
    icon: 'cards',
    children: [
      page('2005001', {
        icon: 'open',
        load: () => import('./cards/opening/CardOpenPage.tsx'),
        inside: [{ path: 'opened/:cardId', load: () => import('./cards/opening/OpenedPage.tsx') }],
      }),
      {
        ...page('2005001', {
          icon: 'open',
          under: paths.cardOpen,
          load: withLaterText(() => import('./cards/imports/ImportPage.tsx')),
        }),
        path: paths.cardImport,
        name: 'cardImport',
      },
      {
        ...page('2005001', {
          icon: 'open',
          under: paths.cardOpen,
          load: withLaterText(() => import('./cards/batches/BatchOpenPage.tsx')),
          inside: [{ path: ':batchNo', load: withLaterText(() => import('./cards/batches/BatchPage.tsx')) }],
        }),
        path: paths.cardBatchOpen,
        name: 'cardBatchOpen',
      },
      page('2005002', {
        icon: 'list',
        load: () => import('./cards/list/CardListPage.tsx'),
        inside: [
          { path: 'export', load: withLaterText(() => import('./exports/CardsExportPage.tsx')) },
          { path: 'labels/:what', load: withLaterText(() => import('./cards/tags/LabelsPage.tsx')) },
          { path: 'selected/:move', load: () => import('./cards/list/FreezeManyPage.tsx') },
          { path: 'batches', load: withLaterText(() => import('./cards/batches/BatchesPage.tsx')) },
          { path: 'batches/:batchNo', load: withLaterText(() => import('./cards/batches/BatchPage.tsx')) },
          { path: 'batch/:what', load: withLaterText(() => import('./cards/batches/ManyPage.tsx')) },
          { path: ':cardId/:move?', load: () => import('./cards/drawer/CardPage.tsx') },
        ],
      }),
      page('2005003', { icon: 'folder', load: withLaterText(() => import('./cards/groups/GroupsPage.tsx')) }),
      {
        ...page('2005002', { icon: 'shield', load: () => import('./threeD/ThreeDPage.tsx') }),
        path: paths.threeD,
        name: 'cardThreeD',
        tag: 'menu-cardThreeD',
        title: { cn: '3D 验证池', en: '3-D codes' },
        key: 'card:otp',
      },
      page('2005004', {
        icon: 'trades',
        load: () => import('./trades/TradesPage.tsx'),
        inside: [
          { path: 'export', load: withLaterText(() => import('./exports/TradesExportPage.tsx')) },
          { path: ':id', load: () => import('./trades/detail/TradePage.tsx') },
        ],
      }),
    ],
  }),
  page('2006', {
    icon: 'people',
    children: [
      page('2006001', { icon: 'people', load: withLaterText(() => import('./subaccounts/list/SubManagePage.tsx')) }),
      {
        ...page('2006001', { icon: 'shield', load: withLaterText(() => import('./roles/RolesPage.tsx')) }),
        path: paths.roles,
        name: 'roles',
        tag: 'menu-roles',
        title: { cn: '角色权限', en: 'Roles' },
      },
      {
        ...page('2006001', {
          icon: 'shield',
          under: paths.roles,
          load: withLaterText(() => import('./roles/RolePage.tsx')),
        }),
        path: paths.role(':roleId'),
        name: 'role',
        tag: 'menu-role',
        title: { cn: '角色权限', en: 'Roles' },
      },
      page('2006002', {
        icon: 'cards',
        load: withLaterText(() => import('./cards/list/SubCardsPage.tsx')),
        inside: [
          { path: 'labels/:what', load: withLaterText(() => import('./cards/tags/LabelsPage.tsx')) },
          { path: 'selected/:move', load: () => import('./cards/list/FreezeManyPage.tsx') },
          { path: 'batch/:what', load: withLaterText(() => import('./cards/batches/ManyPage.tsx')) },
          { path: ':cardId/:move?', load: () => import('./cards/drawer/CardPage.tsx') },
        ],
      }),
      page('2006003', {
        icon: 'trades',
        load: withLaterText(() => import('./trades/SubRecordPage.tsx')),
        inside: [{ path: ':id', load: () => import('./trades/detail/TradePage.tsx') }],
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
    load: withLaterText(() => import('./referrals/RebatePage.tsx')),
    inside: [{ path: ':what', load: withLaterText(() => import('./referrals/RebateDialog.tsx')) }],
  },
  page('2007', {
    icon: 'person',
    children: [
      page('2007001', {
        icon: 'person',
        load: withLaterText(() => import('./identity/profile/AccountPage.tsx')),
        inside: [{ path: ':what', load: withLaterText(() => import('./identity/profile/AccountDialog.tsx')) }],
      }),
      page('2007002', { icon: 'shield', load: withLaterText(() => import('./identity/security/GooglePage.tsx')) }),
      page('2007003', { icon: 'log', load: withLaterText(() => import('./identity/security/LogPage.tsx')) }),
    ],
  }),
]
