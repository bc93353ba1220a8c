/**
 * Increases an existing authorization (a hotel stay is extended). The same rules decide, but it is rare, so it is an ordinary transaction. Same lock, same
 * order: the card's money first.
 */
import { approvalCodes, declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import { add } from '#contract/core/money.ts'
import { cardHashOf, crossBorderOf } from '#server/cards/cards.ts'
import { asksShop, brandsReady, textOf, warn, writeShared } from '#server/controls/controls.ts'
import { now } from '#server/core/clock.ts'
import { confirmDurable, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { cardAccount, changeHeld, lockAccounts } from '#server/ledger/ledger.ts'
import { declined, type AuthorizationDecision, type IncrementRequest } from '#server/outside/outside.ts'
import { countedOf } from '../rules/usageBack.ts'
import { findAuth, updateAuth } from '../auths.ts'
import { boundedMs } from '../networkTime.ts'
import { insertAuthEvent, eventOnce, isReversed, updateUsage } from '../queries.ts'
import { shopFrom } from './merchants.ts'
import { rulesNow } from '../rules/rulesNow.ts'
import { compared, count, type ShadowSeen } from '../rules/shadow.ts'
import { cardFrom } from './rows.ts'
import { countIn, feeOnMore, firstHitOfIncrement, shopOf } from '../rules/rules.ts'
import { cardOfNumber, readLocked } from './statements.ts'
import { grown } from '../rules/usage.ts'

export async function decideIncrement(issuerId: string, request: IncrementRequest): Promise<AuthorizationDecision> {
  const conversionOf = await crossBorderOf()
  await brandsReady()
  const { live, shadow } = await rulesNow()
  let seen: ShadowSeen | undefined
  const answer = await transaction(async (tx) => {
    seen = undefined
    const hash = cardHashOf(issuerId, request)
    const found = await cardOfNumber(tx, hash)
    if (!found) return declined('CARD_NOT_FOUND')
    const [money] = await lockAccounts(tx, [cardAccount(found.account_id, found.card_id)])
    const at = now()
    const { row, shared } = await readLocked(tx, found, at) // the state under the money's lock
    // Its first request has brought the security code.
    const card = cardFrom(row, { cell: found.cell, code: null }, money!.available, conversionOf, shared)
    // An issuer asks about another's card.
    if (card.issuerId !== issuerId) return declined('CARD_NOT_FOUND')

    const named = await findAuth(tx, card, issuerId, request.authorizationRef)
    const auth = named?.card_id === card.cardId ? named : undefined
    const before = await eventOnce(tx, card, issuerId, request.ref, 'INCREMENT')
    // The same reference for another authorization is not the same request.
    if (before && before.auth_id !== auth?.auth_id) return declined('ISSUER_DECLINED')
    if (before) {
      await confirmDurable(tx)
      return before.reason
        ? declined(before.reason as DeclineReason, before.auth_id)
        : approval(before.amount_cents, before.auth_id)
    }
    // The network gave up on it before it arrived.
    if (await isReversed(tx, { issuerId, accountId: card.accountId, cardId: card.cardId }, request.ref))
      return declined('TIMEOUT')
    if (!auth) return declined('ISSUER_DECLINED')

    const { amountCents } = request
    const asked = {
      request,
      card,
      now: at.getTime(),
      limits: live,
      before: { cents: auth.amount_cents, feeCents: auth.fee_cents, currency: auth.merchant_currency },
    }
    const stands = auth.held_cents > 0
    const reason = stands ? firstHitOfIncrement(asked) : 'ISSUER_DECLINED'
    if (shadow && stands) seen = compared({ ...asked, limits: shadow.limits }, reason, firstHitOfIncrement)
    const fee = reason ? 0 : feeOnMore(asked.before, amountCents, request.merchantCurrency, card)
    if (!reason && amountCents > 0) {
      const { usage } = card
      const counted = countedOf(auth)
      grown(usage, amountCents, asked.now)
      const shop = asksShop(card.controls) ? await shopFrom(tx, auth) : shopOf(request.merchant)
      for (const warning of countIn(card, { time: asked.now, cents: amountCents + fee, count: 0, shop }))
        await warn(tx, card.accountId, warning)
      await changeHeld(tx, cardAccount(auth.account_id, auth.card_id), amountCents + fee)
      await updateAuth(tx, auth, {
        amount_cents: add(auth.amount_cents, amountCents),
        merchant_amount: add(auth.merchant_amount, request.merchantAmount),
        fee_cents: add(auth.fee_cents, fee),
        held_cents: add(auth.held_cents, amountCents, fee),
        placed_cents: add(auth.placed_cents, amountCents, fee),
        usage_day: usage.day,
        usage_cents: add(amountCents, counted.day === usage.day ? counted.cents : 0),
      })
      await updateUsage(tx, auth, { day: usage.day, day_cents: usage.dayCents, counters: textOf(usage.counters) })
      await writeShared(tx, shared)
    }
    await insertAuthEvent(tx, {
      account_id: auth.account_id,
      event_id: newId('aev'),
      auth_id: auth.auth_id,
      kind: 'INCREMENT',
      amount_cents: amountCents,
      fee_cents: fee,
      reason: reason ?? null,
      iso_code: reason ? declineReasons[reason].iso : approvalCodes.full,
      issuer_id: issuerId,
      ref: request.ref,
      occurred_at: new Date(boundedMs(request.occurredAt, asked.now)),
      created_at: at,
    })
    return reason ? declined(reason, auth.auth_id) : approval(amountCents, auth.auth_id)
  })
  if (shadow && seen) count(shadow.rulesId, [seen])
  return answer
}

const approval = (amountCents: number, authorizationId: string): AuthorizationDecision => ({
  approved: true,
  amountCents,
  isoCode: approvalCodes.full,
  authorizationId,
})
