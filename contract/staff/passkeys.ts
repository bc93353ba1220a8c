/** Passkeys of staff: at sign-in, one stands in for the authenticator's digits. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { pattern, text } from '../core/fields.ts'
import { PASSWORD_UNITS } from '../identity/identity.ts'
import {
  assertion,
  attestation,
  PasskeyId,
  PasskeyList,
  PasskeyName,
  RegisterChallenge,
  SignInChallenge,
} from '../identity/passkeys.ts'
import { StaffSignedIn } from './staff.ts'

const Code = pattern(/^\d{6}$/, 'code_shape')

export const beginStaffPasskeySignIn = call({
  on: 'POST /api/operator/passkey/begin',
  title: '员工通行密钥登录挑战 Get a challenge to sign in at the desk with a passkey',
  who: 'client',
  perMinute: 30,
  input: nothing,
  output: SignInChallenge,
  refusals: ['passkey_unavailable'],
})

/** Name, password and passkey in one step, with the refusal of a sign-in with digits. */
export const staffSignInByPasskey = call({
  on: 'POST /api/operator/passkey/login',
  title: '员工通行密钥登录 Staff sign-in with a passkey',
  who: 'client',
  perMinute: 30,
  input: z.object({
    username: text(40, 1),
    password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_UNITS)),
    ...assertion,
  }),
  output: StaffSignedIn,
  refusals: ['credentials_wrong', 'code_locked', 'passkey_wrong', 'passkey_expired', 'passkey_unavailable'],
})

export const listStaffPasskeys = call({
  on: 'GET /api/operator/passkey/list',
  title: '员工通行密钥列表 Own passkeys at the desk',
  who: 'staff',
  input: nothing,
  output: PasskeyList,
  refusals: [],
})

/** With the authenticator's digits, so that nobody at an unattended desk can add a device of their own. */
export const beginStaffPasskey = call({
  on: 'POST /api/operator/passkey/register/begin',
  title: '员工添加通行密钥（开始）Begin to add a passkey at the desk',
  who: 'staff',
  perMinute: 20,
  input: z.object({ code: Code }),
  output: RegisterChallenge,
  refusals: ['code_wrong', 'code_locked', 'passkey_limit', 'passkey_unavailable'],
})

export const addStaffPasskey = call({
  on: 'POST /api/operator/passkey/register/finish',
  title: '员工添加通行密钥（完成）Finish adding a passkey at the desk',
  who: 'staff',
  perMinute: 20,
  input: z.object({ ...attestation, name: PasskeyName }),
  output: z.object({ passkeyId: z.string() }),
  refusals: ['passkey_wrong', 'passkey_expired', 'passkey_known', 'passkey_limit', 'passkey_unavailable'],
})

export const renameStaffPasskey = call({
  on: 'POST /api/operator/passkey/rename',
  title: '员工重命名通行密钥 Rename a passkey at the desk',
  who: 'staff',
  input: z.object({ passkeyId: PasskeyId, name: PasskeyName }),
  output: z.object({ name: z.string() }),
  refusals: ['not_found'],
})

export const removeStaffPasskey = call({
  on: 'POST /api/operator/passkey/remove',
  title: '员工删除通行密钥 Remove a passkey at the desk',
  who: 'staff',
  perMinute: 20,
  input: z.object({ passkeyId: PasskeyId, code: Code }),
  output: z.object({ left: z.int() }),
  refusals: ['not_found', 'code_wrong', 'code_locked', 'passkey_last'],
})
