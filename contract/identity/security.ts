/** Other ways to sign in, and the protection of a login: codes, passwords, Google verification, sessions. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, id, pattern, reading, text, Time, withDefault, yesNo } from '../core/fields.ts'
import {
  CodeSent,
  mobileFits,
  mobileInput,
  mobileWrong,
  passwordsDiffer,
  rememberInput,
  Password,
  SignedIn,
  SmsCode,
  ticket,
  Ticket,
  PASSWORD_UNITS,
} from './identity.ts'

const GoogleDigits = pattern(/^\d{6}$/, 'google_shape')
/** One of the ten codes shown at binding: eight letters and digits; the dash is for readability. */
const RecoveryCode = pattern(/^[A-Za-z2-7]{4}-?[A-Za-z2-7]{4}$/, 'google_shape')
/** For when the phone may be lost. */
const googleOrRecovery = z.union([GoogleDigits, RecoveryCode], { error: 'google_shape' })

const done = z.object({ ok: Flag })
const newPassword = { password: Password, confirmPassword: z.string().check(z.maxLength(PASSWORD_UNITS)) }
const same = (input: { password: string; confirmPassword: string }) => input.password === input.confirmPassword
/** If Google verification is bound: the ticket of `user/checkGoogleCode`, in addition to the SMS code. */
const stepUp = z.optional(z.string().check(z.maxLength(100)))

// Signing in.

export const signInCode = call({
  on: 'GET /api/user/login/getCode',
  title: '登录验证码 Send a sign-in code',
  who: 'public',
  changes: true,
  perMinute: 20,
  input: z.object({ ...mobileInput, ticket }).check(z.refine(mobileFits, mobileWrong)),
  output: CodeSent,
  refusals: ['captcha_needed', 'captcha_failed', 'code_locked'],
})

export const signInByCode = call({
  on: 'POST /api/user/loginByCode',
  title: '验证码登录 Sign in with an SMS code',
  body: 'params',
  who: 'client',
  perMinute: 60,
  input: z
    .object({
      ...mobileInput,
      code: SmsCode,
      googleCode: z.optional(googleOrRecovery),
      autoLogin: withDefault(yesNo, false),
      rememberKey: rememberInput.rememberKey,
    })
    .check(z.refine(mobileFits, mobileWrong)),
  output: SignedIn,
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'google_required', 'login_frozen'],
})

export const signInByGoogle = call({
  on: 'POST /api/user/loginByGoogle',
  title: '谷歌验证登录 Complete sign-in with Google Authenticator',
  body: 'params',
  who: 'client',
  perMinute: 60,
  input: z.object({
    username: text(60, 1),
    password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_UNITS)),
    googleCode: googleOrRecovery,
    ticket,
    autoLogin: withDefault(yesNo, false),
    ...rememberInput,
  }),
  output: SignedIn,
  refusals: ['credentials_wrong', 'code_wrong', 'captcha_needed', 'captcha_failed', 'code_locked', 'login_frozen'],
})

// Passwords.

export const forgottenCode = call({
  on: 'GET /api/user/forgetPwd/getCode',
  title: '找回密码验证码 Send a password reset code',
  who: 'public',
  changes: true,
  perMinute: 20,
  input: z.object({ ...mobileInput, ticket }).check(z.refine(mobileFits, mobileWrong)),
  output: CodeSent,
  refusals: ['captcha_needed', 'captcha_failed', 'code_locked'],
})

export const resetForgotten = call({
  on: 'POST /api/user/forgetPwd/submit',
  title: '找回密码 Reset the password',
  who: 'public',
  perMinute: 20,
  input: z
    .object({ ...mobileInput, code: SmsCode, ...newPassword })
    .check(z.refine(mobileFits, mobileWrong), z.refine(same, passwordsDiffer)),
  output: done,
  refusals: ['code_wrong', 'code_expired', 'code_locked'],
})

export const passwordCode = call({
  on: 'GET /api/user/resetPwd/getCode',
  title: '修改密码验证码 Send a code to change the password',
  who: 'member',
  changes: true,
  perMinute: 20,
  input: nothing,
  output: CodeSent,
  refusals: ['code_locked'],
})

export const changePassword = call({
  on: 'POST /api/user/resetPwd/submit',
  title: '修改密码 Change the password',
  who: 'member',
  perMinute: 20,
  input: z
    .object({
      code: SmsCode,
      ...newPassword,
      oldPassword: z.optional(z.string().check(z.maxLength(PASSWORD_UNITS))),
      ticket: stepUp,
    })
    .check(z.refine(same, passwordsDiffer)),
  output: done,
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'credentials_wrong', 'step_up'],
})

export const changePasswordByGoogle = call({
  on: 'POST /api/user/updatePwdByGoogleCode',
  title: '谷歌验证修改密码 Change the password with Google Authenticator',
  who: 'member',
  perMinute: 20,
  input: z.object({ googleCode: GoogleDigits, ...newPassword }).check(z.refine(same, passwordsDiffer)),
  output: done,
  refusals: ['code_wrong', 'code_locked', 'conflict'],
})

