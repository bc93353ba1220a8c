/** The pages of both consoles that `everyPage.journey.ts` looks at, who comes there, and what is pressed on them. */
import { pages } from '#contract/core/permissions.ts'
import { paths } from '#web/account/paths.ts'
import { paths as deskPaths } from '#web/operator/paths.ts'
import type { DeskKey } from '../desk.ts'
import { demo } from '../people.ts'
import type { Key } from '../words.ts'

/**
 * What is pressed, once, on the first page or detail that shows it: a button by the text of its name, or a menu and one of its items. What it opens is checked and
 * closed again. Some are on one width only.
 */
type Press<K> = K | readonly [menu: K, item: K] | { wide: K } | { narrow: K }
export type Walk<K> = { pages: readonly string[]; presses?: readonly Press<K>[] }

export const ofBuyer: Record<string, Walk<Key>> = {
  'overview and money': {
    pages: [
      paths.home,
      pages['2002'].path,
      pages['2003001001'].path,
      pages['2003001002'].path,
      pages['2003001003'].path,
      pages['2003001004'].path,
      paths.financeRecord,
      paths.exportOf(paths.financeRecord),
      paths.moneyFlow,
      paths.moneyFlowOf('WALLET.OUT.CARDS'),
      `${paths.moneyFlow}?view=table`,
      paths.scenario,
      paths.notices,
      paths.notFound,
      paths.noPermission,
    ],
    presses: [
      'layout.search',
      'layout.avatar',
      'layout.myNotices',
      { wide: 'layout.contact' },
      { narrow: 'layout.openMenu' },
      'plans.act.STACK',
    ],
  },
  cards: {
    pages: [
      paths.cardOpen,
      paths.cardImport,
      paths.cardBatchOpen,
      paths.cardList,
      paths.exportOf(paths.cardList),
      paths.batches,
      ...(['load', 'withdraw', 'delete'] as const).map((what) => paths.cardsBatch(what)),
      paths.cardsPass,
      paths.cardGroup,
      `${paths.cardGroup}?tab=tags`,
      paths.cardControls,
      `${paths.cardControls}?tab=inForce`,
      `${paths.cardControls}?tab=near`,
    ],
    presses: [
      { wide: 'parts.columns' },
      { narrow: 'parts.filter' },
      'cards.action.menu',
      'cards.accountControls',
      'templates.make',
      'groups.add',
      ['groups.actions', 'groups.edit'],
      ['groups.actions', 'groups.remove'],
      'tags.make',
      'tags.change',
      'tags.delete',
    ],
  },
  transactions: {
    pages: [
      paths.cardRecord,
      `${paths.cardRecord}?tab=settled`,
      `${paths.cardRecord}?tab=declined`,
      paths.analysis,
      paths.cardDisputes,
      paths.threeD,
    ],
    presses: ['views.save'],
  },
}
export const ofAgency: Record<string, Walk<Key>> = {
  'sub-accounts and referrals': {
    pages: [
      paths.financeAudit,
      paths.forecastNew,
      paths.subHome,
      paths.subAccounts,
      `${paths.subAccounts}?tab=asks`,
      paths.subCardList,
      paths.subCardRecord,
      paths.rebate,
      ...(['card', 'wallet', 'bank'] as const).map((what) => paths.rebateDialog(what)),
    ],
    presses: [
      'subaccounts.add',
      ['subaccounts.actions', 'subaccounts.act.edit'],
      ['subaccounts.actions', 'subaccounts.act.controls'],
      ['subaccounts.actions', 'subaccounts.act.renew'],
      ['subaccounts.actions', 'subaccounts.act.cards'],
      ['subaccounts.actions', 'subaccounts.act.password'],
      ['subaccounts.actions', 'subaccounts.act.freeze'],
    ],
  },
  roles: { pages: [paths.roles, paths.role('rol_senior')], presses: ['roles.add', ['roles.actions', 'roles.copy']] },
  'their own account': {
    pages: [
      paths.account,
      ...['password', 'passkey', 'mobile', 'identity', 'close'].map((what) => paths.accountDialog(what)),
      paths.googleAuth,
      paths.operate,
      `${paths.operate}?tab=signIns`,
    ],
  },
}
/** Where others have rows, somebody new is told what will be here; who is shut down, and a sub-account, see less of each page and more above it. */
export const ofOthers: Record<string, Walk<Key> & { who: string }> = {
  'one with an empty wallet': {
    who: demo.newcomer,
    pages: [
      paths.home,
      pages['2003001001'].path,
      paths.financeAudit,
      paths.financeRecord,
      paths.cardOpen,
      paths.cardList,
      paths.cardGroup,
      `${paths.cardGroup}?tab=tags`,
      paths.cardControls,
      paths.cardRecord,
      paths.analysis,
      paths.cardDisputes,
      paths.threeD,
      paths.subAccounts,
      paths.rebate,
      paths.account,
    ],
  },
  'one who is shut down': {
    who: demo.stopped,
    pages: [paths.home, paths.cardOpen, paths.cardList, `${paths.cardRecord}?tab=declined`],
  },
  'a sub-account': {
    who: demo.subAccount,
    pages: [
      paths.subHome,
      paths.cardOpen,
      paths.cardList,
      paths.cardRecord,
      `${paths.cardRecord}?tab=declined`,
      paths.analysis,
      paths.threeD,
      paths.account,
    ],
    presses: ['layout.search', 'layout.avatar', 'cards.action.menu'],
  },
}
// The last month of the demo world waits for its invoice.
const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7)
export const atDesk: Record<string, Walk<DeskKey> & { who: string }> = {
  'money in': {
    who: 'finance1',
    pages: [
      deskPaths.home,
      deskPaths.approvals,
      deskPaths.alarms,
      deskPaths.forecasts,
      deskPaths.statements,
      deskPaths.topUps,
      deskPaths.suspense,
    ],
    presses: ['desk.search', 'desk.avatar', { narrow: 'desk.menu' }],
  },
  'money out and the books': {
    who: 'finance1',
    pages: [
      deskPaths.events,
      deskPaths.refunds,
      deskPaths.disputes,
      deskPaths.disputeTerms,
      deskPaths.rails,
      deskPaths.rail('UNIONPAY'),
      deskPaths.treasury,
      deskPaths.programs,
      deskPaths.program('simulated'),
      deskPaths.programInvoice('simulated', lastMonth),
      deskPaths.recon,
      `${deskPaths.recon}?view=runs`,
      deskPaths.books,
      deskPaths.bookChart('2010'),
      deskPaths.payouts,
      deskPaths.leaving,
    ],
    presses: ['funding.setRate', 'treasury.settle', 'treasury.sell', 'treasury.sweep', 'invoices.enter'],
  },
  accounts: {
    who: 'support',
    pages: [deskPaths.accounts, `${deskPaths.accounts}?q=${demo.buyer}`, deskPaths.identity, deskPaths.stuck],
    presses: ['moves.adjust', 'moves.signOut', 'moves.restrict', 'moves.change', 'accounts.reveal'],
  },
  risk: {
    who: 'risk1',
    pages: [deskPaths.risk, deskPaths.riskLists, deskPaths.rules],
    presses: ['risk.stop', 'risk.restore', 'risk.halt', 'risk.add'],
  },
  products: {
    who: 'product',
    pages: [deskPaths.ranges, deskPaths.plans, deskPaths.coupons, deskPaths.brands, deskPaths.rights],
    presses: [
      'ranges.add',
      'ranges.changeRange',
      'ranges.addException',
      'ranges.changePrice',
      'plans.newPlan',
      'plans.changePlan',
      'coupons.newCoupon',
      'coupons.give',
      'coupons.stop',
      'brands.add',
      'brands.merge',
    ],
  },
  content: {
    who: 'content',
    pages: [
      deskPaths.notices,
      deskPaths.noticeNew,
      deskPaths.contact,
      deskPaths.agreements,
      deskPaths.agreementNew,
      deskPaths.noPermission,
    ],
  },
  administration: {
    who: 'admin',
    pages: [deskPaths.home, deskPaths.passkeys, deskPaths.people, deskPaths.health, deskPaths.audit],
    presses: ['staff.changeRoles', 'staff.disable'],
  },
}
