/**
 * What staff may do (docs/reference/permissions.md#staff-roles). A row of the contract names the required key as its `who`; a person has the keys of all their
 * roles. `.view` reads, `.make` requests or acts, `.check` approves what someone else requested.
 */
import type { Words } from './fields.ts'

export const staffKeys = {
  'staff:account.view': { cn: '查看账户', en: 'View accounts' },
  'staff:account.reveal': { cn: '查看个人信息明文', en: 'Reveal personal data' },
  'staff:account.make': { cn: '账户操作（经办）', en: 'Manage accounts' },
  'staff:account.check': { cn: '账户操作（复核）', en: 'Approve account actions' },
  'staff:adjust.make': { cn: '发起钱包调账', en: 'Request wallet adjustments' },
  'staff:identity.view': { cn: '查看实名资料', en: 'View identity documents' },
  'staff:identity.reveal': { cn: '查看实名资料明文', en: 'Reveal identity documents' },
  'staff:identity.make': { cn: '实名审核', en: 'Review identities' },
  'staff:identity.check': { cn: '企业认证复核', en: 'Approve business verifications' },
  'staff:money.view': { cn: '查看资金业务', en: 'View payment orders' },
  'staff:money.make': { cn: '资金业务经办', en: 'Match and return payments' },
  'staff:money.check': { cn: '资金业务复核', en: 'Approve payment actions' },
  'staff:treasury.view': { cn: '查看汇率、通道与资金', en: 'View rates, rails and treasury' },
  'staff:treasury.make': { cn: '汇率、通道与资金经办', en: 'Change rates and rails, record treasury movements' },
  'staff:treasury.check': { cn: '汇率、通道与资金复核', en: 'Approve rates, rails and treasury movements' },
  'staff:risk.view': { cn: '查看风控', en: 'View risk' },
  'staff:risk.make': { cn: '风控处置', en: 'Manage risk' },
  'staff:risk.check': { cn: '风控复核', en: 'Approve risk actions' },
  'staff:dispute.view': { cn: '查看争议', en: 'View disputes' },
  'staff:dispute.make': { cn: '争议处理（经办）', en: 'File and decide disputes' },
  'staff:dispute.check': { cn: '争议结果复核', en: 'Approve outcomes of disputes' },
  'staff:product.view': { cn: '查看产品与价格', en: 'View products and prices' },
  'staff:product.make': { cn: '产品与价格经办', en: 'Change products and prices' },
  'staff:product.check': { cn: '产品与价格复核', en: 'Approve products and prices' },
  'staff:content.view': { cn: '查看内容', en: 'View content' },
  'staff:content.make': { cn: '内容编辑', en: 'Edit content' },
  'staff:content.check': { cn: '内容复核', en: 'Approve content' },
  'staff:books.view': { cn: '查看账簿', en: 'View books' },
  'staff:books.make': { cn: '对账处理', en: 'Resolve breaks' },
  'staff:config.view': { cn: '查看配置', en: 'View settings' },
  'staff:config.make': { cn: '修改配置', en: 'Change settings' },
  'staff:config.check': { cn: '配置复核', en: 'Approve settings' },
  'staff:people.view': { cn: '查看员工', en: 'View staff' },
  'staff:people.make': { cn: '管理员工', en: 'Manage staff' },
  'staff:people.check': { cn: '员工角色复核', en: 'Approve staff roles' },
  'staff:audit.view': { cn: '审计日志', en: 'View audit log' },
  'staff:health.view': { cn: '查看系统健康', en: 'View health' },
  'staff:health.make': { cn: '任务重放', en: 'Replay jobs' },
} as const satisfies Record<`staff:${string}.${'view' | 'reveal' | 'make' | 'check'}`, Words>
export type StaffKey = keyof typeof staffKeys
export const staffKeyNames = Object.keys(staffKeys) as StaffKey[]

const everyView = staffKeyNames.filter((key) => key.endsWith('.view'))

/** Staff administrators never handle money, and the people who change prices do not check them. */
export const staffRoles = {
  SUPPORT: {
    name: { cn: '客服', en: 'Support' },
    keys: [
      'staff:account.view',
      'staff:account.reveal',
      'staff:account.make',
      'staff:adjust.make', // support requests, finance approves
      'staff:money.view',
      'staff:risk.view',
      'staff:dispute.view',
    ],
  },
  KYC: {
    name: { cn: '实名审核', en: 'Identity review' },
    keys: [
      'staff:account.view',
      'staff:identity.view',
      'staff:identity.reveal',
      'staff:identity.make',
      'staff:identity.check',
    ],
  },
  FIN_MAKER: {
    name: { cn: '财务经办', en: 'Finance (requests)' },
    keys: [
      'staff:account.view',
      'staff:adjust.make',
      'staff:money.view',
      'staff:money.make',
      'staff:dispute.view',
      'staff:dispute.make',
      'staff:books.view',
      'staff:books.make',
    ],
  },
  FIN_CHECKER: {
    name: { cn: '财务复核', en: 'Finance (approvals)' },
    keys: [
      'staff:account.view',
      'staff:money.view',
      'staff:money.check',
      'staff:dispute.view',
      'staff:dispute.check',
      'staff:books.view',
      'staff:account.check',
      'staff:product.view',
      'staff:product.check',
      'staff:treasury.view',
      'staff:treasury.check',
    ],
  },
  TREASURY: {
    name: { cn: '资金调度', en: 'Treasury' },
    keys: ['staff:money.view', 'staff:treasury.view', 'staff:treasury.make', 'staff:books.view'],
  },
  RISK: {
    name: { cn: '风控', en: 'Risk' },
    keys: [
      'staff:account.view',
      'staff:account.reveal',
      'staff:risk.view',
      'staff:risk.make',
      'staff:dispute.view',
      'staff:dispute.make',
    ],
  },
  RISK_APPROVER: {
    name: { cn: '风控复核', en: 'Risk approver' },
    keys: [
      'staff:account.view',
      'staff:risk.view',
      'staff:risk.check',
      'staff:dispute.view',
      'staff:dispute.check',
      'staff:account.check',
      'staff:identity.view',
      'staff:identity.reveal',
      'staff:identity.check',
      'staff:content.view',
      'staff:content.check',
    ],
  },
  PRODUCT: {
    name: { cn: '产品', en: 'Product' },
    keys: ['staff:product.view', 'staff:product.make', 'staff:content.view', 'staff:content.check'],
  },
  CONTENT: { name: { cn: '内容运营', en: 'Content' }, keys: ['staff:content.view', 'staff:content.make'] },
  AUDITOR: { name: { cn: '审计', en: 'Auditor' }, keys: [...everyView, 'staff:people.check', 'staff:config.check'] },
  ADMIN: {
    name: { cn: '管理员', en: 'Administrator' },
    keys: [
      'staff:people.view',
      'staff:people.make',
      'staff:people.check',
      'staff:config.view',
      'staff:config.make',
      'staff:config.check',
      'staff:audit.view',
      'staff:health.view',
    ],
  },
  SRE: { name: { cn: '运维', en: 'Reliability' }, keys: ['staff:health.view', 'staff:health.make'] },
} as const satisfies Record<string, { name: Words; keys: readonly StaffKey[] }>
export type StaffRole = keyof typeof staffRoles
export const staffRoleNames = Object.keys(staffRoles) as StaffRole[]

/** Returns every key of these roles. A role that no longer exists grants nothing. */
export const keysOfRoles = (roles: readonly string[]): Set<StaffKey> =>
  new Set(roles.flatMap((role) => (Object.hasOwn(staffRoles, role) ? staffRoles[role as StaffRole].keys : [])))
