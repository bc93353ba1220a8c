/**
 * Who may see which page and press which button (docs/reference/permissions.md#pages). Ids in the page table are fixed by the product and never change. The
 * server refuses by these tables; the console hides and disables by them.
 */
import type { Words } from './fields.ts'

/** The three route sets: a sub-account; a parent with sub-accounts; a parent without. */
export type RouteSet = 'sub' | 'parentWithSubs' | 'parent'

type Page = {
  readonly path: string
  readonly parentId: string
  readonly name: Words
  readonly sets: readonly RouteSet[]
  /** Whether a role may give it to a sub-account. `always`: every sub-account has it. */
  readonly grant: 'no' | 'yes' | 'always'
  /** It comes with this page, to everybody who has that one. */
  readonly with?: string
}

const everyone = ['sub', 'parentWithSubs', 'parent'] as const
const parents = ['parentWithSubs', 'parent'] as const
const withSubs = ['parentWithSubs'] as const

export const pages = {
  '2001': { path: '/home', parentId: '0', name: { cn: '总览', en: 'Overview' }, sets: parents, grant: 'no' },
  '2008': {
    path: '/subHome',
    parentId: '0',
    name: { cn: '总览', en: 'Overview' },
    sets: ['sub', 'parentWithSubs'],
    grant: 'always',
  },
  '2002': { path: '/shop', parentId: '0', name: { cn: '套餐费率', en: 'Rate Plan' }, sets: parents, grant: 'no' },
  '2003': {
    path: '/finance',
    parentId: '0',
    name: { cn: '资金中心', en: 'Funding Center' },
    sets: everyone,
    grant: 'yes',
  },
  '2003001': {
    path: '/FinanceRecharge',
    parentId: '2003',
    name: { cn: '快捷充值', en: 'Quick top-up' },
    sets: parents,
    grant: 'no',
  },
  '2003001001': {
    path: '/FinanceRechargeIndex',
    parentId: '2003001',
    name: { cn: '快捷充值', en: 'Quick top-up' },
    sets: parents,
    grant: 'no',
  },
  '2003001002': {
    path: '/FinanceRechargeOnline',
    parentId: '2003001',
    name: { cn: '在线充值', en: 'Online Recharge' },
    sets: parents,
    grant: 'no',
  },
  '2003001003': {
    path: '/FinanceRechargeBank',
    parentId: '2003001',
    name: { cn: '美元电汇', en: 'USD bank transfer' },
    sets: parents,
    grant: 'no',
  },
  '2003001004': {
    path: '/FinanceRechargeUnionPay',
    parentId: '2003001',
    name: { cn: '银联充值', en: 'UnionPay' },
    sets: parents,
    grant: 'no',
  },
  '2003002': {
    path: '/financeAudit',
    parentId: '2003',
    name: { cn: '汇款预报', en: 'Funding Forecast' },
    sets: parents,
    grant: 'no',
  },
  '2003003': {
    path: '/financeRecord',
    parentId: '2003',
    name: { cn: '资金明细', en: 'Financial breakdown' },
    sets: everyone,
    grant: 'yes',
  },
  '2003004': {
    path: '/moneyFlow',
    parentId: '2003',
    name: { cn: '资金流向', en: 'Money flow' },
    sets: everyone,
    grant: 'no',
    with: '2003003',
  },
  '2004': {
    path: '/cardGrande',
    parentId: '0',
    name: { cn: '场景查询', en: 'Scenario Query' },
    sets: parents,
    grant: 'no',
  },
  '2005': { path: '/card', parentId: '0', name: { cn: '我的卡片', en: 'My Cards' }, sets: everyone, grant: 'yes' },
  '2005001': {
    path: '/cardOpen',
    parentId: '2005',
    name: { cn: '快速开卡', en: 'Quick Card Opening' },
    sets: everyone,
    grant: 'yes',
  },
  '2005002': {
    path: '/cardList',
    parentId: '2005',
    name: { cn: '卡片列表', en: 'Card List' },
    sets: everyone,
    grant: 'yes',
  },
  '2005003': {
    path: '/cardGroup',
    parentId: '2005',
    name: { cn: '卡片分组', en: 'Card grouping' },
    sets: parents,
    grant: 'no',
  },
  '2005004': {
    path: '/cardRecord',
    parentId: '2005',
    name: { cn: '交易记录', en: 'Transaction History' },
    sets: everyone,
    grant: 'yes',
  },
  '2005005': {
    path: '/cardControls',
    parentId: '2005',
    name: { cn: '卡片管控', en: 'Card controls' },
    sets: everyone,
    grant: 'yes',
  },
  '2005006': {
    path: '/cardDisputes',
    parentId: '2005',
    name: { cn: '争议', en: 'Disputes' },
    sets: everyone,
    grant: 'yes',
  },
  '2005007': {
    path: '/cardAnalysis',
    parentId: '2005',
    name: { cn: '消费分析', en: 'Spend analysis' },
    sets: everyone,
    grant: 'no',
    with: '2005004',
  },
  '2006': { path: '/subAccount', parentId: '0', name: { cn: '子账户', en: 'Sub-account' }, sets: parents, grant: 'no' },
  '2006001': {
    path: '/subAccountManage',
    parentId: '2006',
    name: { cn: '账户管理', en: 'Account Management' },
    sets: parents,
    grant: 'no',
  },
  '2006002': {
    path: '/subCardList',
    parentId: '2006',
    name: { cn: '子账户卡片', en: 'Sub-account cards' },
    sets: withSubs,
    grant: 'no',
  },
  '2006003': {
    path: '/subCardRecord',
    parentId: '2006',
    name: { cn: '子账户交易', en: 'Sub-account transactions' },
    sets: withSubs,
    grant: 'no',
  },
  '2007': {
    path: '/personal',
    parentId: '0',
    name: { cn: '个人中心', en: 'Personal Center' },
    sets: everyone,
    grant: 'always',
  },
  '2007001': {
    path: '/account',
    parentId: '2007',
    name: { cn: '我的账户', en: 'My Account' },
    sets: everyone,
    grant: 'always',
  },
  '2007002': {
    path: '/googleAuth',
    parentId: '2007',
    name: { cn: '谷歌验证', en: 'Google Verification' },
    sets: parents,
    grant: 'no',
  },
  '2007003': {
    path: '/operate',
    parentId: '2007',
    name: { cn: '操作日志', en: 'Operation log' },
    sets: parents,
    grant: 'no',
  },
} as const satisfies Record<string, Page>
export type PageId = keyof typeof pages

