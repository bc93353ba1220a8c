/** Staff: sign-in, profile, and the chain of their actions. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import {
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  requestNo,
  text,
  Time,
  time,
  yesNo,
  type Words,
} from '../core/fields.ts'
import { PASSWORD_UNITS } from '../identity/identity.ts'
import { staffKeyNames, staffRoleNames, type StaffKey, type StaffRole } from '../core/staffRoles.ts'

const StaffId = id('stf')
const RoleName = z.enum(staffRoleNames as [StaffRole, ...StaffRole[]])
const KeyName = z.enum(staffKeyNames as [StaffKey, ...StaffKey[]])
const Code = pattern(/^\d{6}$/, 'code_shape')

export const StaffSelf = z.object({
  staffId: z.string(),
  loginName: z.string(),
  name: z.string(),
  roles: z.array(z.object({ role: RoleName, name: z.string() })),
  keys: z.array(KeyName),
  /** The session ends at this time regardless of activity, and after this long without a call. */
  expireTime: Time,
  idleMs: z.int(),
  /** Nothing can be done before a passkey is added (`KAIKA_STAFF_PASSKEY=require`). */
  passkeyNeeded: Flag,
})
export type StaffSelf = z.infer<typeof StaffSelf>

export const StaffSignedIn = z.object({ access_token: z.string(), access_overtime: Time, staff: StaffSelf })

/** One step and one refusal, so that the answer does not reveal which of the three was wrong. */
export const staffSignIn = call({
  on: 'POST /api/operator/login',
  title: '员工登录 Staff sign-in',
  who: 'client',
  perMinute: 30,
  input: z.object({
    username: text(40, 1),
    password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_UNITS)),
    code: Code,
  }),
  output: StaffSignedIn,
  refusals: ['credentials_wrong', 'code_locked', 'passkey_required'],
})

export const staffSignOut = call({
  on: 'POST /api/operator/logout',
  title: '员工退出 Staff sign-out',
  who: 'staff',
  input: nothing,
  output: nothing,
  refusals: [],
})

export const staffSelf = call({
  on: 'GET /api/operator/me',
  title: '当前员工 Current staff member',
  who: 'staff',
  input: nothing,
  output: StaffSelf,
  refusals: [],
})

/** Pending work of this person: one card per queue. */
export const staffQueues = call({
  on: 'GET /api/operator/queues',
  title: '待办队列 Queues',
  who: 'staff',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        queue: z.string(),
        name: z.string(),
        count: z.int(),
        oldestTime: z.nullable(Time),
        /** The promised time to first response. */
        slaMs: z.int(),
        path: z.string(),
      }),
    ),
  }),
  refusals: [],
})

export const StaffRow = z.object({
  staffId: z.string(),
  loginName: z.string(),
  name: z.string(),
  roles: z.array(z.object({ role: RoleName, name: z.string() })),
  disabled: Flag,
  lastActiveTime: z.nullable(Time),
  createTime: Time,
  /** A pending approval that would change the roles. */
  pendingApprovalId: z.nullable(z.string()),
})
export type StaffRow = z.infer<typeof StaffRow>

export const listStaff = call({
  on: 'GET /api/operator/staff/page',
  title: '员工列表 Staff',
  who: 'staff:people.view',
  input: z.object({ ...pageInput, keyword: z.optional(text(40)), role: z.optional(RoleName) }),
  output: pageOf(StaffRow),
  refusals: [],
})

/** Locking someone out must be quick, so one person can do it; so is letting them in again, because the roles are unchanged. */
export const disableStaff = call({
  on: 'POST /api/operator/staff/disable',
  title: '停用员工 Disable staff',
  who: 'staff:people.make',
  once: true,
  input: z.object({ staffId: StaffId, disabled: yesNo, reason: text(500, 2), requestNo }),
  output: z.object({ staffId: z.string(), disabled: Flag }),
  refusals: ['not_found', 'conflict', 'own_person'],
})

