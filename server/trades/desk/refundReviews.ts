/** Refunds under review: two people release one to the customer or return it to the merchant. */
import * as z from 'zod'
import type * as contract from '#contract/trades/desk/refundReviews.ts'
import { reviewStates, type ReviewState } from '#contract/trades/desk/refundReviews.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardNames, holdsResolved, lockForPosting } from '#server/cards/cards.ts'
import { now } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { accountOf, holdersOf } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { release } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { approvable, recordStaff, waitingByLane, type Decision, type Shown } from '#server/staff/staff.ts'
import { flowMeta, type EventCard } from '../events/eventCard.ts'
import { takeRefundBack } from '../events/refund.ts'
import { endReview, openReview, type Review } from '../events/refundReview.ts'
import { tradeById, updateTrade, type TradeRow } from '../queries.ts'
import { lockReview, reviewOf, reviewsPage, setReview, spentAt, type ReviewListRow } from '../events/queries.ts'

export const listRefundReviews: Answer<typeof contract.listRefundReviews> = async ({ from: { lang } }, input) => {
  const { pageNo, pageSize, scope } = input
  const [{ rows, count }, releases, returns] = await Promise.all([
    reviewsPage(db, { open: scope === 'open', pageNo, pageSize }),
    waitingByLane(db, 'refund.release'),
    waitingByLane(db, 'refund.return'),
  ])
  const [holders, names, spent] = await Promise.all([
    holdersOf(rows.map(({ account_id }) => account_id)),
    Promise.all(rows.map(({ account_id, card_id }) => cardNames(db, account_id, [card_id]))),
    spentAt(
      db,
      rows.map(({ trade_id }) => trade_id),
    ),
  ])
  return {
    data: rows.map((row, i) => ({
      tradeId: row.trade_id,
      state: row.state as ReviewState,
      stateText: reviewStates[row.state as ReviewState][lang],
      holder: holders.get(row.account_id) ?? null,
      card: names[i]!.get(row.card_id) ?? null,
      merchant: row.merchant_name,
      descriptor: row.descriptor,
      clearingRef: row.clearing_ref,
      amount: row.amount_cents,
      excess: row.excess_cents,
      held: row.state === 'OPEN' || row.state === 'CLAIMED' ? row.held_cents : 0,
      spent: spent.get(row.trade_id) ?? 0,
      unit: 'USD',
      receiveTime: row.created_at.getTime(),
      decideTime: row.decided_at?.getTime() ?? null,
      decidedBy: row.decided_by,
      approvalId: releases.get(row.trade_id) ?? returns.get(row.trade_id) ?? null,
    })),
    total: count,
    pageNo,
    pageSize,
    haveNext: count > pageNo * pageSize,
    summary: undefined,
  }
}

const payload = z.object({ tradeId: z.string(), amountCents: z.int() })
type Payload = z.infer<typeof payload>

async function shows(tx: Tx, { tradeId, amountCents }: Payload): Promise<Shown> {
  const row = (await reviewOf(tx, tradeId))!
  const [account, names] = [await accountOf(tx, row.account_id), await cardNames(tx, row.account_id, [row.card_id])]
  const card = names.get(row.card_id)
  return {
    target: tradeId,
    accountId: row.account_id,
    amountCents,
    onlyOne: tradeId,
    lines: [
      { label: { cn: '账户', en: 'Account' }, before: null, after: `${account.user_no} ${account.nickname}` },
      { label: { cn: '卡片', en: 'Card' }, before: null, after: `${card?.cardSeqNo} ···· ${card?.lastFour}` },
      { label: { cn: '商户', en: 'Merchant' }, before: null, after: row.merchant_name },
      { label: { cn: '退款金额', en: 'Refund' }, before: null, after: show(amountCents) },
      { label: { cn: '无对应消费的部分', en: 'Without a purchase' }, before: null, after: show(row.excess_cents) },
    ],
  }
}

