/** Authorizations that give their money back: reversed by the merchant, or expired. */
import { add, type Cents } from '../../../contract/money.ts'
import { holdsResolved, lockForPosting } from '../../cards/cards.ts'
import { now } from '../../clock.ts'
import { transaction, type Tx } from '../../db.ts'
import { newId } from '../../ids.ts'
import { expire, release } from '../../ledger/ledger.ts'
import type { AuthExpired, AuthReversed } from '../../outside/outside.ts'
import { feeOn, printOf } from '../decide/rules.ts'
import { forget } from '../decide/usage.ts'
import {
  authById,
  awaitAuth,
  eventOnce,
  findAuth,
  insertAuthEvent,
  overdueAuths,
  recentOf,
  undoIncrement,
  updateAuth,
  writeRecent,
  type AuthRow,
} from '../queries.ts'
import type { Known } from './apply.ts'
import { lockCardOf } from './eventCard.ts'

const live = ({ status }: AuthRow): boolean => status === 'PENDING' || status === 'PARTIAL'

export async function authReversed(tx: Tx, event: AuthReversed, known: Known): Promise<void> {
  const { conversionOf } = known
  const card = await lockCardOf(tx, event, known)
  const auth = await findAuth(tx, event.issuer, event.authRef)
  if (event.incrementRef !== undefined) return undoneIncrement(tx, event, event.incrementRef, auth)
  if (!auth)
    return void (await awaitAuth(tx, {
      issuer_ref: event.authRef,
      issuer_id: event.issuer,
      reversed: true,
      cleared_cents: 0,
    }))
  if (!live(auth)) return

  const unanswered = event.reason !== undefined
  const all = unanswered || event.final || event.amount >= auth.amount_cents - auth.cleared_cents
  if (all) {
    const freed = await release(tx, auth.hold_id!, 'all')
    await updateAuth(tx, auth, { status: auth.status === 'PARTIAL' ? 'COMPLETE' : 'REVERSED', held_cents: 0 })
    await happened(tx, auth, event, 'REVERSAL', freed)
    await writeRecent(
      tx,
      card.cardId,
      forget(await recentOf(tx, card.cardId), printOf({ merchant: event.merchant, amountCents: auth.answered_cents })),
    )
  } else {
    // The fee is held with the amount, so a part of it goes too.
    const left = auth.amount_cents - event.amount
    const fee = feeOn(left, auth.merchant_currency, {
      currency: event.currency,
      conversion: () => conversionOf(card.accountId, card.vid),
    })
    const freed = Math.min(auth.held_cents, add(event.amount, Math.max(0, auth.fee_cents - fee)))
    await release(tx, auth.hold_id!, freed)
    await updateAuth(tx, auth, {
      amount_cents: left,
      fee_cents: Math.min(fee, auth.fee_cents),
      held_cents: auth.held_cents - freed,
    })
    await happened(tx, auth, event, 'REVERSAL', freed)
  }
  await holdsResolved(tx, card.accountId, card.cardId)
}

/** The answer to an increment came too late, so the merchant never got it: only that increment is undone. */
async function undoneIncrement(
  tx: Tx,
  event: AuthReversed,
  incrementRef: string,
  auth: AuthRow | undefined,
): Promise<void> {
  const increment = await eventOnce(tx, event.issuer, incrementRef, 'INCREMENT')
  if (!increment || !auth)
    return void (await awaitAuth(tx, {
      issuer_ref: incrementRef,
      issuer_id: event.issuer,
      reversed: true,
      cleared_cents: 0,
    }))
  if (increment.undone || increment.reason !== null) return
  await undoIncrement(tx, increment)
  if (!live(auth)) return
  const freed = Math.min(auth.held_cents, add(increment.amount_cents, increment.fee_cents))
  await release(tx, auth.hold_id!, freed)
  await updateAuth(tx, auth, {
    amount_cents: auth.amount_cents - increment.amount_cents,
    fee_cents: auth.fee_cents - increment.fee_cents,
    held_cents: auth.held_cents - freed,
  })
  await happened(tx, auth, event, 'REVERSAL', freed)
}

export async function authExpired(tx: Tx, event: AuthExpired, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const auth = await findAuth(tx, event.issuer, event.authRef)
  if (!auth)
    return void (await awaitAuth(tx, {
      issuer_ref: event.authRef,
      issuer_id: event.issuer,
      reversed: true,
      cleared_cents: 0,
    }))
  await expireAuth(tx, auth, { id: event.id, issuer: event.issuer, occurredAt: event.occurredAt })
  await holdsResolved(tx, card.accountId, card.cardId)
}

/** Deadlines are in the table; the network's own word for it may never come. */
export async function expireOverdue(): Promise<void> {
  for (const { account_id, card_id, auth_id } of await overdueAuths(500))
    await transaction(async (tx) => {
      await lockForPosting(tx, account_id, card_id)
      const auth = await authById(tx, account_id, auth_id)
      if (!auth?.expires_at || auth.expires_at > now()) return
      await expireAuth(tx, auth, {
        id: `due_${auth_id}`,
        issuer: auth.issuer_id,
        occurredAt: auth.expires_at.getTime(),
      })
      await holdsResolved(tx, account_id, card_id)
    })
}

async function expireAuth(
  tx: Tx,
  auth: AuthRow,
  event: { id: string; issuer: string; occurredAt: number },
): Promise<void> {
  if (!live(auth)) return
  const [freed] = auth.held_cents > 0 ? await expire(tx, [auth.hold_id!]) : [0]
  await updateAuth(tx, auth, { status: auth.status === 'PARTIAL' ? 'COMPLETE' : 'EXPIRED', held_cents: 0 })
  await happened(tx, auth, event, 'EXPIRY', freed!)
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
