import type * as contract from '#contract/identity/passkeys.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Caller } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { knowsDevice, logSignIn } from '#server/audit/audit.ts'
import { db } from '#server/core/db.ts'
import { originOf } from '../attempts/throttle.ts'
import { loginById } from '../logins/queries.ts'
import { idsOf, refuseFrozen } from '../signIn/provePassword.ts'
import { welcome } from '../signIn/signIn.ts'
import { newChallenge, useChallenge, type Bound } from './challenges.ts'
import { findPasskey, usePasskey } from './usePasskey.ts'

/** Without a session, the browser that asked is the one that may answer. */
const boundTo = async (from: Caller): Promise<Bound> => ({
  purpose: 'signIn',
  boundTo: (await originOf(undefined, from, false)).requester.toString('hex'),
})

/** The answer names no account: the authenticator offers the passkeys that it has for us. */
export const beginPasskeySignIn: Answer<typeof contract.beginPasskeySignIn> = async ({ from }) =>
  newChallenge(await boundTo(from))

/**
 * The passkey is two factors: the device that has it, and the finger or PIN that unlocks it. Google verification is therefore not asked for, and neither is the
 * security check, because nothing here can be guessed.
 */
export const signInByPasskey: Answer<typeof contract.signInByPasskey> = async ({ from }, given) => {
  const { challenge } = await useChallenge(given.clientDataJSON, await boundTo(from))
  const found = await findPasskey(given)
  if (!found) throw refuse('passkey_wrong')
  const login = await loginById(db, found.login)
  await usePasskey(found, given, challenge, from).catch(async (error: unknown) => {
    await logSignIn(db, { type: 'PASSKEY', login: idsOf(login), from, failed: 'passkey' })
    throw error
  })
  await refuseFrozen(login, from, 'PASSKEY')
  const newDevice = !(await knowsDevice(db, idsOf(login), from))
  return welcome({ login }, from, { type: 'PASSKEY', autoLogin: false, newDevice })
}
