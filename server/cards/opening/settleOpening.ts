import { reasonWords } from '#contract/cards/states.ts'
import { recordMany, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { finishCoupon, freeCoupon } from '#server/coupons/coupons.ts'
import { accountOf, feesPaid, namesOfSubs } from '#server/identity/identity.ts'
import {
  cardAccount,
  credit,
  debit,
  platform,
  postMany,
  releaseMany,
  wallet,
  type Transfer,
} from '#server/ledger/ledger.ts'
import type { CardSecret, CardView } from '#server/outside/outside.ts'
import { blockCards } from '../controls/blockCards.ts'
import { payDebts } from '../debts/coverDebts.ts'
import { lockMoneyOfMany } from '../lockCard.ts'
import { finishBatches } from '../orders/finishBatches.ts'
import { logCards } from '../orders/log.ts'
import { endOrders, type OrderRow } from '../orders/queries.ts'
import { nameOf, type CardRow } from '../queries.ts'
import { cardNumbers } from '../sealed.ts'
import { openingMeta } from './openCards.ts'
import { activateCards, failCards, giveBackStock, insertNumbers } from './queries.ts'

/** An opening for which the issuer returned a card. */
export type MadeOpening = {
  order: OrderRow
  view: CardView
  issuerId: string
  /** Absent where the issuer keeps it to itself: then charges name the card by the issuer's reference. */
  secret: CardSecret | undefined
}
/** An opening that the issuer has refused, or that was cancelled. */
export type FailedOpening = { order: OrderRow; reason: string }

/**
 * Settles openings whose cards exist: what was held for each becomes the card's balance and our fees, and charges can find the card. The number of statements
 * does not depend on the number of cards. An event and a job may report the same card: it is booked once.
 */
export async function settleOpenings(tx: Tx, accountId: string, news: readonly MadeOpening[]): Promise<void> {
  const made = await stillPending(tx, accountId, news)
  if (!made.length) return
  const posted = await postMany(tx, await transfersOf(tx, accountId, made))
  await activateCards(
    tx,
    accountId,
    made.map(({ order, view }) => ({
      card_id: order.card_id,
      status: 'ACTIVE',
      issuer_ref: view.ref,
      last4: view.last4,
      exp_month: view.exp[0],
      exp_year: view.exp[1],
      expires_at: new Date(Date.UTC(view.exp[1], view.exp[0], 1)), // the first instant of the next month
      deposit_cents: order.amount_cents,
    })),
  )
  await insertNumbers(
    tx,
    accountId,
    made.flatMap(({ order, view, issuerId, secret }) =>
      cardNumbers(order.card_id, { issuerId, ref: view.ref, secret }),
    ),
  )
  await endOrders(
    tx,
    accountId,
    made.map(({ order }, at) => ({
      order_no: order.order_no,
      status: 'SUCCESS',
      transfer_id: posted[at]!.transferId,
      error: null,
    })),
  )
  await logCards(
    tx,
    made.map(({ order }) => ({
      accountId,
      cardId: order.card_id,
      type: 'OPENED' as const,
      before: 'PENDING',
      after: 'ACTIVE',
      amount: order.amount_cents,
    })),
  )
  await matchAccount(
    tx,
    accountId,
    made.map(({ order }) => order.card_id),
  )
  for (const { order, view } of made.filter(alone))
    await notify(
      tx,
      { accountId, loginId: order.login_id },
      'card_opened',
      { last4: view.last4, amount: { cents: order.amount_cents } },
      { type: 'card', id: order.card_id },
    )
  for (const { order } of made.filter(withOff)) await finishCoupon(tx, accountId, order.order_no)
  await finishBatches(tx, accountId, made)
  await feesPaid(
    tx,
    accountId,
    made.map(({ order }) => ({
      type: 'OPEN',
      id: order.order_no,
      base: order.open_fee_cents + order.fee_cents - order.coupon_off_cents,
    })),
  )
}

/**
 * Cards that were requested before the account was shut down are blocked like its other cards, and what was loaded on them before the account owed anything
 * pays its debt before it can be spent. New cards are not locked by any other transaction yet, so the account's other cards may be locked after them.
 */
async function matchAccount(tx: Tx, accountId: string, cardIds: readonly string[]): Promise<void> {
  const { risk_state, restricted } = await accountOf(tx, accountId)
  if (restricted) await payDebts(tx, accountId)
  if (risk_state !== 'SHUTDOWN') return
  await blockCards(tx, { accountId, cardIds, block: 'RISK', on: true, reason: 'DECLINE_RATE', tell: false })
}

/** Fails openings that the issuer will not make: releases the money of each in full. */
export async function failOpenings(tx: Tx, accountId: string, news: readonly FailedOpening[]): Promise<void> {
  const failed = await stillPending(tx, accountId, news)
  if (!failed.length) return
  await releaseMany(
    tx,
    accountId,
    failed.map(({ order }) => ({ hold: order.hold_id!, amount: 'all' })),
  )
  for (const { order } of failed.filter(withOff)) await freeCoupon(tx, accountId, order.order_no)
  await failCards(
    tx,
    accountId,
    failed.map(({ order }) => order.card_id),
  )
  await endOrders(
    tx,
    accountId,
    failed.map(({ order, reason }) => ({
      order_no: order.order_no,
      status: 'FAILED',
      transfer_id: null,
      error: reason,
    })),
  )
  await logCards(
    tx,
    failed.map(({ order, reason }) => ({
      accountId,
      cardId: order.card_id,
      type: 'OPEN_FAILED' as const,
      before: 'PENDING',
      after: 'FAILED',
      remark: reason,
      result: 'FAIL' as const,
    })),
  )
  await recordMany(
    tx,
    system(accountId),
    failed.map(({ order, card, reason }) => ({
      type: 'CARD_OPEN' as const,
      target: nameOf(card),
      content: { cn: `开卡失败：${reasonWords(reason).cn}`, en: `Card opening failed: ${reasonWords(reason).en}` },
      amount: order.total_cents,
      result: 'FAIL' as const,
    })),
  )
  for (const { order, reason } of failed.filter(alone))
    await notify(
      tx,
      { accountId, loginId: order.login_id },
      'card_open_failed',
      { amount: { cents: order.total_cents }, reason: reasonWords(reason) },
      { type: 'card', id: order.card_id },
    )
  await giveBack(tx, failed)
  await finishBatches(tx, accountId, failed)
}

/** Locks the wallet and the cards; cards that have been settled by another worker are left out. */
async function stillPending<N extends { order: OrderRow }>(
  tx: Tx,
  accountId: string,
  news: readonly N[],
): Promise<(N & { card: CardRow })[]> {
  const { cards } = await lockMoneyOfMany(
    tx,
    accountId,
    news.map(({ order }) => order.card_id),
  )
  return news
    .map((one) => ({ ...one, card: cards.get(one.order.card_id)! }))
    .filter(({ card }) => card.status === 'PENDING')
}

/** A batch sends one notice when it ends; its cards send none of their own. */
const alone = ({ order }: { order: OrderRow }): boolean => order.batch_no === null

type Settling = MadeOpening & { card: CardRow }

/** Creates one transfer per opening; after them, the issuer's charges to us for some of them. */
async function transfersOf(tx: Tx, accountId: string, made: readonly Settling[]): Promise<Transfer[]> {
  const subs = await namesOfSubs(
    tx,
    accountId,
    made.map(({ card }) => card.owner_sub_uid),
  )
  const openings = made.map(({ order, card, view }): Transfer => {
    const price = priceIn(order)
    const subUid = card.owner_sub_uid ?? undefined
    const { card_id: cardId, order_no: orderNo } = order
    return {
      kind: 'CARD_OPEN',
      accountId,
      biz: { type: 'card_order', id: orderNo },
      actor: order.login_id,
      lines: [
        debit(wallet(accountId), price.total),
        debit(platform('4015'), price.couponOff),
        credit(cardAccount(accountId, cardId), price.amount),
        credit(platform('4010'), price.openFee),
        credit(platform('4020'), price.serviceFee),
      ],
      resolves: [{ hold: order.hold_id!, amount: price.total, rest: 'void' }],
      meta: openingMeta(price, {
        orderNo,
        cardId,
        cardSeqNo: card.card_seq_no,
        lastFour: view.last4,
        subUid,
        subNickname: subUid && subs.get(subUid),
      }),
    }
  })
  const costs = made
    .filter(({ card }) => card.issuer_cost_cents > 0)
    .map(({ order, card: { issuer_cost_cents: cost, issuer_id, card_id: cardId } }): Transfer => ({
      kind: 'CARD_COST',
      accountId,
      biz: { type: 'card_order', id: order.order_no },
      lines: [debit(platform('5020'), cost), credit(platform('2120', issuer_id), cost)],
      meta: { cardId },
    }))
  return [...openings, ...costs]
}

/** After every other lock, segment by segment in the same order as they were taken. */
async function giveBack(tx: Tx, failed: readonly { card: CardRow }[]): Promise<void> {
  const bySegment = Map.groupBy(failed, ({ card }) => card.vid)
  for (const [vid, cards] of [...bySegment].sort(([a], [b]) => (a < b ? -1 : 1)))
    await giveBackStock(tx, vid, cards.length)
}

const priceIn = (order: OrderRow) => ({
  openFee: order.open_fee_cents,
  amount: order.amount_cents,
  serviceFee: order.fee_cents,
  couponOff: order.coupon_off_cents,
  total: order.total_cents,
})

const withOff = ({ order }: { order: OrderRow }): boolean => order.coupon_off_cents > 0
