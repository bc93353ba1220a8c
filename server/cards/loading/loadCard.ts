import type * as contract from '#contract/cards/cards.ts'
import { mayMove } from '#contract/cards/states.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { spendCoupon } from '#server/coupons/coupons.ts'
import { feesPaid } from '#server/identity/identity.ts'
import { cardAccount, credit, debit, platform, post, wallet } from '#server/ledger/ledger.ts'
import { withinBudget } from '../figures/budget.ts'
import { fromWallet, lockCard } from '../lockCard.ts'
import { logCards } from '../orders/log.ts'
import { insertOrder } from '../orders/queries.ts'
import { addLoaded, nameOf, maybeCard, stateOf, type CardRow } from '../queries.ts'
import { loadPrice, withCoupon } from '../ranges/prices.ts'
import { agreedPrice, offerQuote } from '../ranges/quotes.ts'
import { termsOf, checkAmount, type Terms } from '../ranges/terms.ts'

/** Moves money from the wallet onto a card. It is a transfer in our own books, so it succeeds immediately or fails. */
export const loadCard: Answer<typeof contract.loadCard> = async (actor, input, tx) => {
  const { card, sub } = await lockCard(tx, actor, input.cardId, 'load')
  const terms = await termsOf(tx, actor.accountId, card.vid)
  checkLoad(card, terms, input)
  const { cardId, amount } = input
  const couponId = input.couponId || undefined
  const price = await agreedPrice(
    tx,
    actor,
    { scene: 'card.load', input: { cardId, amount, couponId } },
    input,
    await withCoupon(tx, actor.accountId, loadPrice(terms, amount), { couponId, scene: 'RECHARGE', vid: card.vid }),
  )

  await withinBudget(tx, sub, price.total)

  const { accountId } = actor
  const orderNo = newId('ord')
  await spendCoupon(tx, accountId, couponId, { bizNo: orderNo, off: price.couponOff, done: true })
  const meta: FlowMeta = {
    bizNo: orderNo,
    cardId,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4!,
    fee: price.serviceFee - price.couponOff,
    parts: { load: amount, serviceFee: price.serviceFee, discount: price.couponOff },
    ...(actor.subUid && { subUid: actor.subUid, subNickname: actor.name }),
  }
  const { transferId } = await fromWallet(
    post(tx, {
      kind: 'CARD_LOAD',
      accountId,
      biz: { type: 'card_order', id: orderNo },
      actor: actor.loginId,
      lines: [
        debit(wallet(accountId), price.total),
        debit(platform('4015'), price.couponOff),
        credit(cardAccount(accountId, cardId), amount),
        credit(platform('4020'), price.serviceFee),
      ],
      meta,
    }),
  )
  await addLoaded(tx, accountId, cardId, amount)
  await insertOrder(tx, {
    account_id: accountId,
    order_no: orderNo,
    kind: 'LOAD',
    card_id: cardId,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    quote_id: input.quoteId ?? null,
    amount_cents: amount,
    fee_cents: price.serviceFee,
    coupon_off_cents: price.couponOff,
    total_cents: price.total,
    status: 'SUCCESS',
    transfer_id: transferId,
  })

  await feesPaid(tx, accountId, [{ type: 'LOAD', id: orderNo, base: price.serviceFee - price.couponOff }])
  const balance = card.balance_cents + amount
  await logCards(tx, [
    { ...actor, cardId, type: 'LOAD', before: show(card.balance_cents), after: show(balance), amount },
  ])
  await record(tx, actor, {
    type: 'CARD_RECHARGE',
    target: nameOf(card),
    content: {
      cn: `充值 ${show(amount)}，手续费 ${show(price.serviceFee)}`,
      en: `Loaded ${show(amount)}, fee ${show(price.serviceFee)}`,
    },
    before: { balance: card.balance_cents },
    after: { balance, orderNo },
    amount: price.total,
  })
  return { orderNo, status: 'SUCCESS', amount, serviceFee: price.serviceFee, total: price.total, balance }
}

/** Returns what loading a card would cost now. */
export const priceLoad: Answer<typeof contract.priceLoad> = async (actor, input) => {
  const card = await maybeCard(db, actor, input.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  if (!mayMove('load', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  const terms = await termsOf(db, actor.accountId, card.vid)
  checkLoad(card, terms, input)
  const { cardId, amount } = input
  const couponId = input.couponId || undefined
  const price = await withCoupon(db, actor.accountId, loadPrice(terms, amount), {
    couponId,
    scene: 'RECHARGE',
    vid: card.vid,
  })
  return offerQuote(actor, price, { scene: 'card.load', input: { cardId, amount, couponId } })
}

/** Checks the limits of one load and of the resulting balance; larger amounts require customer service (docs/reference/numbers.md#cards). */
export function checkLoad(card: CardRow, { range, perLoadMax }: Terms, { amount }: { amount: Cents }): void {
  checkAmount(amount, range.min_load_cents, perLoadMax, 'amount')
  if (card.balance_cents + amount > range.max_balance_cents)
    throw refuse('amount_above_max', { field: 'amount', maxBalanceCents: range.max_balance_cents })
}
