/** The operation log and the sign-in log. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { pageInput, pageOf, text, Time, time, type Words, yesNo } from '../core/fields.ts'

/** Every kind of operation that leaves a row in the operation log. */
export const operateTypes = {
  LOGIN: { cn: '登录', en: 'Sign-in' },
  LOGOUT: { cn: '退出登录', en: 'Sign-out' },
  SIGNUP: { cn: '注册', en: 'Sign-up' },
  PWD: { cn: '修改密码', en: 'Password change' },
  MOBILE: { cn: '修改手机号', en: 'Mobile number change' },
  PROFILE: { cn: '修改资料', en: 'Profile change' },
  SESSION: { cn: '会话管理', en: 'Sessions' },
  GOOGLE: { cn: '谷歌验证', en: 'Google verification' },
  PASSKEY: { cn: '通行密钥', en: 'Passkeys' },
  CARD_OPEN: { cn: '开卡', en: 'Card opening' },
  CARD_BATCH: { cn: '批量开卡', en: 'Batch opening' },
  CARD_IMPORT: { cn: 'Excel 开卡', en: 'Excel import' },
  CARD_RECHARGE: { cn: '卡充值', en: 'Card load' },
  CARD_REDUCE: { cn: '卡提现', en: 'Card withdrawal' },
  CARD_FREEZE: { cn: '冻结与解冻', en: 'Freeze and unfreeze' },
  CARD_CONTROL: { cn: '卡片管控', en: 'Card controls' },
  CARD_DELETE: { cn: '销卡', en: 'Card deletion' },
  CARD_REVEAL: { cn: '查看完整卡号', en: 'Card number revealed' },
  CARD_OTP: { cn: '查看 3D 验证码', en: '3-D Secure code viewed' },
  CARD_FEE: { cn: '卡片费用', en: 'Card fees' },
  CARD_ADDRESS: { cn: '修改账单地址', en: 'Billing address change' },
  CARD_REMARK: { cn: '修改卡片备注', en: 'Card remark change' },
  EXPORT: { cn: '导出', en: 'Export' },
  GROUP: { cn: '卡片分组', en: 'Card group' },
  TAG: { cn: '标签', en: 'Tag' },
  DEBT: { cn: '欠款抵扣', en: 'Debt repayment' },
  TOPUP: { cn: '充值', en: 'Top-up' },
  FORECAST: { cn: '汇款预报', en: 'Funding forecast' },
  DISPUTE: { cn: '争议', en: 'Dispute' },
  PLAN: { cn: '套餐', en: 'Rate plan' },
  SUB_ADD: { cn: '新增子账户', en: 'Sub-account added' },
  SUB_EDIT: { cn: '修改子账户', en: 'Sub-account changed' },
  SUB_ASK: { cn: '子账户申请', en: 'Sub-account request' },
  SUB_FREEZE: { cn: '冻结子账户', en: 'Sub-account frozen' },
  SUB_RENEW: { cn: '子账户续期', en: 'Sub-account renewed' },
  SUB_PWD: { cn: '重置子账户密码', en: 'Sub-account password reset' },
  ROLE: { cn: '角色权限', en: 'Role permissions' },
  IDENTITY: { cn: '实名认证', en: 'Identity verification' },
  REBATE: { cn: '返佣', en: 'Rebate' },
  BANKCARD: { cn: '银行卡', en: 'Bank card' },
  CLOSE: { cn: '注销账户', en: 'Account closing' },
  FUNDS: { cn: '资金冻结', en: 'Frozen funds' },
  STAFF: { cn: '客服操作', en: 'Customer service' },
} as const satisfies Record<string, Words>
export type OperateType = keyof typeof operateTypes

/** What the row of a code that somebody saw begins with: rows of one login and hour can be listed as one. */
export const codeViewed = { cn: '查看 3D 验证码', en: 'Viewed a 3-D Secure code' } as const satisfies Words

export const loginTypes = {
  PWD: { cn: '密码登录', en: 'Password change' },
  CODE: { cn: '验证码登录', en: 'SMS code' },
  PROFILE: { cn: '修改资料', en: 'Profile change' },
  SESSION: { cn: '会话管理', en: 'Sessions' },
  GOOGLE: { cn: '谷歌验证登录', en: 'Google verification' },
  PASSKEY: { cn: '通行密钥登录', en: 'Passkey' },
  REFRESH: { cn: '自动续期', en: 'Refresh' },
} as const satisfies Record<string, Words>
export type LoginType = keyof typeof loginTypes

export const enums = { operateType: operateTypes, loginType: loginTypes }

const namesOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const OperateTypeName = namesOf(operateTypes)
const LoginTypeName = namesOf(loginTypes)
const Result = z.enum(['OK', 'FAIL'])

const period = { startTime: z.optional(time), endTime: z.optional(time) }

const LoginLogRow = z.object({
  id: z.string(),
  createTime: Time,
  type: LoginTypeName,
  ip: z.string(),
  ipArea: z.string(),
  device: z.string(),
  browser: z.string(),
  result: Result,
  failReason: z.nullable(z.string()),
})

export const listSignIns = call({
  on: 'GET /api/user/LoginLog',
  title: '登录日志 Sign-in history',
  who: 'member',
  input: z.object({ ...pageInput, ...period, result: z.optional(Result) }),
  output: pageOf(LoginLogRow),
  refusals: [],
})

const OperateLogRow = z.object({
  id: z.string(),
  createTime: Time,
  actorName: z.string(),
  subUid: z.nullable(z.string()),
  type: OperateTypeName,
  typeText: z.string(),
  target: z.string(),
  content: z.string(),
  ip: z.string(),
  result: Result,
  /** The row stands for so many, from then until its own time. */
  folded: z.optional(z.object({ count: z.int(), since: Time })),
})

export const listOperations = call({
  on: 'GET /api/user/operateLog',
  title: '操作日志 Operation log',
  who: 'log:view',
  input: z.object({
    ...pageInput,
    ...period,
    type: z.optional(OperateTypeName),
    subUid: z.optional(text(40)),
    keyword: z.optional(text(60)),
    /** One row for all codes that a login saw in an hour, unless a type or a keyword is searched for. */
    fold: z.optional(yesNo),
  }),
  output: pageOf(OperateLogRow),
  refusals: [],
})
