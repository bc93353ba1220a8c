/** 3-D Secure at Lithic, out of band: there is no code; our server tells Lithic what the cardholder answered. */
import type { ThreeDSAuthentication } from 'lithic/resources/three-ds/three-ds'
import { currencies } from '#contract/core/money.ts'
import type { NetworkEvent } from '#server/outside/issuers/networkEvents.ts'
import type { Card } from '../issuer/cards.ts'
import { answerChallenge } from '../network/finishThreeD.ts'
import { challengeOf } from '../network/threeD.ts'
import { knowsCurrency } from '../rates.ts'
import { Refused, type World } from '../world.ts'
import { alpha3, authenticationToken, isoTime } from './facts.ts'

type New<T extends NetworkEvent['type']> = Omit<Extract<NetworkEvent, { type: T }>, 'id' | 'issuer'>

const stored = ({ store }: World, token: string) =>
  store.maybeOne<{ ref: string; body: string }>('SELECT ref, body FROM lithic_authentications WHERE token = :token', {
    token,
  })

/** Tells our server that a cardholder has to confirm a payment. Returns the authentication's token. */
export function tellChallenge(world: World, card: Card, event: New<'threeDs.challenged'>): string {
  const authentication = authenticationOf(card, event)
  world.store.run(
    `INSERT INTO lithic_authentications (token, ref, body) VALUES (:token, :ref, :body)
     ON CONFLICT (token) DO UPDATE SET body = excluded.body`,
    { token: authentication.token, ref: event.challengeRef, body: JSON.stringify(authentication) },
  )
  world.lithic.messages.tell('three_ds_authentication.challenge', {
    authentication_object: authentication,
    challenge: {
      challenge_method_type: 'OUT_OF_BAND',
      start_time: isoTime(event.occurredAt),
      expiry_time: isoTime(event.expiresAt),
      app_requestor_url: null,
    },
  })
  return authentication.token
}

function authenticationOf(card: Card, event: New<'threeDs.challenged'>) {
  const { merchantAmount, merchantCurrency, merchant, occurredAt } = event
  const created = isoTime(occurredAt)
  return {
    token: authenticationToken(event.challengeRef),
    account_type: 'DEBIT',
    authentication_request_type: 'PAYMENT_TRANSACTION',
    authentication_result: 'PENDING_CHALLENGE',
    browser: {
      accept_header: 'text/html',
      ip: '203.0.113.7',
      java_enabled: false,
      javascript_enabled: true,
      language: 'en-US',
      time_zone: '-480',
      user_agent: 'Mozilla/5.0',
    },
    card_expiry_check: 'MATCH',
    card_token: card.ref,
    cardholder: {},
    challenge_metadata: { method_type: 'OUT_OF_BAND', phone_number: null, status: 'PENDING' },
    challenge_orchestrated_by: 'CUSTOMER',
    channel: 'BROWSER',
    created,
    decision_made_by: 'LITHIC_RULES',
    merchant: {
      country: alpha3(merchant.country),
      id: merchant.id,
      mcc: merchant.mcc,
      name: merchant.descriptor,
      risk_indicator: {},
    },
    message_category: 'PAYMENT_AUTHENTICATION',
    three_ds_requestor_challenge_indicator: 'CHALLENGE_PREFERENCE',
    three_ri_request_type: null,
    transaction: {
      amount: merchantAmount,
      cardholder_amount: event.amount,
      currency: merchantCurrency,
      currency_exponent: knowsCurrency(merchantCurrency) ? currencies[merchantCurrency].digits : 2,
      date_time: created,
      type: 'GOODS_SERVICE_PURCHASE',
    },
  } satisfies ThreeDSAuthentication
}

/** Tells our server how an authentication ended. Returns its token. */
export function finishAuthentication(world: World, { challengeRef, result }: New<'threeDs.finished'>): string {
  const token = authenticationToken(challengeRef)
  const before = JSON.parse(stored(world, token)!.body) as ThreeDSAuthentication
  const status = result === 'PASSED' ? 'SUCCESS' : result === 'FAILED' ? 'CANCELED_OOB' : 'CARDHOLDER_TIMEOUT'
  const authentication: ThreeDSAuthentication = {
    ...before,
    authentication_result: result === 'PASSED' ? 'SUCCESS' : 'DECLINE',
    challenge_metadata: { ...before.challenge_metadata!, status },
  }
  world.store.run('UPDATE lithic_authentications SET body = :body WHERE token = :token', {
    token,
    body: JSON.stringify(authentication),
  })
  world.lithic.messages.tell('three_ds_authentication.updated', authentication)
  return token
}

/**
 * What the cardholder answered. The purchase goes on by itself, because its question may reach our server before this call has been answered.
 * @throws Refused 404 for an unknown token, 422 when the challenge is over.
 */
export function respondToChallenge(world: World, token: string, response: 'APPROVE' | 'DECLINE_BY_CUSTOMER'): void {
  const found = stored(world, token)
  const challenge = found && challengeOf(world, found.ref)
  if (!challenge) throw new Refused(404, 'NOT_FOUND', 'Authentication not found')
  if (challenge.state !== 'OPEN' || challenge.expires_at <= world.now())
    throw new Refused(422, 'UNPROCESSABLE', 'The challenge has already been completed or has expired')
  // A purchase that the end of the process cuts off is reversed at the next start.
  void answerChallenge(world, challenge, response === 'APPROVE' ? 'PASSED' : 'FAILED').catch(() => {})
}
