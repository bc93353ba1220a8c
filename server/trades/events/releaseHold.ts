/** Authorizations whose hold ends without a clearing: reversed by the merchant, or expired. */
import { add, show, type Cents } from '#contract/core/money.ts'
import { holdsResolved, lockForPosting } from '#server/cards/cards.ts'
import { now } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { newId } from '#server/core/ids.ts'
import { cardAccount, changeHeld } from '#server/ledger/ledger.ts'
import type { AuthExpired, AuthReversed, ClearingPosted } from '#server/outside/outside.ts'
import { recountAuth } from './recount.ts'
import { feeOn } from '../rules/rules.ts'
import { authById, findAuth, overdueAuths, updateAuth, type AuthRow } from '../auths.ts'
import { awaitAuth, eventOnce, insertAuthEvent, undoIncrement } from '../queries.ts'
import { checkCard, Mismatch } from './checkEvent.ts'
import { lockCardOf, type EventCard, type Known } from './eventCard.ts'
import { giveBackUsage } from '../rules/usageBack.ts'

export const live = ({ status }: AuthRow): boolean => status === 'PENDING' || status === 'PARTIAL'

export async function authReversed(tx: Tx, event: AuthReversed, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const feeOnLeft: FeeOnLeft = (left, currency) =>
    feeOn(left, currency, { currency: card.currency, conversion: () => known.conversionOf(card.accountId, card.vid) })
  const auth = await findAuth(tx, card, event.issuer, event.authRef)
  await checkCard(tx, card, auth)
  if (event.incrementRef !== undefined) await undoneIncrement(tx, card, event, event.incrementRef, auth, feeOnLeft)
  else if (event.left !== undefined) await leave(tx, auth, event, event.left, feeOnLeft)
  else if (!auth) await awaitAuth(tx, card, event.authRef, 'reversed')
  else if (live(auth)) {
    const unanswered = event.reason !== undefined
    if (!unanswered && event.amount > auth.amount_cents)
      throw new Mismatch('AMOUNT_DIFFERS', {
        fact: 'amount',
        told: show(event.amount, event.currency),
        ours: show(auth.amount_cents),
      })
    const all = unanswered || event.final || event.amount >= auth.amount_cents - auth.cleared_cents
    await happened(
      tx,
      auth,
      event,
      'REVERSAL',
      all ? await end(tx, auth, 'REVERSED') : await shrink(tx, auth, event.amount, feeOnLeft),
    )
  }
  await holdsResolved(tx, card.accountId, card.cardId)
}

/** The network tells what stays held. Of an authorization that never came nothing is held here. */
async function leave(
  tx: Tx,
  auth: AuthRow | undefined,
  event: AuthReversed,
  left: Cents,
  feeOnLeft: FeeOnLeft,
): Promise<void> {
  if (!auth || !live(auth)) return
  const by = auth.amount_cents - auth.cleared_cents - left
  if (by > 0) await happened(tx, auth, event, 'REVERSAL', await shrink(tx, auth, by, feeOnLeft))
}

/** The answer to an increment arrived too late, so the merchant never received it: only that increment is undone. */
async function undoneIncrement(
  tx: Tx,
  card: EventCard,
  event: AuthReversed,
  incrementRef: string,
  auth: AuthRow | undefined,
  feeOnLeft: FeeOnLeft,
): Promise<void> {
  const increment = await eventOnce(tx, card, event.issuer, incrementRef, 'INCREMENT')
  if (increment && increment.auth_id !== auth?.auth_id)
    throw new Mismatch('AUTH_DIFFERS', { fact: 'authorization', told: event.authRef, ours: increment.auth_id })
  if (!increment || !auth) return awaitAuth(tx, card, incrementRef, 'reversed')
  if (increment.undone || increment.reason !== null) return
  await undoIncrement(tx, increment)
  if (live(auth)) await happened(tx, auth, event, 'REVERSAL', await shrink(tx, auth, increment.amount_cents, feeOnLeft))
}

/** Releases everything that is held. What has been cleared stays a purchase. */
async function end(tx: Tx, auth: AuthRow, as: 'REVERSED' | 'EXPIRED' | 'COMPLETE'): Promise<Cents> {
  const freed = auth.held_cents
  if (freed > 0) await changeHeld(tx, cardAccount(auth.account_id, auth.card_id), -freed)
  await updateAuth(tx, auth, { status: auth.status === 'PARTIAL' ? 'COMPLETE' : as, held_cents: 0 })
  await giveBackUsage(tx, auth, 'all')
  await recountAuth(tx, auth, { held_cents: 0 })
  return freed
}

