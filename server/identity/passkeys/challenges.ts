import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#contract/core/refusals.ts'
import { ahead, SECOND } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import type { RelyingParty } from '#server/core/settings/relyingParty.ts'
import { settings } from '../settings.ts'
import { insertChallenge, takeChallenge, type TakenChallenge } from './queries.ts'

/** From the challenge to the signed request, with a fingerprint or a PIN between them. */
const CHALLENGE_MS = 120 * SECOND

/** A challenge for one purpose is refused for every other, so that a sign-in never confirms an action. */
type Purpose = 'signIn' | 'stepUp' | 'register' | 'staff signIn' | 'staff register'

/** Who may answer: a session or, before there is one, a browser. */
export type Bound = { purpose: Purpose; boundTo: string }

/** The name that passkeys are bound to, and the address that they may be used at. */
export function relyingParty(): RelyingParty {
  if (!settings.relyingParty) throw refuse('passkey_unavailable')
  return settings.relyingParty
}

export const rpIdOrNull = (): string | null => settings.relyingParty?.rpId ?? null

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** 256 random bits, stored as a hash only. */
export async function newChallenge(
  bound: Bound,
  about: { scene?: string; payloadHash?: Buffer | undefined } = {},
): Promise<{ challenge: string; rpId: string; expireTime: number }> {
  const { rpId } = relyingParty()
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = ahead(CHALLENGE_MS)
  await insertChallenge(db, {
    ...bound,
    hash: hashOf(challenge),
    scene: about.scene,
    payloadHash: about.payloadHash,
    expiresAt,
  })
  return { challenge, rpId, expireTime: expiresAt.getTime() }
}

/** Consumes the challenge that the authenticator signed, before anything else is checked: a response is tried once. */
export async function useChallenge(
  clientDataJSON: string,
  bound: Bound,
): Promise<TakenChallenge & { challenge: string }> {
  const challenge = challengeIn(clientDataJSON)
  const taken =
    challenge === undefined ? undefined : await takeChallenge(db, hashOf(challenge), bound.purpose, bound.boundTo)
  if (challenge === undefined || !taken) throw refuse('passkey_wrong')
  if (taken.expired) throw refuse('passkey_expired')
  return { ...taken, challenge }
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
