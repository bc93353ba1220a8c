/** Sign-up, sign-in and the session. What pages alone need is in files of its own, because the sign-in page loads this one. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, pattern, preprocess, reading, text, Time, withDefault, yes, yesNo } from '../core/fields.ts'
import {
  accountStatuses,
  areas,
  budgetPeriods,
  identityStatuses,
  identityTypes,
  riskStates,
  subStatuses,
} from './statuses.ts'

export * from './statuses.ts'
export * from './userInfo.ts'

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
