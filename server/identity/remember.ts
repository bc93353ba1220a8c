import { createPublicKey, randomBytes, timingSafeEqual, verify } from 'node:crypto'
import type * as contract from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Caller } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { browserOf, logSignIn } from '../audit/audit.ts'
import { ahead, DAY, MINUTE, nowMs } from '../core/clock.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { notify } from '../core/news.ts'
import { lookupHash } from '../core/secrets.ts'
import { idsOf } from './findLogin.ts'
import type { LoginRow } from './queries.ts'
import { insertRemember, rememberRow, revokeRememberFamilyOf, useRemember } from './sessionQueries.ts'
import { isFrozenOut } from './standing.ts'
import { hashToken, newToken } from './tokens.ts'

/** One line of credentials: each is replaced by the next at its sign-in, and the browser's key stays. */
export type RememberLine = { familyId: string; publicKey: Buffer }
type Proof = { rememberChallenge?: string | undefined; rememberSignature?: string | undefined }

/** From the challenge to the request with its signature, without anybody typing. */
const CHALLENGE_MS = 2 * MINUTE

const keyOf = (publicKey: Buffer) => createPublicKey({ key: publicKey, format: 'der', type: 'spki' })

/** For the public half as the browser sent it; undefined where it is no key of the one kind that we take. */
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
 * What the browser keeps under `password` when somebody ticks "sign me in automatically": never the password, but a
 * credential that is good for one sign-in together with the key of that browser, and is replaced by the next at that sign-in.
 */
export async function newRemember(tx: Tx, loginId: string, { device }: Caller, line: RememberLine): Promise<string> {
  const token = newToken('remember')
  await insertRemember(tx, { hash: hashToken(token), ...line, loginId, device, expiresAt: ahead(30 * DAY) })
  return token
}

const stampOf = (until: number, nonce: string, token: string) =>
  lookupHash('remember challenge', `${until} ${nonce} ${hashToken(token).toString('hex')}`)

/** Kept nowhere: it says itself until when and for which credential it is good, and that it is ours. */
export const rememberChallenge: Answer<typeof contract.rememberChallenge> = (_, { credential }) => {
  const expireTime = nowMs() + CHALLENGE_MS
  const nonce = randomBytes(16).toString('base64url')
  const stamp = stampOf(expireTime, nonce, credential).toString('base64url')
  return Promise.resolve({ challenge: `${expireTime}.${nonce}.${stamp}`, expireTime })
}

/** `late`: everything is right but the time, as where a laptop slept between the challenge and the request. */
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
 * Takes the place of the password alone, so the second factor is proved before it is used up: a request that still lacks the
 * digits of the app, or has wrong ones, leaves it as it was. One that comes without the signature of its browser has been
 * copied, and one that comes after its use may have been: the whole line of them ends.
 */
export async function useRemembered(
  login: LoginRow | undefined,
  token: string,
  proof: Proof,
  from: Caller,
  proveSecondFactor: (login: LoginRow) => void | Promise<void>,
): Promise<{ login: LoginRow; line: RememberLine }> {
  const hash = hashToken(token)
  const kept = login && (await rememberRow(db, hash, login.login_id))
  const judged = kept?.public_key ? judgeProof(token, kept.public_key, proof) : 'wrong'
  const good = kept?.usable && judged === 'right'
  if (login && good && !isFrozenOut(login)) {
    await proveSecondFactor(login)
    const used = await transaction((tx) => useRemember(tx, hash, login.login_id))
    if (used) return { login, line: { familyId: used.family_id, publicKey: used.public_key } }
  }
  const frozen = login && good && isFrozenOut(login)
  await transaction(async (tx) => {
    const ended = judged === 'late' ? 0 : await revokeRememberFamilyOf(tx, hash)
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