/** Element keys: what a role may give a sub-account. They never limit a parent. Granting a key grants its `page`. */
export const elements = {
  'wallet:view': { page: '2008', name: { cn: '查看钱包', en: 'View wallet' } },
  'flow:view': { page: '2003003', name: { cn: '查看资金明细', en: 'View breakdown' } },
  'flow:export': { page: '2003003', name: { cn: '导出资金明细', en: 'Export breakdown' } },
  'card:view': { page: '2005002', name: { cn: '查看卡片', en: 'View cards' } },
  'card:open': { page: '2005001', name: { cn: '开卡', en: 'Open cards' } },
  'card:batchOpen': { page: '2005001', name: { cn: '批量开卡', en: 'Open in batches' } },
  'card:import': { page: '2005001', name: { cn: 'Excel 开卡', en: 'Open from Excel' } },
  'card:recharge': { page: '2005002', name: { cn: '卡充值', en: 'Load cards' } },
  'card:batchRecharge': { page: '2005002', name: { cn: '批量充值', en: 'Load in batches' } },
  'card:reduce': { page: '2005002', name: { cn: '卡提现', en: 'Withdraw from cards' } },
  'card:freeze': { page: '2005002', name: { cn: '冻结与解冻', en: 'Freeze and unfreeze' } },
  'card:control.view': { page: '2005005', name: { cn: '查看管控', en: 'View card controls' } },
  'card:control': { page: '2005005', name: { cn: '设置管控', en: 'Set card controls' } },
  'card:delete': { page: '2005002', name: { cn: '销卡', en: 'Delete cards' } },
  'card:batchDelete': { page: '2005002', name: { cn: '批量销卡', en: 'Delete in batches' } },
  'card:reveal': { page: '2005002', name: { cn: '查看完整卡号', en: 'Reveal card numbers' } },
  'card:otp': { page: '2005002', name: { cn: '查看 3D 验证码', en: 'View 3-D Secure codes' } },
  'card:editAddress': { page: '2005002', name: { cn: '修改账单地址', en: 'Edit billing address' } },
  'card:group': { page: '2005002', name: { cn: '移动分组', en: 'Move between groups' } },
  'card:tag': { page: '2005002', name: { cn: '管理标签', en: 'Tag cards' } },
  'card:log': { page: '2005002', name: { cn: '卡操作日志', en: 'View card log' } },
  'card:export': { page: '2005002', name: { cn: '导出卡片', en: 'Export cards' } },
  'card:exportFull': { page: '2005002', name: { cn: '导出完整卡号', en: 'Export full card numbers' } },
  'card:grade': { page: '2005001', name: { cn: '场景查询', en: 'Scenario query' } },
  'group:view': { page: '2005002', name: { cn: '查看分组', en: 'View groups' } },
  'trade:view': { page: '2005004', name: { cn: '查看交易', en: 'View transactions' } },
  'trade:export': { page: '2005004', name: { cn: '导出交易', en: 'Export transactions' } },
  'dispute:view': { page: '2005006', name: { cn: '查看争议', en: 'View disputes' } },
  'dispute:make': { page: '2005006', name: { cn: '提出争议', en: 'Dispute purchases' } },
  'log:view': { page: '2007001', name: { cn: '查看操作日志', en: 'View operation log' } },
  'budget:view': { page: '2008', name: { cn: '查看预算', en: 'View budget' } },
} as const satisfies Record<string, { page: PageId; name: Words }>
export type ElementKey = keyof typeof elements
export const elementKeys = Object.keys(elements) as ElementKey[]

