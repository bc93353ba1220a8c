import type { KeyObject } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { approvalCodes, declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { AuthorizationDecision, DecisionRequest } from '#server/outside/issuers/authorization.ts'
import type { Faults } from './faults.ts'
import { postSigned, type Post } from './post.ts'

/** The network's result for our answer, or for a missing one. */
export type Outcome = AuthorizationDecision & { unanswered: boolean }

export type Asking = (request: DecisionRequest) => Promise<Outcome>

/** Asks our server once, over the wire of an issuer, and waits no longer than the deadline. */
export type Send = (request: DecisionRequest, deadlineMs: number) => Promise<Outcome>

/** The simulated issuer repeats this share of the requests without a usable answer under the same id while there is time, as networks do. */
export const REPEATED_SHARE = 0.5

/** The question of the simulated issuer, with the card's number. */
export function simulatedSender({ key, now, post }: { key: KeyObject; now: () => number; post: Post }): Send {
  return async (request, deadlineMs) => {
    try {
      const signed = { key, id: request.ref, nowMs: now(), body: JSON.stringify(request) }
      const { status, body } = await postSigned(post, '/issuer/simulated/authorizations', signed, deadlineMs)
      if (status !== 200) return unansweredOutcome('SYSTEM_ERROR')
      const decision = JSON.parse(body.toString()) as AuthorizationDecision
      if (typeof decision.approved !== 'boolean' || typeof decision.isoCode !== 'string')
        return unansweredOutcome('SYSTEM_ERROR')
      return { ...decision, unanswered: false }
    } catch {
      return unansweredOutcome('TIMEOUT')
    }
  }
}

/** Asks our server and waits no longer than the deadline: the processor does not stand in for us. `repeats`: whether an unanswered request is sent again. */
export function asking({
  send: askOnce,
  faults,
  deadlineMs,
  repeats,
}: {
  send: Send
  faults: Faults
  deadlineMs: number
  repeats: () => boolean
}): Asking {
  const ask: Asking = async (request) => {
    const from = performance.now()
    const first = await askOnce(request, deadlineMs)
    const left = deadlineMs - (performance.now() - from)
    if (left <= 0) return first
    if (first.unanswered) return repeats() ? askOnce(request, left) : first
    if (!faults.repeatRequests) return first
    const second = await askOnce(request, left)
    return second.unanswered ? first : second
  }
  /** Half of the delay before the request, half after: our server may approve after the caller has hung up. */
  const askFromAfar = async (request: DecisionRequest, latencyMs: number): Promise<Outcome> => {
    await setTimeout(latencyMs / 2)
    const outcome = await ask(request)
    await setTimeout(latencyMs / 2)
    return outcome
  }
  return (request) => {
    if (faults.latencyMs === 0) return ask(request)
    return Promise.race([askFromAfar(request, faults.latencyMs), setTimeout(deadlineMs, unansweredOutcome('TIMEOUT'))])
  }
}

export const declinedOutcome = (reason: DeclineReason): Outcome => ({
  approved: false,
  amountCents: 0,
  reason,
  isoCode: declineReasons[reason].iso,
  unanswered: false,
})

/** What an approval means, with the approved part where the answer names one: a part is only for a terminal that takes one. */
export function approvedOutcome(request: DecisionRequest, part: unknown, authorizationId: string): Outcome {
  const { amountCents } = request
  if (part !== undefined) {
    const partial = request.kind === 'authorization' && request.partialOk === true
    const inside = Number.isSafeInteger(part) && Number(part) > 0 && Number(part) <= amountCents
    if (!inside || (Number(part) < amountCents && !partial)) return unansweredOutcome('SYSTEM_ERROR')
  }
  const approved = part === undefined ? amountCents : Number(part)
  return {
    ...{ approved: true, amountCents: approved, authorizationId, unanswered: false },
    isoCode: approved < amountCents ? approvalCodes.partial : approvalCodes.full,
  }
}

export const unansweredOutcome = (reason: 'TIMEOUT' | 'SYSTEM_ERROR'): Outcome => ({
  approved: false,
  amountCents: 0,
  reason,
  isoCode: declineReasons[reason].iso,
  unanswered: true,
})
