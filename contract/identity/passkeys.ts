/** Passkeys: signing in, confirming an action, and the passkeys of a login. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Flag, id, listOf, pattern, reading, text, Time } from '../core/fields.ts'
import { CodeSent, SignedIn, SmsCode, Ticket } from './identity.ts'
import { StepUpSceneName, type StepUpScene } from './security.ts'

/** Passkeys of one login: a few devices, a few security keys. */
export const MOST_PASSKEYS = 10

const bytes = (most: number) => pattern(new RegExp(`^[\\w-]{1,${most}}$`))
/** How the browser reaches the authenticator, as it says: a hint for the next time. */
const Transports = listOf(pattern(/^[a-z-]{1,20}$/), 0, 8)
const Known = z.array(z.object({ id: z.string(), transports: z.array(z.string()) }))
export const PasskeyName = text(30, 1)
export const PasskeyId = id('psk')

/** What the authenticator signs, once and before `expireTime`. */
const Challenge = { challenge: z.string(), rpId: z.string(), expireTime: Time }
export const SignInChallenge = z.object(Challenge)
export const StepUpChallenge = z.object({ ...Challenge, allow: Known })
export const RegisterChallenge = z.object({
  ...Challenge,
  rpName: z.string(),
  userHandle: z.string(),
  userName: z.string(),
  displayName: z.string(),
  /** COSE algorithms, the preferred one first. */
  algorithms: z.array(z.int()),
  /** Already registered: the authenticator refuses to make a second one. */
  exclude: Known,
})

/** An assertion of WebAuthn: every field is base64url without padding. */
export const assertion = {
  credentialId: bytes(1400),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
  userHandle: z.optional(bytes(100)),
}
/** A new credential: every field is base64url without padding. */
export const attestation = {
  credentialId: bytes(1400),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(12_000),
  transports: z.optional(Transports),
}

export const PasskeyRow = z.object({
  passkeyId: z.string(),
  name: z.string(),
  createTime: Time,
  lastUsedTime: z.nullable(Time),
  /** Synchronised by its provider, so that losing the device does not lose it. */
  backedUp: Flag,
  device: z.string(),
})
export type PasskeyRow = z.infer<typeof PasskeyRow>

/** `rpId`: the name that passkeys are bound to; null where the console has only an IP address, for which there are none. */
export const PasskeyList = z.object({ list: z.array(PasskeyRow), most: z.int(), rpId: z.nullable(z.string()) })

// Signing in.

export const beginPasskeySignIn = call({
  on: 'POST /api/user/passkey/begin',
  title: '通行密钥登录挑战 Get a challenge to sign in with a passkey',
  who: 'public',
  perMinute: 60,
  input: nothing,
  output: SignInChallenge,
  refusals: ['passkey_unavailable'],
})

export const signInByPasskey = call({
  on: 'POST /api/user/passkey/login',
  title: '通行密钥登录 Sign in with a passkey',
  who: 'client',
  perMinute: 60,
  input: z.object(assertion),
  output: SignedIn,
  refusals: ['passkey_wrong', 'passkey_expired', 'passkey_unavailable', 'login_frozen'],
})

// Confirming an action.

/** Actions that a passkey confirms for one thing only, which is named by the SHA-256 of its id. */
export const boundScenes: readonly StepUpScene[] = ['REVEAL']

export const beginStepUp = call({
  on: 'POST /api/user/stepUp/begin',
  title: '通行密钥验证挑战 Get a challenge to confirm with a passkey',
  who: 'member',
  perMinute: 60,
  input: z
    .object({ scene: StepUpSceneName, payloadHash: z.optional(pattern(/^[\w-]{43}$/)) })
    .check(
      z.refine(({ scene, payloadHash }) => boundScenes.includes(scene) === (payloadHash !== undefined), {
        path: ['payloadHash'],
        when: reading('scene', 'payloadHash'),
      }),
    ),
  output: StepUpChallenge,
  refusals: ['passkey_unavailable', 'passkey_none'],
})

export const finishStepUp = call({
  on: 'POST /api/user/stepUp/finish',
  title: '通行密钥验证 Confirm with a passkey',
  who: 'member',
  perMinute: 30,
  input: z.object(assertion),
  output: Ticket,
  refusals: ['passkey_wrong', 'passkey_expired', 'passkey_unavailable'],
})

// The passkeys of a login.

export const listPasskeys = call({
  on: 'GET /api/user/passkey/list',
  title: '通行密钥列表 Passkeys',
  who: 'member',
  input: nothing,
  output: PasskeyList,
  refusals: [],
})

/** For those without Google verification: a code to the phone before a passkey is added or removed. */
export const passkeyCode = call({
  on: 'GET /api/user/passkey/getCode',
  title: '管理通行密钥的验证码 Send a code to add or remove a passkey',
  who: 'member',
  changes: true,
  perMinute: 20,
  input: nothing,
  output: CodeSent,
  refusals: ['code_locked', 'google_required'],
})

export const checkPasskeyCode = call({
  on: 'POST /api/user/passkey/checkCode',
  title: '用验证码换取凭据 Exchange the code for a ticket to add or remove a passkey',
  who: 'member',
  perMinute: 30,
  input: z.object({ code: SmsCode }),
  output: Ticket,
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'google_required'],
})

const ticket = z.optional(z.string().check(z.maxLength(100)))

export const beginPasskey = call({
  on: 'POST /api/user/passkey/register/begin',
  title: '添加通行密钥（开始）Begin to add a passkey',
  who: 'member',
  perMinute: 20,
  input: z.object({ ticket }),
  output: RegisterChallenge,
  refusals: ['step_up', 'passkey_limit', 'passkey_unavailable'],
})

export const addPasskey = call({
  on: 'POST /api/user/passkey/register/finish',
  title: '添加通行密钥（完成）Finish adding a passkey',
  who: 'member',
  perMinute: 20,
  input: z.object({ ...attestation, name: PasskeyName }),
  output: z.object({ passkeyId: z.string() }),
  refusals: ['passkey_wrong', 'passkey_expired', 'passkey_known', 'passkey_limit', 'passkey_unavailable'],
})

export const renamePasskey = call({
  on: 'POST /api/user/passkey/rename',
  title: '重命名通行密钥 Rename a passkey',
  who: 'member',
  input: z.object({ passkeyId: PasskeyId, name: PasskeyName }),
  output: z.object({ name: z.string() }),
  refusals: ['not_found'],
})

export const removePasskey = call({
  on: 'POST /api/user/passkey/remove',
  title: '删除通行密钥 Remove a passkey',
  who: 'member',
  perMinute: 20,
  input: z.object({ passkeyId: PasskeyId, ticket }),
  output: z.object({ left: z.int() }),
  refusals: ['not_found', 'step_up'],
})