// The profile.

export const profileCode = call({
  on: 'GET /api/user/edit/getCode',
  title: '修改资料验证码 Send a code to edit the profile',
  who: 'parent',
  changes: true,
  perMinute: 20,
  /** `new`: sent to the new number of the login. */
  input: z
    .object({
      target: withDefault(z.enum(['old', 'new']), 'old'),
      mobile: z.optional(text(20, 1)),
      area: mobileInput.area,
    })
    .check(
      z.refine(
        ({ target, mobile, area }) => target === 'old' || (mobile !== undefined && mobileFits({ mobile, area })),
        mobileWrong,
      ),
    ),
  output: CodeSent,
  refusals: ['code_locked'],
})

export const editProfile = call({
  on: 'POST /api/user/editByCode',
  title: '修改资料 Edit the profile',
  who: 'parent',
  perMinute: 20,
  input: z
    .object({
      code: SmsCode,
      nickname: z.optional(text(20, 2)),
      mobile: z.optional(text(20, 1)),
      area: mobileInput.area,
      newCode: z.optional(SmsCode),
      lang: z.optional(z.enum(['cn', 'en'])),
      timeZone: z.optional(text(40)),
      ticket: stepUp,
    })
    .check(
      z.refine(({ mobile, area }) => mobile === undefined || mobileFits({ mobile, area }), mobileWrong),
      z.refine(({ mobile, newCode }) => mobile === undefined || newCode !== undefined, {
        path: ['newCode'],
        message: 'code_shape',
        when: reading('mobile', 'newCode'),
      }),
    ),
  output: z.object({ nickname: z.string(), mobile: z.string() }),
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'step_up'],
})

/** Harmless settings need no code. */
export const preferences = call({
  on: 'POST /api/user/preferences',
  title: '偏好设置 Language and time zone',
  who: 'parent',
  input: z.object({ lang: z.optional(z.enum(['cn', 'en'])), timeZone: z.optional(text(40)) }),
  output: z.object({ lang: z.enum(['cn', 'en']), timeZone: z.string() }),
  refusals: [],
})

// Google verification.

export const googleSecret = call({
  on: 'GET /api/user/getGoogleCode',
  title: '谷歌验证密钥 Get a Google Authenticator key',
  who: 'member',
  changes: true,
  perMinute: 20,
  input: nothing,
  output: z.object({ secret: z.string(), otpauthUrl: z.string(), expireTime: Time }),
  refusals: ['conflict'],
})

export const bindGoogle = call({
  on: 'POST /api/user/bindGoogleCode',
  title: '绑定谷歌验证 Turn on Google Authenticator',
  who: 'member',
  perMinute: 20,
  input: z.object({ googleCode: GoogleDigits, code: SmsCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'conflict'],
})

/** What a step-up ticket can be used for (docs/reference/permissions.md#step-up). */
const stepUpScenes = [
  'REVEAL',
  'EXPORT',
  'BATCH_DELETE',
  'WITHDRAW',
  'BANK_CARD',
  'PASSWORD',
  'MOBILE',
  'CLOSE',
  'LOAD',
  'ROLE',
  'PASSKEY',
] as const
export type StepUpScene = (typeof stepUpScenes)[number]
export const StepUpSceneName = z.enum(stepUpScenes)

export const checkGoogle = call({
  on: 'POST /api/user/checkGoogleCode',
  title: '谷歌验证 Confirm with Google Authenticator',
  who: 'member',
  perMinute: 30,
  input: z.object({ googleCode: GoogleDigits, scene: StepUpSceneName }),
  output: Ticket,
  refusals: ['code_wrong', 'code_locked', 'conflict'],
})

export const unbindGoogle = call({
  on: 'POST /api/user/unbindGoogleCode',
  title: '解绑谷歌验证 Turn off Google Authenticator',
  who: 'member',
  perMinute: 20,
  input: z
    .object({ googleCode: z.optional(GoogleDigits), recoveryCode: z.optional(RecoveryCode), code: SmsCode })
    .check(
      z.refine(({ googleCode, recoveryCode }) => googleCode !== undefined || recoveryCode !== undefined, {
        path: ['googleCode'],
        message: 'google_shape',
      }),
    ),
  output: done,
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'conflict'],
})

// Sessions.

const SessionRow = z.object({
  sessionId: z.string(),
  device: z.string(),
  browser: z.string(),
  ip: z.string(),
  ipArea: z.string(),
  createTime: Time,
  lastActiveTime: Time,
  current: Flag,
})

export const listSessions = call({
  on: 'GET /api/user/sessions',
  title: '在线会话 Active sessions',
  who: 'member',
  input: nothing,
  output: z.object({ list: z.array(SessionRow), most: z.int() }),
  refusals: [],
})

export const endSessions = call({
  on: 'POST /api/user/sessions/end',
  title: '退出其他会话 Sign out of other sessions',
  who: 'member',
  /** Without an id: every session except the caller's. */
  input: z.object({ sessionId: z.optional(id('ses')) }),
  output: z.object({ ended: z.int() }),
  refusals: ['not_found'],
})
