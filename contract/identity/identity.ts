/** Sign-up, sign-in, the session, and what the console loads about the user at start. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, pattern, preprocess, reading, text, Time, withDefault, yes, yesNo, type Words } from '../core/fields.ts'
import { standings } from '../core/permissions.ts'
import { PageNode } from '../roles/roles.ts'

/** Account, risk and sub-account statuses as shown to people. */
export const accountStatuses = {
  ACTIVE: { cn: '正常', en: 'Active' },
  CLOSING: { cn: '注销中', en: 'Closing' },
  CLOSED: { cn: '已注销', en: 'Closed' },
  DEACTIVATED: { cn: '已停用', en: 'Deactivated' },
} as const satisfies Record<string, Words>
export type AccountStatus = keyof typeof accountStatuses

export const riskStates = {
  NORMAL: { cn: '正常', en: 'Normal' },
  WARN: { cn: '预警', en: 'Warning' },
  SHUTDOWN: { cn: '已停用', en: 'Stopped' },
} as const satisfies Record<string, Words>
export type RiskState = keyof typeof riskStates

export const subStatuses = {
  NORMAL: { cn: '正常', en: 'Normal' },
  FROZEN: { cn: '冻结', en: 'Frozen' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>
export type SubStatus = keyof typeof subStatuses

export const identityTypes = {
  PERSON: { cn: '个人认证', en: 'Individual' },
  BUSINESS: { cn: '企业认证', en: 'Business' },
} as const satisfies Record<string, Words>

export const identityStatuses = {
  NONE: { cn: '未认证', en: 'Not verified' },
  PENDING: { cn: '待审核', en: 'Submitted' },
  REVIEWING: { cn: '审核中', en: 'In review' },
  NEED_INFO: { cn: '待补充', en: 'More information needed' },
  PASSED: { cn: '已认证', en: 'Verified' },
  REJECTED: { cn: '未通过', en: 'Rejected' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>

export const budgetPeriods = {
  DAY: { cn: '每日', en: 'Per day' },
  MONTH: { cn: '每月', en: 'Per month' },
  TOTAL: { cn: '累计', en: 'Total' },
} as const satisfies Record<string, Words>

/** Calling codes offered at sign-up. A mobile is stored as `+` area number. */
export const areas = {
  '86': { cn: '+86 中国大陆', en: '+86 Mainland China' },
  '852': { cn: '+852 中国香港', en: '+852 Hong Kong' },
  '853': { cn: '+853 中国澳门', en: '+853 Macao' },
  '886': { cn: '+886 中国台湾', en: '+886 Taiwan' },
  '65': { cn: '+65 新加坡', en: '+65 Singapore' },
  '60': { cn: '+60 马来西亚', en: '+60 Malaysia' },
  '66': { cn: '+66 泰国', en: '+66 Thailand' },
  '84': { cn: '+84 越南', en: '+84 Vietnam' },
  '81': { cn: '+81 日本', en: '+81 Japan' },
  '82': { cn: '+82 韩国', en: '+82 South Korea' },
  '1': { cn: '+1 美国 / 加拿大', en: '+1 United States / Canada' },
  '44': { cn: '+44 英国', en: '+44 United Kingdom' },
  '61': { cn: '+61 澳大利亚', en: '+61 Australia' },
} as const satisfies Record<string, Words>

/** The display order, because numeric object keys are iterated in numeric order. */
export const areaOrder = [
  '86',
  '852',
  '853',
  '886',
  '65',
  '60',
  '66',
  '84',
  '81',
  '82',
  '1',
  '44',
  '61',
] as const satisfies readonly (keyof typeof areas)[]

export const enums = {
  accountStatus: accountStatuses,
  riskState: riskStates,
  subStatus: subStatuses,
  identityType: identityTypes,
  identityStatus: identityStatuses,
  budgetPeriod: budgetPeriods,
  area: areas,
}

/** 8 to 64 characters of any script and kind, including spaces, in NFKC form. The list of known passwords is on the server. */
export const passwordFitsShape = (password: string): boolean => /^\P{Cc}{8,64}$/u.test(password.normalize('NFKC'))
/** In UTF-16, decomposed: longer than any password can be. */
export const PASSWORD_UNITS = 400
export const Password = z
  .string()
  .check(z.maxLength(PASSWORD_UNITS, 'password_shape'), z.refine(passwordFitsShape, 'password_shape'))

/** Whether a mobile, as people type it, is valid in its area. */
export const mobileFits = ({ mobile, area }: { mobile: string; area: string }) =>
  area === '86' ? /^1[3-9]\d{9}$/.test(mobile) : /^[1-9]\d{4,13}$/.test(mobile)
export const mobileInput = { mobile: text(20, 1), area: withDefault(pattern(/^[1-9]\d{0,3}$/), '86') }
export const mobileWrong = { path: ['mobile'], message: 'mobile', when: reading('mobile', 'area') }
export const passwordsDiffer = {
  path: ['confirmPassword'],
  message: 'passwords_differ',
  when: reading('password', 'confirmPassword'),
}
export const SmsCode = pattern(/^\d{6}$/, 'code_shape')

/** Proof of a solved work challenge or, for sign-in, of a solved picture; required unless the settings switch captchas off. */
export const ticket = z.optional(z.string().check(z.maxLength(100)))

/** The answer of every call that sends a code, identical whether or not the number is registered. */
export const CodeSent = z.object({ codeId: z.string(), expireTime: Time, nextTime: Time, target: z.string() })

/** A ticket, such as for a step-up. */
export const Ticket = z.object({ ticket: z.string(), expireTime: Time })

export const Tokens = z.object({ access_token: z.string(), access_overtime: Time, refresh_token: z.string() })

export const SignedIn = z.extend(Tokens, {
  userId: z.string(),
  nickname: z.string(),
  subAccount: Flag,
  googleRequired: Flag,
  /** With `autoLogin`: what the browser stores under `password`. Opaque, valid for one sign-in; never the password. */
  password: z.optional(z.string()),
})

/**
 * Accompanies a sign-in that a browser remembers. The key pair belongs to the browser and its private half cannot be exported, so a credential copied to
 * another browser is useless there.
 */
export const rememberInput = {
  /** With `autoLogin`: the public key, P-256 as SPKI in base64url. Without it no credential is issued. */
  rememberKey: z.optional(pattern(/^[\w-]{122}$/)),
  /** With a credential in place of the password: the challenge from `user/rememberChallenge`, and its signature (ECDSA, SHA-256, r and s in base64url). */
  rememberChallenge: z.optional(z.string().check(z.maxLength(200))),
  rememberSignature: z.optional(pattern(/^[\w-]{86}$/)),
}

export const signUpCode = call({
  on: 'GET /api/user/signup/code',
  title: '注册验证码 Send a sign-up code',
  who: 'public',
  changes: true,
  perMinute: 60,
  input: z.object({ ...mobileInput, ticket }).check(z.refine(mobileFits, mobileWrong)),
  output: CodeSent,
  refusals: ['captcha_needed', 'captcha_failed', 'code_locked'],
})

export const signUp = call({
  on: 'POST /api/user/signup',
  title: '注册 Sign up',
  who: 'public',
  perMinute: 60,
  input: z
    .object({
      ...mobileInput,
      code: SmsCode,
      password: Password,
      confirmPassword: z.string().check(z.maxLength(PASSWORD_UNITS)),
      agree: yes('agree'),
      invite: preprocess(
        (value) => (value === '' ? undefined : value),
        z.optional(pattern(/^(\d{6}|\d{8})$/, 'invite_shape')),
      ),
      nickname: preprocess((value) => (value === '' ? undefined : value), z.optional(text(20, 2))),
      lang: z.optional(z.enum(['cn', 'en'])),
    })
    .check(
      z.refine(mobileFits, mobileWrong),
      z.refine((input) => input.password === input.confirmPassword, passwordsDiffer),
    ),
  output: z.extend(Tokens, { userId: z.string() }),
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'conflict'],
})

export const signIn = call({
  on: 'POST /api/user/loginPwd',
  title: '密码登录 Sign in with a password',
  body: 'params',
  who: 'client',
  perMinute: 60,
  input: z.object({
    /** Mobile (mainland without prefix, others with `+`) or login name. */
    username: text(60, 1),
    /** The password, or the credential issued by an earlier sign-in with `autoLogin`. */
    password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_UNITS)),
    ticket,
    autoLogin: withDefault(yesNo, false),
    ...rememberInput,
  }),
  output: SignedIn,
  refusals: ['credentials_wrong', 'captcha_needed', 'code_locked', 'google_required', 'login_frozen'],
})

/** The answer is the same whether or not the credential is valid. */
export const rememberChallenge = call({
  on: 'POST /api/user/rememberChallenge',
  title: '自动登录挑战 Get a challenge for automatic sign-in',
  body: 'params',
  who: 'public',
  perMinute: 60,
  input: z.object({ credential: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: z.object({ challenge: z.string(), expireTime: Time }),
  refusals: [],
})

const refreshInput = z.object({
  grant_type: z.literal('refresh_token'),
  scope: withDefault(z.string().check(z.maxLength(20)), 'server'),
  type: withDefault(z.string().check(z.maxLength(20)), 'web'),
  refresh_token: z.string().check(z.minLength(1), z.maxLength(200)),
})

export const refresh = call({
  on: 'POST /api/oauth/token',
  title: '刷新令牌 Refresh the session',
  who: 'client',
  perMinute: 120,
  input: refreshInput,
  output: Tokens,
  refusals: ['signed_out', 'idle', 'revoked', 'login_frozen'],
})

export const refreshToken = call({
  on: 'POST /api/user/refreshToken',
  title: '刷新令牌（别名）Refresh the session (alias)',
  who: 'client',
  perMinute: 120,
  input: refreshInput,
  output: Tokens,
  refusals: ['signed_out', 'idle', 'revoked', 'login_frozen'],
})

export const signOut = call({
  on: 'GET /api/user/logout',
  title: '退出登录 Sign out',
  who: 'member',
  changes: true,
  input: nothing,
  output: nothing,
  refusals: [],
})

export const UserInfo = z.object({
  userId: z.string(),
  nickname: z.string(),
  /** Masked. */
  mobile: z.string(),
  area: z.string(),
  lang: z.enum(['cn', 'en']),
  timeZone: z.string(),
  avatarFileId: z.optional(z.string()),
  createTime: Time,
  /** Empty for a sub-account. */
  inviteCode: z.string(),
  subAccount: Flag,
  statusList: z.object({
    subSwitch: Flag,
    googleBind: Flag,
    identity: z.enum(['NONE', 'PENDING', 'PASSED', 'REJECTED']),
    identityType: z.nullable(z.enum(['PERSON', 'BUSINESS'])),
    risk: z.enum(['NORMAL', 'WARN', 'SHUTDOWN']),
    restricted: Flag,
    businessAccount: Flag,
    /** The account is closing: everything can be viewed, nothing new started. */
    closing: Flag,
    /** The status that disables buttons, of the account or of the calling sub-account. */
    standing: z.enum(standings),
  }),
  /** Where images are uploaded (KAIKA_UPLOAD_URL). */
  uploadUrl: z.string(),
  auths: z.array(PageNode),
  subPermission: z.array(z.string()),
})

export const userInfo = call({
  on: 'GET /api/user/info',
  title: '用户信息 Current user',
  who: 'member',
  input: nothing,
  output: UserInfo,
  refusals: [],
})
