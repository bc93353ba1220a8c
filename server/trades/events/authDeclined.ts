import { declineReasons } from '#contract/trades/declines.ts'
import { nowMs, dayOf } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import type { AuthDeclined } from '#server/outside/outside.ts'
import { countDecline, findAuth, insertAuth } from '../queries.ts'
import { leaveWeighing } from '../decide/news.ts'
import type { Known } from './apply.ts'
import { lockCardOf } from './eventCard.ts'

/** Declined at the network before we were asked: it is shown, and weighs like our own. */
export async function authDeclined(tx: Tx, event: AuthDeclined, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  if (await findAuth(tx, event.issuer, event.authRef)) return
  const counted = event.amount > 0 && (declineReasons[event.reason]?.counted ?? true)
  await insertAuth(tx, {
    account_id: card.accountId,
    auth_id: newId('atx'),
    card_id: card.cardId,
    owner_sub_uid: card.ownerSubUid,
    issuer_id: event.issuer,
    issuer_ref: event.authRef,
    merchant_no: known.merchantNo,
    descriptor: event.merchant.descriptor,
    answered_cents: 0,
    amount_cents: event.amount,
    merchant_amount: event.merchantAmount,
    merchant_currency: event.merchantCurrency,
    rate: event.rate ?? null,
    status: 'DECLINED',
    reason: event.reason,
    iso_code: event.isoCode,
    counted,
    three_ds: event.threeDs ?? null,
    pos: event.pos,
    occurred_at: new Date(event.occurredAt),
  })
  if (!counted) return
  await countDecline(tx, card, dayOf(nowMs()))
  await leaveWeighing(tx, card.accountId)
}
