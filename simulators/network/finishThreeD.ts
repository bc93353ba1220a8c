/** The cardholder enters a code: the purchase continues or ends. */
import * as z from 'zod'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { RequestWithNumber } from '#server/outside/issuers/authorization.ts'
import { cardByPan } from '../issuer/cards.ts'
import { Refused, type World } from '../world.ts'
import { settle, type PurchaseAnswer } from './authorizations.ts'
import { findAuthorization } from './records.ts'
import { challengeOf, type Challenge } from './threeD.ts'

export const CodeInput = z.object({ code: z.string().regex(/^\d{6}$/) })

/** A correct code sends the purchase to our server with the challenge passed; the third wrong one, with it failed. */
export async function finishChallenge(world: World, id: string, code: string): Promise<PurchaseAnswer> {
  const { ref, pan } = findAuthorization(world, id)
  const challenge = challengeOf(world, ref)
  if (!challenge) throw new Refused(404, 'CHALLENGE_NOT_FOUND')
  if (challenge.state === 'OPEN' && challenge.expires_at <= world.now()) lapse(world, challenge)
  const { state, tries_left: tries } = challengeOf(world, ref)!
  if (state === 'EXPIRED') throw new Refused(410, 'CODE_EXPIRED')
  if (state !== 'OPEN') throw new Refused(409, 'CODE_USED')
  // Lithic's challenges are out of band: the cardholder answers our server, and nobody knows a code.
  if (cardByPan(world.store, pan)?.issuer === 'lithic') throw new Refused(409, 'CODE_NOT_USED')
  if (code === challenge.code) return answerChallenge(world, challenge, 'PASSED')
  if (tries > 1) {
    world.store.run('UPDATE challenges SET tries_left = tries_left - 1 WHERE ref = :ref', { ref })
    throw new Refused(400, 'CODE_WRONG', `CODE_WRONG, ${tries - 1} tries left`)
  }
  return answerChallenge(world, challenge, 'FAILED')
}

/** The challenge ends before our server is asked, so that two concurrent answers buy once. */
export async function answerChallenge(
  world: World,
  challenge: Challenge,
  result: 'PASSED' | 'FAILED',
): Promise<PurchaseAnswer> {
  if (!end(world, challenge, result, 'ASKING')) throw new Refused(409, 'CODE_USED')
  const request = JSON.parse(challenge.request!) as RequestWithNumber
  const threeDs = result === 'PASSED' ? 'CHALLENGED' : 'FAILED'
  world.store.run('UPDATE authorizations SET three_ds = :threeDs WHERE ref = :ref', { threeDs, ref: challenge.ref })
  return settle(world, challenge.ref, await world.asking({ ...request, threeDs, occurredAt: world.now() }))
}

/** Ends challenges whose code was not entered in time: their merchants never requested the money. */
export function lapseChallenges(world: World): void {
  const due = world.store.many<Challenge>(
    `SELECT * FROM challenges WHERE state = 'OPEN' AND expires_at <= :at ORDER BY expires_at LIMIT 20`,
    { at: world.now() },
  )
  for (const challenge of due) lapse(world, challenge)
}

function lapse(world: World, challenge: Challenge): void {
  const reason: DeclineReason = 'THREEDS_REQUIRED'
  if (!end(world, challenge, 'EXPIRED', 'DECLINED')) return
  world.store.run('UPDATE authorizations SET reason = :reason, iso_code = :iso WHERE ref = :ref', {
    reason,
    iso: declineReasons[reason].iso,
    ref: challenge.ref,
  })
}

/** Ends a challenge once: false if another caller was faster. */
function end(
  world: World,
  { ref }: Challenge,
  state: 'PASSED' | 'FAILED' | 'EXPIRED',
  status: 'ASKING' | 'DECLINED',
): boolean {
  return world.store.together(() => {
    const ended = world.store.run(
      `UPDATE challenges SET state = :state, request = NULL WHERE ref = :ref AND state = 'OPEN'`,
      { state, ref },
    )
    if (!ended) return false
    world.store.run('UPDATE authorizations SET status = :status WHERE ref = :ref', { status, ref })
    const { card_ref } = findAuthorization(world, ref)
    world.events.add({
      type: 'threeDs.finished',
      cardRef: card_ref!,
      challengeRef: ref,
      result: state,
      occurredAt: world.now(),
    })
    return true
  })
}
