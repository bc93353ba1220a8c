/** 3-D Secure at Lithic, out of band: a challenge has no code, and ends when the cardholder's answer has been told or its time is over. */
import type Lithic from 'lithic'
import type { ThreeDsChallenged, ThreeDsFinished } from '../networkEvents.ts'
import { merchantOf } from './merchant.ts'

type About = { id: string; issuer: string; occurredAt: number }

/** None for an authentication whose card Lithic does not name. A check without a payment has the amount 0. */
export function challengeOpened(
  about: About,
  { authentication_object, challenge }: Lithic.Webhooks.ThreeDSAuthenticationChallengeWebhookEvent,
): ThreeDsChallenged[] {
  const { token, card_token: cardRef, merchant, transaction } = authentication_object
  if (!cardRef) return []
  const [amount, currency] = [transaction?.amount ?? 0, transaction?.currency ?? 'USD']
  return [
    {
      ...{ ...about, type: 'threeDs.challenged', cardRef, challengeRef: token },
      amount: Math.round(transaction?.cardholder_amount ?? (currency === 'USD' ? amount : 0)),
      currency: 'USD',
      merchantAmount: Math.round(amount),
      merchantCurrency: currency,
      merchant: merchantOf({
        acceptor_id: merchant.id ?? '',
        descriptor: merchant.name ?? '',
        mcc: merchant.mcc ?? '',
        country: merchant.country ?? '',
      }),
      expiresAt: Date.parse(challenge.expiry_time),
    },
  ]
}

/** None while it is open, and none of an authentication that was not a challenge of ours. */
export function challengeEnded(
  about: About,
  {
    token,
    card_token: cardRef,
    authentication_result: result,
    challenge_metadata: challenge,
  }: Lithic.Webhooks.ThreeDSAuthenticationUpdatedWebhookEvent,
): ThreeDsFinished[] {
  if (!cardRef || challenge?.method_type !== 'OUT_OF_BAND' || (result !== 'SUCCESS' && result !== 'DECLINE')) return []
  const ended = challenge.status === 'CARDHOLDER_TIMEOUT' ? 'EXPIRED' : 'FAILED'
  return [
    {
      ...{ ...about, type: 'threeDs.finished', cardRef, challengeRef: token },
      result: result === 'SUCCESS' ? 'PASSED' : ended,
    },
  ]
}
