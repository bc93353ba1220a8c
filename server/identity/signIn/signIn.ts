import type * as contract from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as securityContract from '#contract/identity/security.ts'
import type { LoginType } from '#contract/audit/audit.ts'
import { flag } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { logSignIn, browserOf, knowsDevice } from '#server/audit/audit.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import type { Caller } from '#server/core/actor.ts'
import { notify } from '#server/core/news.ts'
import { isGoogleAsked, judgeGoogle } from '../google/judgeGoogle.ts'
import { type LoginRow, loginByMobile } from '../logins/queries.ts'
import { isRemember } from '../sessions/tokens.ts'
import { openSession } from '../sessions/sessions.ts'
import type { Origin } from '../attempts/throttle.ts'
import { judgeCode, sendCode, useCode } from '../codes/codes.ts'
import { mobileHash, mobileOf } from '../logins/mobiles.ts'
import { needWork } from '../codes/tickets.ts'
import { provePassword, originOfLogin, findLogin, idsOf, refuseFrozen } from './provePassword.ts'
import { newLine, useRemembered, newRemember, type RememberLine } from './remember.ts'

/** Signs in with a password, or with the credential from an earlier sign-in. Nothing reveals whether a name exists. */
export const signIn: Answer<typeof contract.signIn> = async ({ from }, input) => {
  const { username, password, ticket, autoLogin, rememberKey } = input
  if (isRemember(password)) {
    const kept = await useRemembered(await findLogin(username), password, input, from, refuseWithoutGoogle)
    return welcome(kept, from, { type: 'PWD', autoLogin })
  }
  const { login, known } = await provePassword({ username, password, ticket }, from, 'PWD')
  refuseWithoutGoogle(login)
  return welcome({ login, line: newLine(rememberKey) }, from, { type: 'PWD', autoLogin, newDevice: !known })
}

/** Only someone with the password learns that the app is required: `user/loginByGoogle` takes both. */
function refuseWithoutGoogle(login: LoginRow): void {
  if (isGoogleAsked(login)) throw refuse('google_required', { field: 'googleCode' })
}

/** Name, password (or its replacement) and the app's digits, or a recovery code if the phone is lost. The password is checked first. */
export const signInByGoogle: Answer<typeof securityContract.signInByGoogle> = async ({ from }, input) => {
  const { username, password, googleCode, ticket, autoLogin, rememberKey } = input
  const judge = (login: LoginRow, origin: Origin): Promise<void> =>
    judgeGoogle(idsOf(login), googleCode, { orRecovery: true, origin }).catch(async (error: unknown) => {
      await logSignIn(db, { type: 'GOOGLE', login: idsOf(login), from, failed: 'google' })
      throw error
    })
  if (isRemember(password)) {
    const kept = await useRemembered(await findLogin(username), password, input, from, async (login) =>
      judge(login, await originOfLogin(login, from)),
    )
    return welcome(kept, from, { type: 'GOOGLE', autoLogin })
  }
  const { login, known, origin } = await provePassword({ username, password, ticket }, from, 'GOOGLE')
  await judge(login, origin)
  return welcome({ login, line: newLine(rememberKey) }, from, { type: 'GOOGLE', autoLogin, newDevice: !known })
}

type Way = {
  type: LoginType
  autoLogin: boolean
  newDevice?: boolean
  /** Runs in the same transaction, before the session begins: consumes a code. */
  first?: (tx: Tx) => Promise<void>
}

/** Opens the session, logs it, and notifies about a new device. */
export const welcome = (
  { login, line }: { login: LoginRow; line?: RememberLine | undefined },
  from: Caller,
  { type, autoLogin, newDevice = false, first }: Way,
) =>
  transaction(async (tx) => {
    await first?.(tx)
    const { sessionId: _, ...tokens } = await openSession(tx, login, from)
    await logSignIn(tx, { type, login: idsOf(login), from })
    if (newDevice) await notify(tx, idsOf(login), 'login_new_device', { device: browserOf(from.device), ip: from.ip })
    const remembered = autoLogin && line ? await newRemember(tx, idsOf(login), from, line) : undefined
    return {
      ...tokens,
      userId: login.sub_uid ?? login.user_no,
      nickname: login.nickname,
      subAccount: flag(login.kind === 'SUB'),
      googleRequired: flag(false),
      ...(remembered && { password: remembered }),
    }
  })

/** The owner of a number without an account learns that by SMS; someone who only typed it learns nothing. */
export const signInCode: Answer<typeof securityContract.signInCode> = async (
  { from },
  { mobile: typed, area, ticket },
) => {
  const mobile = mobileOf(typed, area)
  await needWork(ticket, 'sms', mobile)
  const login = await loginByMobile(db, mobileHash(mobile))
  const origin = await originOfLogin(login, from)
  return sendCode({ purpose: 'signIn', mobile, from, origin, ...(!login && { instead: noAccount }) })
}

export const noAccount = {
  cn: '【Kaika】该手机号尚未注册账户。如需使用，请先注册；如非本人操作，请忽略。',
  en: "[Kaika] There's no account with this number. Sign up to create one, or ignore this message if it wasn't you.",
}

/** The code proves the phone. An unknown number gets a code that nothing matches, so both are refused in the same words after the same work. */
export const signInByCode: Answer<typeof securityContract.signInByCode> = async ({ from }, input) => {
  const mobile = mobileOf(input.mobile, input.area)
  const login = await loginByMobile(db, mobileHash(mobile))
  const failed = (why: string) => logSignIn(db, { type: 'CODE', login: login && idsOf(login), from, failed: why })
  const origin = await originOfLogin(login, from)
  const codeId = await judgeCode('signIn', mobile, input.code, { origin }).catch(async (error: unknown) => {
    await failed('code')
    throw error
  })
  if (!login) throw refuse('code_wrong', { field: 'code' })
  await refuseFrozen(login, from, 'CODE')
  if (isGoogleAsked(login)) {
    // The code stays valid for the request that includes the app's digits.
    if (input.googleCode === undefined) throw refuse('google_required', { field: 'googleCode' })
    await judgeGoogle(idsOf(login), input.googleCode, { orRecovery: true, origin }).catch(async (error: unknown) => {
      await failed('google')
      throw error
    })
  }
  const newDevice = !(await knowsDevice(db, idsOf(login), from))
  const first = (tx: Parameters<typeof useCode>[0]) => useCode(tx, codeId)
  return welcome({ login, line: newLine(input.rememberKey) }, from, {
    type: 'CODE',
    autoLogin: input.autoLogin,
    newDevice,
    first,
  })
}
