import { show } from '../../contract/money.ts'
import { now } from '../clock.ts'
import type { Tx } from '../db.ts'
import { record, system } from '../audit/audit.ts'
import { nameOfSub } from '../identity/identity.ts'
import { cardAccount, credit, debit, platform, post, release, wallet } from '../ledger/ledger.ts'
import { notify } from '../news.ts'
import type { CardSecret, CardView } from '../outside/outside.ts'
import { lockMoneyOf } from './lockCard.ts'
import { cvcHash, panHash } from './lookup.ts'
import { openingMeta } from './openCard.ts'
import { logCards, updateOrder, type OrderRow } from './orderQueries.ts'
import { addLoaded, insertNumber, updateCard } from './queries.ts'
import { nameOf } from './shown.ts'

/** The card is there: what was held becomes the card's money and our fees, and charges can find the card. */
export async function settleOpening(tx: Tx, order: OrderRow, view: CardView, secret: CardSecret): Promise<void> {
  const { account_id: accountId, order_no: orderNo, card_id: cardId } = order
  const { card } = await lockMoneyOf(tx, accountId, cardId)
  if (card.status !== 'PENDING') return // an event and a job may bring the same news

  const price = priceIn(order)
  const subUid = card.owner_sub_uid ?? undefined
  const subNickname = subUid && (await nameOfSub(tx, accountId, subUid))
  const { transferId } = await post(tx, {
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
      subNickname,
    }),
  })
  if (card.issuer_cost_cents > 0) {
    const cost = card.issuer_cost_cents
    const lines = [debit(platform('5020'), cost), credit(platform('2120', card.issuer_id), cost)]
    await post(tx, { kind: 'CARD_COST', accountId, biz: { type: 'card_order', id: orderNo }, lines, meta: { cardId } })
  }

  const [month, year] = view.exp
  await updateCard(tx, card, {
    status: 'ACTIVE',
    issuer_ref: view.ref,
    last4: view.last4,
    exp_month: month,
    exp_year: year,
    expires_at: new Date(Date.UTC(year, month, 1)), // the first instant of the month after
    opened_at: now(),
  })
  await insertNumber(tx, card, panHash(secret.pan), cvcHash(secret.pan, secret.cvc))
  await addLoaded(tx, accountId, cardId, price.amount)
  await updateOrder(tx, accountId, orderNo, { status: 'SUCCESS', transfer_id: transferId, ask_at: null, error: null })
  await logCards(tx, [{ accountId, cardId, type: 'OPENED', before: 'PENDING', after: 'ACTIVE', amount: price.amount }])
  await notify(
    tx,
    { accountId, loginId: order.login_id },
    'card_opened',
    { last4: view.last4, amount: show(price.amount) },
    { type: 'card', id: cardId },
  )
}

/** The issuer will not make it: the money is let go, all of it. */
export async function failOpening(tx: Tx, order: OrderRow, reason: string): Promise<void> {
  const { account_id: accountId, order_no: orderNo, card_id: cardId } = order
  const { card } = await lockMoneyOf(tx, accountId, cardId)
  if (card.status !== 'PENDING') return

  await release(tx, order.hold_id!)
  await updateCard(tx, card, { status: 'FAILED' })
  await updateOrder(tx, accountId, orderNo, { status: 'FAILED', error: reason, ask_at: null })
  await logCards(tx, [
    { accountId, cardId, type: 'OPEN_FAILED', before: 'PENDING', after: 'FAILED', remark: reason, result: 'FAIL' },
  ])
  await record(tx, system(accountId), {
    type: 'CARD_OPEN',
    target: nameOf(card),
    content: { cn: `开卡失败：${reason}`, en: `The card could not be opened: ${reason}` },
    amount: order.total_cents,
    result: 'FAIL',
  })
  await notify(
    tx,
    { accountId, loginId: order.login_id },
    'card_open_failed',
    { amount: show(order.total_cents), reason },
    { type: 'card', id: cardId },
  )
}

const priceIn = (order: OrderRow) => ({
  openFee: order.open_fee_cents,
  amount: order.amount_cents,
  serviceFee: order.fee_cents,
  couponOff: order.coupon_off_cents,
  total: order.total_cents,
})