/** Requests a change of roles, which another person has to approve. */
export const changeStaffRoles = call({
  on: 'POST /api/operator/staff/roles',
  title: '变更员工角色 Change staff roles',
  who: 'staff:people.make',
  once: true,
  input: z.object({ staffId: StaffId, roles: listOf(RoleName, 1, 12), reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'own_person', 'day_cap_reached'],
})

export const staffActions = {
  SIGN_IN: { cn: '登录', en: 'Sign-in' },
  SIGN_IN_FAILED: { cn: '登录失败', en: 'Sign-in failed' },
  SIGN_OUT: { cn: '退出', en: 'Sign-out' },
  PROPOSE: { cn: '发起复核', en: 'Approval requested' },
  APPROVE: { cn: '复核通过', en: 'Approved' },
  REJECT: { cn: '复核驳回', en: 'Rejected' },
  WITHDRAW: { cn: '撤回申请', en: 'Request cancelled' },
  EXPIRE: { cn: '复核过期', en: 'Expired' },
  STAFF: { cn: '员工管理', en: 'Staff management' },
  ACCOUNT: { cn: '账户操作', en: 'Account' },
  VIEW: { cn: '查看账户', en: 'Account viewed' },
  REVEAL: { cn: '查看个人信息', en: 'Personal data revealed' },
  MONEY: { cn: '资金业务', en: 'Money movement' },
  IDENTITY: { cn: '实名审核', en: 'Identity' },
  TREASURY: { cn: '汇率与通道', en: 'Rates and rails' },
  RISK: { cn: '风控', en: 'Risk' },
  PRODUCT: { cn: '产品与价格', en: 'Products and prices' },
  CONTENT: { cn: '内容', en: 'Content' },
  CONFIG: { cn: '配置', en: 'Settings' },
  BOOKS: { cn: '账簿', en: 'Books' },
  HEALTH: { cn: '系统', en: 'Health' },
} as const satisfies Record<string, Words>
export type StaffAction = keyof typeof staffActions
const ActionName = z.enum(Object.keys(staffActions) as [StaffAction, ...StaffAction[]])

export const StaffAuditRow = z.object({
  id: z.string(),
  chain: z.string(),
  seq: z.int(),
  createTime: Time,
  staffName: z.string(),
  action: ActionName,
  actionText: z.string(),
  target: z.string(),
  accountId: z.nullable(z.string()),
  content: z.string(),
  reason: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  ip: z.string(),
  hash: z.string(),
})
export type StaffAuditRow = z.infer<typeof StaffAuditRow>

export const listStaffAudit = call({
  on: 'GET /api/operator/audit/page',
  title: '审计日志 Staff audit',
  who: 'staff:audit.view',
  input: z.object({
    ...pageInput,
    action: z.optional(ActionName),
    keyword: z.optional(text(60)),
    startTime: z.optional(time),
    endTime: z.optional(time),
  }),
  output: pageOf(StaffAuditRow),
  refusals: [],
})

export const verifyStaffAudit = call({
  on: 'GET /api/operator/audit/verify',
  title: '校验审计链 Verify the audit chain',
  who: 'staff:audit.view',
  perMinute: 20,
  input: nothing,
  output: z.object({
    rows: z.int(),
    chains: z.int(),
    checkTime: Time,
    breaks: z.array(z.object({ chain: z.string(), seq: z.int(), id: z.string(), why: z.string() })),
  }),
  refusals: [],
})

/** Data that staff can reveal, one item at a time and for a reason that the audit keeps, with a daily limit per kind. */

/**
 * Per kind, person and day in Asia/Shanghai. Far above what the work requires and far below what a customer list is worth; reaching a limit raises an alarm.
 * Slips have a higher limit, because each wire's slip is viewed about twice.
 */
export const revealKinds = {
  MOBILE: { name: { cn: '手机号', en: 'mobile numbers' }, perDay: 50 },
  IDENTITY: { name: { cn: '实名资料', en: 'identity documents' }, perDay: 50 },
  PAYOUT_CARD: { name: { cn: '收款卡号', en: 'payout card numbers' }, perDay: 50 },
  CLOSING_PAYEE: { name: { cn: '注销退款收款账号', en: 'bank accounts of closing payouts' }, perDay: 50 },
  SLIP: { name: { cn: '汇款凭证', en: 'transfer slips' }, perDay: 200 },
  EVIDENCE: { name: { cn: '争议凭证', en: 'evidence of disputes' }, perDay: 200 },
} as const satisfies Record<string, { name: Words; perDay: number }>
export type RevealKind = keyof typeof revealKinds