type FeeOnLeft = (left: Cents, currency: string) => Cents
/** Reduces the authorized amount. Returns what is released: the amount, and its share of the fee, which is recalculated on the rest. */
async function shrink(tx: Tx, auth: AuthRow, by: Cents, feeOnLeft: FeeOnLeft): Promise<Cents> {
  const change = shrunk(auth, by, (left) => feeOnLeft(left, auth.merchant_currency))
  if (change.held_cents === 0 && auth.status === 'PENDING') {
    await updateAuth(tx, auth, change)
    return end(tx, auth, 'REVERSED')
  }
  const freed = auth.held_cents - change.held_cents
  if (freed > 0) await changeHeld(tx, cardAccount(auth.account_id, auth.card_id), -freed)
  await updateAuth(tx, auth, change)
  await giveBackUsage(tx, auth, auth.amount_cents - change.amount_cents)
  await recountAuth(tx, auth, change)
  return freed
}

type Shrinking = Pick<AuthRow, 'amount_cents' | 'cleared_cents' | 'fee_cents' | 'fee_taken_cents' | 'held_cents'>
/**
 * Pure. What may still be cleared of an authorization stays held with its fee, up to the current hold: after a reversed clearing, more may be cleared again
 * than is held. The fee that clearings have taken stays taken.
 */
export function shrunk(auth: Shrinking, by: Cents, feeOnLeft: (left: Cents) => Cents) {
  const left = Math.max(0, auth.amount_cents - by)
  const fee = Math.min(auth.fee_cents, Math.max(feeOnLeft(left), auth.fee_taken_cents))
  const due = add(Math.max(0, left - auth.cleared_cents), Math.max(0, fee - auth.fee_taken_cents))
  return { amount_cents: left, fee_cents: fee, held_cents: Math.min(auth.held_cents, due) }
}

export async function authExpired(tx: Tx, event: AuthExpired, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const auth = await findAuth(tx, card, event.issuer, event.authRef)
  await checkCard(tx, card, auth)
  if (!auth) return awaitAuth(tx, card, event.authRef, 'reversed')
  await expireAuth(tx, auth, { id: event.id, issuer: event.issuer, occurredAt: event.occurredAt })
  await holdsResolved(tx, card.accountId, card.cardId)
}

/** A final clearing of zero: the merchant takes no more, so the rest of the hold is released. */
export async function releaseRest(tx: Tx, card: EventCard, auth: AuthRow, event: ClearingPosted): Promise<void> {
  if (!live(auth)) return
  await happened(tx, auth, event, 'REVERSAL', await end(tx, auth, 'COMPLETE'))
  await holdsResolved(tx, card.accountId, card.cardId)
}

/** Expires overdue authorizations by our own deadlines; the network may never report it. */
export async function expireOverdue(): Promise<void> {
  await eachAlone(await overdueAuths(500), ({ account_id, card_id, auth_id }) =>
    transaction(async (tx) => {
      await lockForPosting(tx, account_id, card_id)
      const auth = await authById(tx, account_id, auth_id)
      if (!auth?.expires_at || auth.expires_at > now()) return
      await expireAuth(tx, auth, {
        id: `due_${auth_id}`,
        issuer: auth.issuer_id,
        occurredAt: auth.expires_at.getTime(),
      })
      await holdsResolved(tx, account_id, card_id)
    }),
  )
}

async function expireAuth(
  tx: Tx,
  auth: AuthRow,
  event: { id: string; issuer: string; occurredAt: number },
): Promise<void> {
  if (live(auth)) await happened(tx, auth, event, 'EXPIRY', await end(tx, auth, 'EXPIRED'))
}

const happened = (
  tx: Tx,
  auth: AuthRow,
  { id, issuer, occurredAt }: { id: string; issuer: string; occurredAt: number },
  kind: 'REVERSAL' | 'EXPIRY',
  amount: Cents,
) =>
  insertAuthEvent(tx, {
    account_id: auth.account_id,
    event_id: newId('aev'),
    auth_id: auth.auth_id,
    kind,
    amount_cents: amount,
    issuer_id: issuer,
    ref: id,
    occurred_at: new Date(occurredAt),
    created_at: now(),
  })
