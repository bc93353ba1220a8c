import type * as contract from '#contract/identity/passkeys.ts'
import { MOST_PASSKEYS } from '#contract/identity/passkeys.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { askCode, checkCode } from '../codes/codes.ts'
import { stepUpTicket, useTicket } from '../codes/tickets.ts'
import { refuseSmsWhereGoogle } from '../google/checkGoogle.ts'
import { masked, unsealMobile } from '../logins/mobiles.ts'
import { loginById } from '../logins/queries.ts'
import { lockLogin } from '../sessions/queries.ts'
import { newChallenge, relyingParty, useChallenge, type Bound } from './challenges.ts'
import { countPasskeys, insertPasskey, passkeysOf } from './queries.ts'
import { knownTo } from './list.ts'
import { userHandleOf } from './usePasskey.ts'
import { ALGORITHMS, verifyAttestation } from './verify.ts'

const boundTo = ({ sessionId }: Actor): Bound => ({ purpose: 'register', boundTo: sessionId })

/** For those without Google verification: a code to the own phone. */
export const passkeyCode: Answer<typeof contract.passkeyCode> = async (actor) => {
  await refuseSmsWhereGoogle(actor)
  return askCode(actor, 'passkey')
}

export const checkPasskeyCode: Answer<typeof contract.checkPasskeyCode> = async (actor, { code }) => {
  await refuseSmsWhereGoogle(actor)
  await checkCode(actor, 'passkey', code)
  return stepUpTicket(actor, 'passkey')
}

/** Only after a step-up: whoever finds a session open must not be able to come back with a device of their own. */
export const beginPasskey: Answer<typeof contract.beginPasskey> = async (actor, { ticket }) => {
  relyingParty()
  const login = await loginById(db, actor)
  const existing = await passkeysOf(db, actor)
  if (existing.length >= MOST_PASSKEYS) throw refuse('passkey_limit')
  await useTicket(db, actor, 'passkey', ticket)
  return {
    ...(await newChallenge(boundTo(actor))),
    rpName: 'Kaika',
    userHandle: userHandleOf(actor.loginId),
    userName: masked(unsealMobile(login.login_id, login.mobile_enc)),
    displayName: actor.name,
    algorithms: ALGORITHMS,
    exclude: existing.map(knownTo),
  }
}

export const addPasskey: Answer<typeof contract.addPasskey> = async (actor, { name, ...given }) => {
  const { challenge } = await useChallenge(given.clientDataJSON, boundTo(actor))
  const registered = await verifyAttestation(given, challenge)
  const passkeyId = newId('psk')
  await transaction(async (tx) => {
    await lockLogin(tx, actor) // of two devices that finish together, one is the eleventh
    if ((await countPasskeys(tx, actor)) >= MOST_PASSKEYS) throw refuse('passkey_limit')
    if (!(await insertPasskey(tx, actor, { ...registered, passkeyId, name, device: actor.from.device })))
      throw refuse('passkey_known')
    const content = { cn: `添加通行密钥“${name}”`, en: `Added the passkey “${name}”` }
    await record(tx, actor, { type: 'PASSKEY', target: actor.name, content })
    await notify(tx, actor, 'passkey_changed', { name, what_cn: '已添加', what_en: 'added' })
  })
  return { passkeyId }
}
