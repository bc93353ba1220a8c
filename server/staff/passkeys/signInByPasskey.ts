import type * as contract from '#contract/staff/passkeys.ts'
import { refuse } from '#contract/core/refusals.ts'
import { countSignIn } from '#server/audit/audit.ts'
import { raiseAlarm } from '#server/core/alarms.ts'
import type { Caller } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, transaction } from '#server/core/db.ts'
import {
  isHandleOf,
  newChallenge,
  originOf,
  passwordFits,
  tryWasRight,
  tryWasWrong,
  useChallenge,
  verifyAssertion,
  takeTry,
  type Assertion,
  type Bound,
} from '#server/identity/identity.ts'
import { recordAtDoor } from '../chain/record.ts'
import { staffByName } from '../signIn/queries.ts'
import { openSession, requireStaffAddress, tryOf } from '../signIn/signIn.ts'
import { markStaffUsed, staffPasskeyByCredential } from './queries.ts'

const boundTo = async (from: Caller): Promise<Bound> => ({
  purpose: 'staff signIn',
  boundTo: (await originOf(undefined, from, false)).requester.toString('hex'),
})

/** Names nobody: the authenticator offers the passkeys that it has for us. */
export const beginStaffPasskeySignIn: Answer<typeof contract.beginStaffPasskeySignIn> = async ({ from }) => {
  requireStaffAddress(from)
  return newChallenge(await boundTo(from))
}

/** Name, password and passkey in one step with one refusal, counted like a sign-in with the authenticator's digits. */
export const staffSignInByPasskey: Answer<typeof contract.staffSignInByPasskey> = async (
  { from },
  { username, password, ...given },
) => {
  requireStaffAddress(from)
  const { challenge } = await useChallenge(given.clientDataJSON, await boundTo(from))
  const name = username.toLowerCase()
  const person = await staffByName(db, name)
  const one = await tryOf(person, name, from)
  await takeTry(one)
  const fits = await passwordFits(person?.password_hash, password)
  const proved = person && fits && !person.disabled_at && (await isOwn(person.staff_id, given, challenge))
  if (!proved) {
    await tryWasWrong(one)
    countSignIn('STAFF', { failed: true })
    await recordAtDoor(person, name, from, !fits ? 'password' : person?.disabled_at ? 'disabled' : 'passkey')
    throw refuse('credentials_wrong', { field: 'password' })
  }
  await tryWasRight(one)
  return transaction(async (tx) => (await openSession(tx, person, from)).answer)
}

/** Whether this person's passkey made it. A counter that went back means that there is a copy of it, which raises an alarm. */
async function isOwn(staffId: string, given: Assertion, challenge: string): Promise<boolean> {
  const passkey = await staffPasskeyByCredential(db, Buffer.from(given.credentialId, 'base64url'))
  if (passkey?.staff_id !== staffId || !isHandleOf(staffId, given.userHandle)) return false
  const verified = await verifyAssertion(given, passkey.public_key, challenge).catch(() => undefined)
  if (!verified) return false
  if (await markStaffUsed(db, { passkeyId: passkey.passkey_id, ...verified })) return true
  await raiseAlarm(db, { kind: 'PASSKEY_COPIED', subject: staffId, detail: { passkey: passkey.passkey_id } })
  return false
}
