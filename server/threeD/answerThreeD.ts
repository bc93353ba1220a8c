/** Payments without a code: the cardholder's answer goes to the issuer. */
import { threeDAnswers, type answerThreeD as row } from '#contract/threeD/threeD.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { cardNames } from '../cards/cards.ts'
import { now } from '../core/clock.ts'
import { db, transaction } from '../core/db.ts'
import { issuerOf, OutsideRefused, OutsideUnknown } from '../outside/outside.ts'
import { noteAnswer, unanswered } from './queries.ts'

/** Logged before the issuer is asked; the first answer that reaches the issuer counts, and it tells us how the challenge ended. */
export const answerThreeD: Answer<typeof row> = async (actor, { id, answer }) => {
  const challenge = await unanswered(db, actor, id)
  if (!challenge) throw refuse('not_found')
  const { issuer_id, challenge_ref, card_id, merchant_name } = challenge
  if (challenge.answer !== null || challenge.finished_at !== null || challenge.expires_at <= now())
    throw refuse('conflict')
  const card = (await cardNames(db, actor.accountId, [card_id])).get(card_id)
  await transaction((tx) =>
    record(tx, actor, {
      type: 'CARD_OTP',
      target: `${card?.cardSeqNo ?? ''} (${card?.lastFour ?? ''})`,
      content: {
        cn: `3D 验证${threeDAnswers[answer].cn}（${merchant_name}）`,
        en: `${threeDAnswers[answer].en} a 3-D Secure payment (${merchant_name})`,
      },
    }),
  )
  try {
    await issuerOf(issuer_id).answerChallenge?.(challenge_ref, answer)
  } catch (error) {
    if (error instanceof OutsideRefused) throw refuse('conflict')
    if (error instanceof OutsideUnknown) throw refuse('issuer_unavailable')
    throw error
  }
  await transaction((tx) => noteAnswer(tx, actor, id, answer))
  return {}
}
