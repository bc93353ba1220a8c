/**
 * Every page of the account console, in the order of the menu. A page that is not here does not exist: no entry, no
 * address. To add one: write it under `web/account/<noun>/`, and put its line here.
 */
import { page, type Entry } from './layout/menu.ts'

export const table: readonly Entry[] = [
  page('2001', { icon: 'home', load: () => import('./overview/OverviewPage.tsx') }),
  page('2008', {
    icon: 'people',
    parentTitle: { cn: '子账户总览', en: 'Sub-accounts overview' },
    load: () => import('./overview/SubOverviewPage.tsx'),
  }),
  page('2005', {
    icon: 'cards',
    children: [
      page('2005002', {
        icon: 'list',
        load: () => import('./cards/CardListPage.tsx'),
        inside: [{ path: ':cardId', load: () => import('./cards/CardPage.tsx') }],
      }),
    ],
  }),
]