/** States of an account (or of the acting sub-account) that block actions. The first that applies decides. */
export const standings = ['ACTIVE', 'RESTRICTED', 'HELD', 'SHUTDOWN', 'SUB_EXPIRED', 'CLOSING', 'FROZEN'] as const
export type Standing = (typeof standings)[number]
export type Availability =
  | 'view'
  | 'topUp'
  | 'open'
  | 'load'
  | 'unload'
  | 'delete'
  | 'freeze'
  | 'unfreeze'
  | 'reveal'
  | 'edit'
  | 'dispute'
  | 'plan'
  | 'seat'
  | 'rebateWithdraw'
  | 'payout'
  | 'close'

/** Action × standing: the server refuses by it, the console disables by it. HELD, set by staff, blocks the same actions as a debt; FROZEN, whose funds staff have frozen, leaves looking and freezing cards. */
// oxfmt-ignore
export const availability = {
  view: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: true, SUB_EXPIRED: true, CLOSING: true, FROZEN: true },
  topUp: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: true, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
  open: { ACTIVE: true, RESTRICTED: false, HELD: false, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
  load: { ACTIVE: true, RESTRICTED: false, HELD: false, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
  unload: { ACTIVE: true, RESTRICTED: false, HELD: false, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: true, FROZEN: false },
  delete: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: true, FROZEN: false },
  freeze: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: true, SUB_EXPIRED: true, CLOSING: true, FROZEN: true },
  unfreeze: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: false, SUB_EXPIRED: true, CLOSING: false, FROZEN: false },
  reveal: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: false, SUB_EXPIRED: true, CLOSING: false, FROZEN: false },
  edit: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
  // Also with a debt, and after a shutdown: the right to dispute a purchase stays.
  dispute: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: true, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
  plan: { ACTIVE: true, RESTRICTED: false, HELD: false, SHUTDOWN: true, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
  seat: { ACTIVE: true, RESTRICTED: false, HELD: false, SHUTDOWN: true, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
  rebateWithdraw: { ACTIVE: true, RESTRICTED: true, HELD: true, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: true, FROZEN: false },
  /** Money that leaves the service: blocked while something is owed. */
  payout: { ACTIVE: true, RESTRICTED: false, HELD: false, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: true, FROZEN: false },
  // Staff decide about closing with a debt or after a shutdown.
  close: { ACTIVE: true, RESTRICTED: false, HELD: false, SHUTDOWN: false, SUB_EXPIRED: false, CLOSING: false, FROZEN: false },
} as const satisfies Record<Availability, Record<Standing, boolean>>

/** The pages of a parent's route set. A sub-account's pages come from its role: `pagesOfKeys`. */
export const pagesOf = (set: RouteSet): PageId[] =>
  (Object.keys(pages) as PageId[]).filter((id) => (pages[id].sets as readonly RouteSet[]).includes(set))

/** Returns the pages that a sub-account sees: pages that are always granted, pages granted by its role, pages implied by its keys, and their groups. */
export function pagesOfKeys(keys: readonly ElementKey[], granted: readonly PageId[] = []): PageId[] {
  const seen = new Set<PageId>(granted.filter((id) => pages[id].grant === 'yes'))
  for (const key of keys) seen.add(elements[key].page)
  for (const id of pagesOf('sub')) if (pages[id].grant === 'always') seen.add(id)
  for (const id of pagesOf('sub')) if (seen.has((pages[id] as Page).with as PageId)) seen.add(id)
  for (const id of [...seen]) if (pages[id].parentId in pages) seen.add(pages[id].parentId as PageId)
  return pagesOf('sub').filter((id) => seen.has(id))
}
