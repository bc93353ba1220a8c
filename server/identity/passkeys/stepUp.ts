import type * as contract from '#contract/identity/passkeys.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { payloadTicket, stepUpTicket, type StepUp } from '../codes/tickets.ts'
import { newChallenge, useChallenge, type Bound } from './challenges.ts'
import { knownTo } from './list.ts'
import { passkeysOf } from './queries.ts'
import { findPasskey, usePasskey } from './usePasskey.ts'
import { opens } from '../google/checkGoogle.ts'

const boundTo = ({ sessionId }: Actor): Bound => ({ purpose: 'stepUp', boundTo: sessionId })

/** The challenge remembers the action and what it is done to, so that the signature confirms nothing else. */
export const beginStepUp: Answer<typeof contract.beginStepUp> = async (actor, { scene, payloadHash }) => {
  const own = await passkeysOf(db, actor)
  if (own.length === 0) throw refuse('passkey_none')
  const about = { scene: opens[scene], payloadHash: payloadHash ? Buffer.from(payloadHash, 'base64url') : undefined }
  return { ...(await newChallenge(boundTo(actor), about)), allow: own.map(knownTo) }
}

/** A touch becomes a ticket for one use, as the digits of an app do. */
export const finishStepUp: Answer<typeof contract.finishStepUp> = async (actor, given) => {
  const { challenge, scene, payload_hash: payloadHash } = await useChallenge(given.clientDataJSON, boundTo(actor))
  const found = await findPasskey(given)
  if (!found || found.login.loginId !== actor.loginId) throw refuse('passkey_wrong')
  await usePasskey(found, given, challenge, actor.from)
  return payloadHash ? payloadTicket(actor, scene as StepUp, payloadHash) : stepUpTicket(actor, scene as StepUp)
}
