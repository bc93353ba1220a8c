import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Lang, Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor, Caller } from '#server/core/actor.ts'
import { networkOf, rangeOf } from '#server/core/addresses.ts'
import { ahead, MINUTE, nowMs, SECOND } from '#server/core/clock.ts'
import { db, transaction, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { referenceHash, seal, unseal } from '#server/core/secrets.ts'
import { deliver, outside } from '#server/outside/outside.ts'
import { masked, unsealMobile, type Mobile, partsOf } from '../logins/mobiles.ts'
import { loginById } from '../logins/queries.ts'
import { settings } from '../settings.ts'
import { isFull, takeOne, takeOrRefuse } from '../attempts/tallies.ts'
import type { Origin } from '../attempts/throttle.ts'
import { insertCode, markCodeUsed, newestCode, tryCode } from './queries.ts'

/** The purpose of a code. One for signing up does not open a card's number. */
const purposes = {
  signUp: { cn: '注册', en: 'signing up' },
  signIn: { cn: '登录', en: 'signing in' },
  forgotten: { cn: '找回密码', en: 'resetting your password' },
  password: { cn: '修改密码', en: 'changing your password' },
  profile: { cn: '修改资料', en: 'changing your profile' },
  close: { cn: '注销账户', en: 'closing your account' },
  reveal: { cn: '查看卡号', en: 'revealing a card number' },
  topUp: { cn: '充值', en: 'topping up' },
  subAccount: { cn: '子账户操作', en: 'managing sub-accounts' },
  passkey: { cn: '管理通行密钥', en: 'managing your passkeys' },
  rebate: { cn: '返佣操作', en: 'managing commission' },
} as const satisfies Record<string, Words>
export type CodePurpose = keyof typeof purposes

const LIFE_MS = 5 * MINUTE
const GAP_MS = 60 * SECOND
const MOST_TRIES = 5

export type CodeAnswer = { codeId: string; expireTime: number; nextTime: number; target: string }

export type CodeInput = {
  purpose: CodePurpose
  mobile: Mobile
  loginId?: string | undefined
  from: Caller
  /** For requesters who are not signed in: nobody else can try the code, or use up those of a known device. */
  origin?: Origin
  /** What exactly it confirms, if more than the purpose. */
  payload?: string | undefined
  /** Send this text and accept no code; the answer looks the same. */
  instead?: Words
}

/**
 * Creates a code and queues a job to send it. The answer does not depend on who has the number. At most one a minute and ten a day for one number and purpose,
 * and twenty a day from one address. Requesters who are not signed in and use an unknown device also share twenty a day for one number, and two hundred a day
 * with their whole address range.
 */
export async function sendCode(input: CodeInput): Promise<CodeAnswer> {
  const { purpose, mobile, loginId, from, origin, payload, instead } = input
  const target = targetOf(mobile)
  const key = `${purpose} ${target.toString('hex')}${origin?.known ? ` ${origin.key}` : ''}`
  if (await isFull('sms.wrong', wrongKey(purpose, target, origin))) throw refuse('code_locked')
  const byStranger = loginId === undefined && !origin?.known
  if (settings.captcha && !origin?.known) await takeOrRefuse('sms.ip', networkOf(from.ip))
  if (settings.captcha && byStranger) await takeOrRefuse('sms.range', rangeOf(from.ip))
  await takeOrRefuse('sms.gap', key)
  await takeOrRefuse('sms.day', key)
  if (byStranger) await takeOrRefuse('sms.mobile', target.toString('hex'))

  const codeId = newId('cod')
  const digits = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const expiresAt = ahead(LIFE_MS)
  const message = instead ? { text: instead[from.lang] } : { text: wording(purpose, digits, from.lang), code: digits }
  await transaction(async (tx) => {
    await insertCode(tx, {
      codeId,
      purpose,
      targetHash: target,
      loginId,
      requester: origin?.requester,
      network: origin?.network,
      payloadHash: payload === undefined ? undefined : hashPayload(payload),
      codeHash: instead ? Buffer.alloc(32) : hashCode(codeId, digits),
      expiresAt,
    })
    // Sealed, because a job is a row too, and nobody who reads the database may read codes.
    await later(tx, 'identity.sendText', {
      codeId,
      sealed: seal(codeId, JSON.stringify({ mobile, ...message })).toString('base64'),
    })
  })
  return { codeId, expireTime: expiresAt.getTime(), nextTime: nowMs() + GAP_MS, target: masked(mobile) }
}

/** Who wrong tries are counted against: the browser, or its network if they meet another's code. */
const wrongKey = (purpose: CodePurpose, target: Buffer, origin: Origin | undefined, nearby = false): string =>
  `${purpose} ${target.toString('hex')}${origin ? ` ${nearby ? origin.network : origin.requester.toString('hex')}` : ''}`

const wording = (purpose: CodePurpose, digits: string, lang: Lang): string =>
  ({
    cn: `【Kaika】验证码 ${digits}，用于${purposes[purpose].cn}，5 分钟内有效。请勿告诉任何人。`,
    en: `[Kaika] ${digits} is your code for ${purposes[purpose].en}. It's valid for 5 minutes. Don't share it with anyone.`,
  })[lang]

const targetOf = (mobile: Mobile): Buffer => referenceHash('mobile', mobile)
const hashCode = (codeId: string, digits: string): Buffer => referenceHash('code', `${codeId} ${digits}`)
const hashPayload = (payload: string): Buffer => createHash('sha256').update(payload).digest()

/**
 * Checks a code. Returns its id for {@link useCode}, or refuses. Tries are counted outside any transaction of the caller's, so that a refused request still
 * counts. Five wrong tries by its requester burn the code and lock the purpose for 15 minutes; tries by others neither burn it nor lock anyone else.
 */
export async function judgeCode(
  purpose: CodePurpose,
  mobile: Mobile,
  digits: string,
  { payload, origin }: { payload?: string | undefined; origin?: Origin } = {},
): Promise<string> {
  const target = targetOf(mobile)
  if (await isFull('sms.wrong', wrongKey(purpose, target, origin))) throw refuse('code_locked', { field: 'code' })
  const found = await tryCode(db, purpose, target, origin, MOST_TRIES)
  if (!found) {
    const newest = await newestCode(db, purpose, target, origin)
    const locked = newest && !newest.used_at && newest.tries >= MOST_TRIES
    throw refuse(
      locked ? 'code_locked' : newest && newest.expires_at.getTime() <= nowMs() ? 'code_expired' : 'code_wrong',
      { field: 'code' },
    )
  }
  const right = timingSafeEqual(found.code_hash, hashCode(found.code_id, digits))
  const meant =
    !found.payload_hash || (payload !== undefined && timingSafeEqual(found.payload_hash, hashPayload(payload)))
  if (right && meant) return found.code_id
  await takeOne('sms.wrong', wrongKey(purpose, target, origin, !found.own))
  throw refuse('code_wrong', { field: 'code', left: MOST_TRIES - found.tries })
}

/** Consumes a checked code in the transaction that it allows; of two requests with one code, the second is refused. */
export async function useCode(on: Tx | Database, codeId: string): Promise<void> {
  if (!(await markCodeUsed(on, codeId))) throw refuse('code_wrong', { field: 'code' })
}

/** Sends a code to the actor's own mobile. */
export async function askCode(actor: Actor, purpose: CodePurpose, payload?: string): Promise<CodeAnswer> {
  const login = await loginById(db, actor)
  return sendCode({
    purpose,
    mobile: unsealMobile(login.login_id, login.mobile_enc),
    loginId: login.login_id,
    from: actor.from,
    payload,
  })
}

/** Checks a code sent to the actor's own mobile. For {@link useCode}, in the transaction that it allows. */
export async function judgeOwnCode(
  actor: Actor,
  purpose: CodePurpose,
  digits: string,
  payload?: string,
): Promise<string> {
  const login = await loginById(db, actor)
  return judgeCode(purpose, unsealMobile(login.login_id, login.mobile_enc), digits, { payload })
}

/** Checks and consumes a code sent to the actor's own mobile. */
export const checkCode = async (actor: Actor, purpose: CodePurpose, digits: string, payload?: string): Promise<void> =>
  useCode(db, await judgeOwnCode(actor, purpose, digits, payload))

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** The message and its number, sealed. */
    'identity.sendText': { codeId: string; sealed: string }
  }
}

export async function sendText({ codeId, sealed }: { codeId: string; sealed: string }): Promise<void> {
  const { mobile, text, code } = JSON.parse(unseal(codeId, Buffer.from(sealed, 'base64'))) as {
    mobile: Mobile
    text: string
    code?: string
  }
  const { area, number } = partsOf(mobile)
  await deliver('sms', () => outside.sms.send({ area, mobile: number, text, ...(code && { code }) }))
}
