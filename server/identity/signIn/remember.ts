import { createPublicKey, randomBytes, timingSafeEqual, verify } from 'node:crypto'
import type * as contract from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Caller, LoginKey } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { browserOf, logSignIn } from '#server/audit/audit.ts'
import { ahead, DAY, MINUTE, nowMs } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { referenceHash } from '#server/core/secrets.ts'
import type { LoginRow } from '../logins/queries.ts'
import { insertRemember, rememberRow, revokeRememberFamilyOf, useRemember } from '../sessions/queries.ts'
import { cellOfToken, hashToken, newAccountToken } from '../sessions/tokens.ts'
import { isFrozenOut } from '../sessions/authenticate.ts'
import { idsOf } from './provePassword.ts'

/** One line of credentials: each sign-in replaces the credential with the next, and the browser's key stays. */
export type RememberLine = { familyId: string; publicKey: Buffer }
type Proof = { rememberChallenge?: string | undefined; rememberSignature?: string | undefined }

/** From the challenge to the signed request, without any typing. */
const CHALLENGE_MS = 2 * MINUTE

const keyOf = (publicKey: Buffer) => createPublicKey({ key: publicKey, format: 'der', type: 'spki' })

/** Starts a line from the public key sent by the browser; undefined if it is not a key of the accepted kind. */
export function newLine(rememberKey: string | undefined): RememberLine | undefined {
  if (rememberKey === undefined) return undefined
  const publicKey = Buffer.from(rememberKey, 'base64url')
  try {
    if (keyOf(publicKey).asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
  } catch {
    return undefined
  }
  return { familyId: newId('rmb'), publicKey }
}

/**
 * What the browser stores under `password` if "sign me in automatically" is ticked: never the password, but a credential valid for one sign-in together with
 * that browser's key, and replaced at that sign-in.
 */
export async function newRemember(tx: Tx, login: LoginKey, { device }: Caller, line: RememberLine): Promise<string> {
  const token = newAccountToken('remember', login.accountId)
  await insertRemember(tx, login, { hash: hashToken(token), ...line, device, expiresAt: ahead(30 * DAY) })
  return token
}

const stampOf = (until: number, nonce: string, token: string) =>
  referenceHash('remember challenge', `${until} ${nonce} ${hashToken(token).toString('hex')}`)

/** Not stored: the challenge itself contains its expiry, its credential and our signature. */
export const rememberChallenge: Answer<typeof contract.rememberChallenge> = (_, { credential }) => {
  const expireTime = nowMs() + CHALLENGE_MS
  const nonce = randomBytes(16).toString('base64url')
  const stamp = stampOf(expireTime, nonce, credential).toString('base64url')
  return Promise.resolve({ challenge: `${expireTime}.${nonce}.${stamp}`, expireTime })
}

/** `late`: everything is right but the time, as when a laptop slept between the challenge and the request. */
function judgeProof(token: string, publicKey: Buffer, proof: Proof): 'right' | 'late' | 'wrong' {
  const { rememberChallenge: challenge = '', rememberSignature: signature = '' } = proof
  const [until = '', nonce = '', stamp = ''] = challenge.split('.')
  const given = Buffer.from(stamp, 'base64url')
  const ours = stampOf(Number(until), nonce, token)
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return 'wrong'
  const signed = { key: keyOf(publicKey), dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(challenge), signed, Buffer.from(signature, 'base64url'))) return 'wrong'
  return Number(until) > nowMs() ? 'right' : 'late'
}

/**
 * Replaces only the password, so the second factor is checked before the credential is used up: a request with missing or wrong app digits leaves it as it was.
 * One without its browser's signature has been copied, and one used a second time may have been: the whole line is revoked.
 */
export async function useRemembered(
  login: LoginRow | undefined,
  token: string,
  proof: Proof,
  from: Caller,
  proveSecondFactor: (login: LoginRow) => void | Promise<void>,
): Promise<{ login: LoginRow; line: RememberLine }> {
  const [cell, hash] = [cellOfToken('remember', token), hashToken(token)]
  const kept = login && (await rememberRow(db, hash, idsOf(login)))
  const judged = kept ? judgeProof(token, kept.public_key, proof) : 'wrong'
  const good = kept?.usable && judged === 'right'
  if (login && good && !isFrozenOut(login)) {
    await proveSecondFactor(login)
    const used = await transaction((tx) => useRemember(tx, hash, idsOf(login)))
    if (used) return { login, line: { familyId: used.family_id, publicKey: used.public_key } }
  }
  const frozen = login && good && isFrozenOut(login)
  await transaction(async (tx) => {
    const ended = judged === 'late' || cell === undefined ? 0 : await revokeRememberFamilyOf(tx, cell, hash)
    if (login && kept && ended > 0 && judged === 'wrong')
      await notify(tx, idsOf(login), 'remember_copied', {
        kept: browserOf(kept.device),
        device: browserOf(from.device),
        ip: from.ip,
      })
  })
  const failed = frozen ? 'frozen' : 'remembered'
  await logSignIn(db, { type: 'PWD', login: login && idsOf(login), from, failed })
  throw refuse(frozen ? 'login_frozen' : 'credentials_wrong', { field: 'password' })
}
