/**
 * More for an authorization that stands (a hotel stays longer): a decision too, but rare, so it is a transaction like
 * any other. Same lock, same order: the card's money first.
 */
import { approvalCodes, declineReasons, type DeclineReason } from '../../../contract/declines.ts'
import { add } from '../../../contract/money.ts'
import { crossBorderOf, panHash } from '../../cards/cards.ts'
import { now } from '../../clock.ts'
import { transaction } from '../../db.ts'
import { newId } from '../../ids.ts'
import { cardAccount, increaseHold, lockAccounts, NotEnough } from '../../ledger/ledger.ts'
import { outside, type AuthorizationDecision, type IncrementRequest } from '../../outside/outside.ts'
import { findAuth, insertAuthEvent, eventOnce, isReversed, updateAuth } from '../queries.ts'
import { rulesNow } from '../rules/rulesNow.ts'
import { declined } from './asked.ts'
import { feeOn } from './rules.ts'
import { cardOfNumber } from './statements.ts'

export async function decideIncrement(request: IncrementRequest): Promise<AuthorizationDecision> {
  const issuerId = outside.issuer.id
  const conversionOf = await crossBorderOf()
  const { live } = await rulesNow()
  return transaction(async (tx) => {
    const hash = panHash(request.cardNumber)
    const found = await cardOfNumber(tx, hash)
    if (!found) return declined('CARD_NOT_FOUND')
    const [money] = await lockAccounts(tx, [cardAccount(found.accountId, found.cardId)])
    const card = (await cardOfNumber(tx, hash))! // again, as it is now that the money is ours

    const before = await eventOnce(tx, issuerId, request.ref, 'INCREMENT')
    if (before)
      return before.reason
        ? declined(before.reason as DeclineReason, before.auth_id)
        : approval(before.amount_cents, before.auth_id)
    // The network gave up on it before it came through.
    if (await isReversed(tx, issuerId, request.ref)) return declined('TIMEOUT')
    const auth = await findAuth(tx, issuerId, request.authorizationRef)
    if (!auth || auth.card_id !== card.cardId) return declined('ISSUER_DECLINED')

    const fee = feeOn(request.amountCents, request.merchantCurrency, {
      currency: card.currency,
      conversion: () => conversionOf(card.accountId, card.vid),
    })
    const reason = refusal()
    if (!reason) {
      await increaseHold(tx, auth.hold_id!, request.amountCents + fee)
      await updateAuth(tx, auth, {
        amount_cents: add(auth.amount_cents, request.amountCents),
        merchant_amount: add(auth.merchant_amount, request.merchantAmount),
        fee_cents: add(auth.fee_cents, fee),
        held_cents: add(auth.held_cents, request.amountCents, fee),
      })
    }
    await insertAuthEvent(tx, {
      account_id: auth.account_id,
      event_id: newId('aev'),
      auth_id: auth.auth_id,
      kind: 'INCREMENT',
      amount_cents: request.amountCents,
      fee_cents: reason ? 0 : fee,
      reason: reason ?? null,
      iso_code: reason ? declineReasons[reason].iso : approvalCodes.full,
      issuer_id: issuerId,
      ref: request.ref,
      occurred_at: new Date(request.occurredAt),
      created_at: now(),
    })
    return reason ? declined(reason, auth.auth_id) : approval(request.amountCents, auth.auth_id)

    /** The card was judged when it was first asked; what may have changed since is its state and its money. */
    function refusal(): DeclineReason | undefined {
      if (live.halted) return 'SYSTEM_ERROR'
      if (card.status === 'CLOSED' || card.status === 'CLOSING') return 'CARD_CLOSED'
      if (card.accountStatus !== 'ACTIVE' && card.accountStatus !== 'CLOSING') return 'ACCOUNT_SHUTDOWN'
      if (card.risk === 'SHUTDOWN') return 'ACCOUNT_SHUTDOWN'
      if (card.blocks !== 0) return card.blocks & ~33 ? 'CARD_RISK_BLOCKED' : 'CARD_PAUSED'
      if (auth!.status !== 'PENDING' && auth!.status !== 'PARTIAL') return 'ISSUER_DECLINED'
      if (add(auth!.amount_cents, request.amountCents) > live.singleMaxCents) return 'SINGLE_LIMIT'
      if (request.amountCents + fee > money!.available) return 'INSUFFICIENT_FUNDS'
      return undefined
    }
  }).catch((error: unknown) => {
    if (error instanceof NotEnough) return declined('INSUFFICIENT_FUNDS')
    throw error
  })
}

const approval = (amountCents: number, authorizationId: string): AuthorizationDecision => ({
  approved: true,
  amountCents,
  isoCode: approvalCodes.full,
  authorizationId,
})
