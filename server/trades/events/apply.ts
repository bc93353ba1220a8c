/** Applies the issuer's notifications: each once, in a transaction of its own. */
import { crossBorderOf, WalletToo } from '#server/cards/cards.ts'
import { ago, DAY, nowMs, dayOf } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { isTaken, transaction, type Tx } from '#server/core/db.ts'
import type { NetworkEvent, AuthDeclined } from '#server/outside/outside.ts'
import { merchantNumber } from '../decide/merchants.ts'
import { findAuth, insertAuth } from '../auths.ts'
import { noteFailure, takeEvent, waitingEvents, heldNow, countDecline } from '../queries.ts'
import { boundedTime, checkDeclined, checkIssuer, Mismatch } from './checkEvent.ts'
import { clearingPosted } from './clearing.ts'
import { clearingReversed } from './clearingReversed.ts'
import { authExpired, authReversed } from './releaseHold.ts'
import { refundPosted, refundReversed } from './refund.ts'
import { type Known, lockCardOf } from './eventCard.ts'
import { cardChanged, cardMade, challenged, challengeFinished } from './otherEvents.ts'
import { raiseAlarm } from '#server/core/alarms.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { leaveWeighing } from '../decide/afterDecision.ts'

type Apply = { [E in NetworkEvent as E['type']]: (tx: Tx, event: E, known: Known) => Promise<void> }

const applying: Apply = {
  'card.created': cardMade,
  'card.state': cardChanged,
  'auth.declined': authDeclined,
  'auth.reversed': authReversed,
  'auth.expired': authExpired,
  'clearing.posted': clearingPosted,
  'clearing.reversed': clearingReversed,
  'refund.posted': refundPosted,
  'refund.reversed': refundReversed,
  'threeDs.challenged': challenged,
  'threeDs.finished': challengeFinished,
  'dispute.updated': (tx, event) => port('trades.disputeUpdated')(tx, event),
}

const knownOf = async (event: NetworkEvent): Promise<Omit<Known, 'withWallet'>> => ({
  merchantNo: 'merchant' in event ? await merchantNumber(event.merchant) : 0,
  conversionOf: await crossBorderOf(),
})

/** An event that cannot be applied is retried for this long; then it waits at the desk. */
const GIVE_UP_AFTER_MS = DAY

/**
 * Applies the waiting events of one card in the order in which they happened. An event that cannot be applied yet does not stop the others; the job then fails
 * and is retried.
 */
export async function applyEvents({ issuerId, cardRef }: { issuerId: string; cardRef: string }): Promise<void> {
  const failures: unknown[] = []
  for (const { event_id, body, received_at } of await waitingEvents(issuerId, cardRef)) {
    try {
      await applyOnce(body as unknown as NetworkEvent, { receivedMs: received_at.getTime() })
    } catch (error) {
      const said = error instanceof Error ? error.message : 'unknown'
      if (error instanceof Mismatch || received_at < ago(GIVE_UP_AFTER_MS)) await holdEvent(issuerId, event_id, error)
      else {
        await noteFailure(issuerId, event_id, said)
        failures.push(error)
      }
    }
  }
  if (failures.length) throw failures[0]
}

/** Taking the event, its postings and its follow-up jobs are one transaction. */
export async function applyOnce(
  told: NetworkEvent,
  { receivedMs = nowMs(), withWallet = false }: { receivedMs?: number; withWallet?: boolean } = {},
): Promise<void> {
  checkIssuer(told)
  if (!Object.hasOwn(applying, told.type))
    throw new Mismatch('TYPE_UNKNOWN', { fact: 'type', told: told.type, ours: '' })
  const event = boundedTime(told, receivedMs)
  const known = { ...(await knownOf(event)), withWallet }
  try {
    await transaction(async (tx) => {
      if (!(await takeEvent(tx, event.issuer, event.id))) return
      await (applying[event.type] as (tx: Tx, event: NetworkEvent, known: Known) => Promise<void>)(tx, event, known)
    })
  } catch (error) {
    if (error instanceof WalletToo) return applyOnce(told, { receivedMs, withWallet: true })
    // A row of this name was stored meanwhile: applied again, the event finds it.
    if (isTaken(error, 'trade_once')) return applyOnce(told, { receivedMs, withWallet })
    throw error
  }
}

/** An event that cannot be applied waits at the desk with its reason, and raises an alarm. */
const holdEvent = (issuerId: string, eventId: string, error: unknown): Promise<void> =>
  transaction(async (tx) => {
    const { reason, facts } = error instanceof Mismatch ? error : { reason: 'NOT_APPLIED', facts: [] }
    const said = error instanceof Mismatch ? null : error instanceof Error ? error.message : 'unknown'
    if (await heldNow(tx, { issuerId, eventId }, { reason, facts, error: said }))
      await raiseAlarm(tx, { kind: 'EVENT_ON_HOLD', subject: eventId, detail: { reason } })
  })

/** Declined at the network before it reached us: it is shown and counts like our own declines. */
async function authDeclined(tx: Tx, event: AuthDeclined, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const before = await findAuth(tx, card, event.issuer, event.authRef)
  if (before) return checkDeclined(tx, card, before)
  const counted = event.amount > 0 && (declineReasons[event.reason]?.counted ?? true)
  await insertAuth(tx, {
    account_id: card.accountId,
    card_id: card.cardId,
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
