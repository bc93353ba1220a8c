import { randomInt } from 'node:crypto'
import type * as contract from '#contract/identity/security.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { ahead, MINUTE, now, nowMs } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { seal } from '#server/core/secrets.ts'
import { judgeCode, useCode } from '../codes/codes.ts'
import { masked, unsealMobile } from '../logins/mobiles.ts'
import { loginById } from '../logins/queries.ts'
import { endSessionsOf, revokeRemembersOf, lockLogin } from '../sessions/queries.ts'
import { coolDown } from '../coolDown.ts'
import { confirmSecret, insertRecovery, keepSecret, markBound, secretOf, forgetSecret } from './queries.ts'
import { hashRecovery, judgeGoogle, newSecret, otpauthUrl } from './judgeGoogle.ts'

const PENDING_MS = 10 * MINUTE
const RECOVERY_CODES = 10

/** A secret to scan. It takes effect only after the app's digits have been entered; each request returns a new one. */
export const googleSecret: Answer<typeof contract.googleSecret> = async (actor) => {
  const login = await loginById(db, actor)
  const secret = newSecret()
  const until = ahead(PENDING_MS)
  if (login.google_bound_at || !(await keepSecret(db, actor, seal(actor.loginId, secret), until)))
    throw refuse('conflict', { msg: alreadyBound[actor.from.lang] })
  const url = otpauthUrl(secret, masked(unsealMobile(login.login_id, login.mobile_enc)))
  return { secret, otpauthUrl: url, expireTime: until.getTime() }
}

const alreadyBound = { cn: '已绑定谷歌验证', en: 'Google verification is already set up' }

/** The app's digits show that the secret arrived, the SMS code that the owner has it. */
export const bindGoogle: Answer<typeof contract.bindGoogle> = async (actor, { googleCode, code }) => {
  const login = await loginById(db, actor)
  const pending = await secretOf(db, actor)
  if (login.google_bound_at) throw refuse('conflict', { msg: alreadyBound[actor.from.lang] })
  if (!pending?.pending_until || pending.pending_until.getTime() <= nowMs())
    throw refuse('code_expired', { field: 'googleCode' })
  const codeId = await judgeCode('password', unsealMobile(login.login_id, login.mobile_enc), code)
  await judgeGoogle(actor, googleCode)
  return transaction(async (tx) => {
    await useCode(tx, codeId)
    if (!(await confirmSecret(tx, actor))) throw refuse('code_expired', { field: 'googleCode' })
    await markBound(tx, actor, now())
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    await insertRecovery(
      tx,
      actor,
      recoveryCodes.map((each) => hashRecovery(actor.loginId, each)),
    )
    await googleChanged(tx, actor, { cn: '已绑定', en: 'turned on' })
    return { recoveryCodes }
  })
}

/** Letters and digits that are not mistaken for one another: 40 bits. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function newRecoveryCode(): string {
  const eight = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${eight.slice(0, 4)}-${eight.slice(4)}`
}

/** Ends sessions opened under the old rules: other sessions, and remembered browsers. */
export async function googleChanged(tx: Tx, actor: Actor, what: { cn: string; en: string }): Promise<void> {
  await endSessionsOf(tx, actor, 'google', actor.sessionId)
  await revokeRemembersOf(tx, actor)
  const content = { cn: `谷歌验证${what.cn}`, en: `Google verification ${what.en}` }
  await record(tx, actor, { type: 'GOOGLE', target: actor.name, content })
  await notify(tx, actor, 'google_changed', { what_cn: what.cn, what_en: what.en })
}

/**
 * For a lost app and lost recovery codes: staff remove the app, with a second approver. All sessions end, and money cannot leave for a day, as if the owner had
 * unbound it. The caller logs who and why.
 */
export async function resetGoogle(tx: Tx, accountId: string, loginId: string): Promise<void> {
  const key = { accountId, loginId }
  await lockLogin(tx, key)
  if (!(await loginById(tx, key)).google_bound_at) throw refuse('conflict')
  await forgetSecret(tx, key)
  await markBound(tx, key, null)
  await coolDown(tx, key)
  await endSessionsOf(tx, key, 'google')
  await revokeRemembersOf(tx, key)
  await notify(tx, key, 'google_changed', { what_cn: '已由客服重置', what_en: 'reset by customer service' })
}
