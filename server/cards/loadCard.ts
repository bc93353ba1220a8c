import type * as contract from '#contract/cards/cards.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { spendCoupon } from '../coupons/coupons.ts'
import { feesPaid } from '../identity/identity.ts'
import { newId } from '../core/ids.ts'
import { cardAccount, credit, debit, platform, post, wallet } from '../ledger/ledger.ts'
import { agreedPrice } from './agreedPrice.ts'
import { withinBudget } from './budget.ts'
import { fromWallet, lockCard } from './lockCard.ts'
import { checkLoad } from './priceLoad.ts'
import { loadPrice, withCoupon } from './prices.ts'
import { insertOrder, logCards } from './orderQueries.ts'
import { addLoaded } from './queries.ts'
import { nameOf } from './shown.ts'
import { termsOf } from './terms.ts'

/** Move money from the wallet onto a card. It is a transfer in our own books: at once, or not at all. */
export const loadCard: Answer<typeof contract.loadCard> = async (actor, wish, tx) => {
  const { card, sub } = await lockCard(tx, actor, wish.cardId, 'load')
  const terms = await termsOf(tx, actor.accountId, card.vid)
  checkLoad(card, terms, wish)
  const { cardId, amount } = wish
  const couponId = wish.couponId || undefined
  const price = await agreedPrice(
    tx,
    actor,
    { scene: 'card.load', input: { cardId, amount, couponId } },
    wish,
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
    quote_id: wish.quoteId ?? null,
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
