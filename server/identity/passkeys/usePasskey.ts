import { timingSafeEqual } from 'node:crypto'
import { refuse } from '#contract/core/refusals.ts'
import type { Caller, LoginKey } from '#server/core/actor.ts'
import { browserOf } from '#server/audit/audit.ts'
import { db, transaction } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { referenceHash } from '#server/core/secrets.ts'
import { markUsed, passkeyByCredential, type PasskeyOf } from './queries.ts'
import { verifyAssertion, type Assertion } from './verify.ts'

/** What authenticators store to tell our logins apart. It says nothing about who they are. */
export const userHandleOf = (owner: string): string => referenceHash('passkey user', owner).toString('base64url')

/** Whether the authenticator says that the passkey is this owner's, or says nothing, as security keys may. */
export function isHandleOf(owner: string, userHandle: string | undefined): boolean {
  if (userHandle === undefined) return true
  const [given, ours] = [Buffer.from(userHandle), Buffer.from(userHandleOf(owner))]
  return given.length === ours.length && timingSafeEqual(given, ours)
}

/** Finds whose passkey made this assertion. `undefined`: nobody's. */
export const findPasskey = (given: Assertion) => passkeyByCredential(db, Buffer.from(given.credentialId, 'base64url'))

/**
 * Verifies an assertion and counts the use. A counter that went back means that the passkey exists twice: that request is refused, and its owner is told. The
 * passkey is not removed, because the owner's device may be the next to use it.
 */
export async function usePasskey(
  { login, passkey }: { login: LoginKey; passkey: PasskeyOf },
  given: Assertion,
  challenge: string,
  from: Caller,
): Promise<void> {
  if (!isHandleOf(login.loginId, given.userHandle)) throw refuse('passkey_wrong')
  const verified = await verifyAssertion(given, passkey.public_key, challenge)
  if (await markUsed(db, login, { passkeyId: passkey.passkey_id, ...verified })) return
  await transaction((tx) =>
    notify(tx, login, 'passkey_cloned', { name: passkey.name, device: browserOf(from.device), ip: from.ip }),
  )
  throw refuse('passkey_wrong')
}
