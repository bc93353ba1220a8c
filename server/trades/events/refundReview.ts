/**
 * Refunds that no purchase explains. The network has paid the money, so it is booked; it can be spent or withdrawn only after staff release it, because refunds
 * without a purchase are how stolen money is moved through a card.
 */
import { add, type Cents } from '#contract/core/money.ts'
import { ago, DAY, now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { balanceOf, hold, holdById, type Ref } from '#server/ledger/ledger.ts'
import {
  insertReview,
  lockReview,
  oneReviewAtATime,
  refundsOf,
  setReview,
  unexplainedSince,
  type ReviewRow,
} from './queries.ts'
import { updateTrade, type TradeRow } from '../queries.ts'
import type { EventCard } from './eventCard.ts'

/**
 * Rates change between a purchase and its refund, and shops add a few dollars of goodwill: this much of an account's refunds in 30 days needs no explanation.
 * Set by KAIKA_REFUND_REVIEW_CENTS.
 */
const refundReview = { aboveCents: 100_00 as Cents, windowMs: 30 * DAY }
export const useRefundReview = (aboveCents: Cents): void => void (refundReview.aboveCents = aboveCents)

/** A pending review, with the remaining amount of its hold. */
export type Review = ReviewRow & { readonly remaining: Cents }

/** Refunds below the limit add up, or a large one could be split into small ones. Money of a closed account waits for two people anyway. */
export async function needsReview(tx: Tx, accountId: string, excess: Cents, to: Ref): Promise<boolean> {
  if (excess === 0 || (to.code !== '2010' && to.code !== '2020')) return false
  // Refunds on several cards of an account arrive in parallel, and none would see the others.
  await oneReviewAtATime(tx, accountId)
  const before = await unexplainedSince(tx, accountId, ago(refundReview.windowMs))
  return before + excess > refundReview.aboveCents
}

/** Holds what the refund has made available. A part that covers a negative balance cannot be held. Returns false if nothing is held. */
export async function holdForReview(
  tx: Tx,
  {
    card,
    tradeId,
    to,
    amount,
    meta,
  }: { card: EventCard; tradeId: string; to: Ref; amount: Cents; meta: Record<string, unknown> },
): Promise<boolean> {
  const { available } = await balanceOf(tx, to)
  const kept = Math.min(amount, available)
  if (kept <= 0) return false
  const { holdId } = await hold(tx, {
    on: to,
    amount: kept,
    biz: { type: 'refund_review', id: tradeId },
    meta: { ...meta, kind: 'REFUND_REVERSED' },
  })
  await insertReview(tx, {
    account_id: card.accountId,
    trade_id: tradeId,
    card_id: card.cardId,
    hold_id: holdId,
    held_cents: kept,
    state: 'OPEN',
    created_at: now(),
  })
  return true
}

/**
 * The purchase was reversed, so its refunds have none: the money has come back twice. They add up to the limit and are reviewed like any refund without a
 * purchase; one that two people have released is not reviewed again.
 */
export async function reviewRefundsOf(
  tx: Tx,
  { account_id, trade_id }: Pick<TradeRow, 'account_id' | 'trade_id'>,
  { card, to, meta }: { card: EventCard; to: Ref; meta: Record<string, unknown> },
): Promise<void> {
  for (const refund of await refundsOf(tx, account_id, trade_id)) {
    const { trade_id: tradeId, amount_cents: amount, excess_cents } = refund
    const reviewed =
      !(await lockReview(tx, refund)) && (await needsReview(tx, account_id, add(amount, -excess_cents), to))
    const held = reviewed && (await holdForReview(tx, { card, tradeId, to, amount, meta }))
    await updateTrade(tx, refund, { excess_cents: amount, ...(held && { status: 'UNDER_REVIEW' }) })
    if (!held) continue
    const params = { last4: card.last4, merchant: String(meta['merchantName']), amount: { cents: amount } }
    await notify(tx, { accountId: account_id }, 'refund_under_review', params, { type: 'card', id: card.cardId })
  }
}

/** Returns the pending review of a refund. Locked, after the money. */
export async function openReview(
  tx: Tx,
  refund: Pick<TradeRow, 'account_id' | 'trade_id'>,
): Promise<Review | undefined> {
  const found = await lockReview(tx, refund)
  if (!found || (found.state !== 'OPEN' && found.state !== 'CLAIMED')) return undefined
  return { ...found, remaining: (await holdById(tx, found.account_id, found.hold_id))!.remaining }
}

export const endReview = (tx: Tx, review: ReviewRow, state: 'RELEASED' | 'RETURNED' | 'REVERSED', by: string | null) =>
  setReview(tx, review, { state, decided_at: now(), decided_by: by })