/** Returns the refund with its card's money and wallet locked, while its review still waits for this decision. */
async function locked(
  tx: Tx,
  { tradeId, amountCents }: Payload,
): Promise<{ card: EventCard; refund: TradeRow; review: Review; seen: ReviewListRow }> {
  const seen = await reviewOf(tx, tradeId)
  if (!seen) throw refuse('not_found')
  const card = { ...(await lockForPosting(tx, seen.account_id, seen.card_id)), account: undefined }
  const review = await openReview(tx, seen)
  const refund = (await tradeById(tx, seen.account_id, tradeId))!
  if (review?.state !== 'CLAIMED' || refund.amount_cents !== amountCents) throw refuse('conflict')
  return { card, refund, review, seen }
}

async function tell(tx: Tx, event: 'refund_posted' | 'refund_returned', card: EventCard, seen: ReviewListRow) {
  const params = { last4: card.last4, merchant: seen.merchant_name, amount: { cents: seen.amount_cents } }
  await notify(tx, { accountId: card.accountId }, event, params, { type: 'card', id: card.cardId })
}

const recorded = (tx: Tx, { maker, checker, reason }: Decision, seen: ReviewListRow, state: 'RELEASED' | 'RETURNED') =>
  recordStaff(tx, checker, {
    action: 'MONEY',
    target: seen.trade_id,
    accountId: seen.account_id,
    reason,
    content: {
      cn: `${reviewStates[state].cn}：退款 ${show(seen.amount_cents)}，经办 ${maker.name}`,
      en: `${reviewStates[state].en}: refund of ${show(seen.amount_cents)}, requested by ${maker.name}`,
    },
    before: { state: 'OPEN' },
    after: { state },
  })

const dropped = async (tx: Tx, { tradeId }: Payload): Promise<void> => {
  const review = await lockReview(tx, (await reviewOf(tx, tradeId))!)
  if (review?.state === 'CLAIMED') await setReview(tx, review, { state: 'OPEN' })
}

export const refundReleaseApproval = approvable('refund.release', {
  payload,
  shows,
  async apply(tx, input, decision) {
    const { card, refund, review, seen } = await locked(tx, input)
    await release(tx, { accountId: card.accountId, holdId: review.hold_id }, 'all')
    await updateTrade(tx, refund, { status: 'POSTED' })
    await endReview(tx, review, 'RELEASED', decision.checker.name)
    await holdsResolved(tx, card.accountId, card.cardId)
    await tell(tx, 'refund_posted', card, seen)
    await later(tx, 'cards.coverDebts', { accountId: card.accountId })
    await recorded(tx, decision, seen, 'RELEASED')
  },
  dropped,
})

export const refundReturnApproval = approvable('refund.return', {
  payload,
  shows,
  async apply(tx, input, decision) {
    const { card, refund, review, seen } = await locked(tx, input)
    const tradeId = newId('trd')
    const merchant = { name: seen.merchant_name, descriptor: refund.descriptor }
    const { merchant_amount: merchantAmount, merchant_currency: merchantCurrency } = refund
    await takeRefundBack(tx, card, refund, {
      tradeId,
      review,
      occurredAt: now(),
      meta: flowMeta(card, { merchant, merchantAmount, merchantCurrency }, tradeId),
    })
    await endReview(tx, review, 'RETURNED', decision.checker.name)
    await tell(tx, 'refund_returned', card, seen)
    await recorded(tx, decision, seen, 'RETURNED')
  },
  dropped,
})

/** Until this is decided, nobody can request the other decision. */
async function claim(
  tx: Tx,
  staff: Staff,
  how: typeof refundReleaseApproval | typeof refundReturnApproval,
  { tradeId, reason }: { tradeId: string; reason: string },
): Promise<{ approvalId: string }> {
  const seen = await reviewOf(tx, tradeId)
  if (!seen) throw refuse('not_found')
  const review = await lockReview(tx, seen)
  if (review?.state !== 'OPEN') throw refuse('conflict')
  await setReview(tx, review, { state: 'CLAIMED' })
  return { approvalId: await how.propose(tx, staff, { tradeId, amountCents: seen.amount_cents }, reason) }
}

export const releaseRefund: Answer<typeof contract.releaseRefund> = (staff, input, tx) =>
  claim(tx, staff, refundReleaseApproval, input)
export const returnRefund: Answer<typeof contract.returnRefund> = (staff, input, tx) =>
  claim(tx, staff, refundReturnApproval, input)
