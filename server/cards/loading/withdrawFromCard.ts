import type * as contract from '#contract/cards/cards.ts'
import { mayMove } from '#contract/cards/states.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { recordMany } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { dayBegan } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { cardAccount, credit, debit, platform, postMany, wallet, type Transfer } from '#server/ledger/ledger.ts'
import { lockCard } from '../lockCard.ts'
import { logCards } from '../orders/log.ts'
import { countOrders, insertOrders } from '../orders/queries.ts'
import { nameOf, maybeCard, stateOf, type CardRow } from '../queries.ts'
import { termsOf } from '../ranges/terms.ts'

/** At least one dollar; no minimum balance has to stay on the card. */
const WITHDRAW_MIN: Cents = 100

const RETAIN_MIN: Cents = 0

/** Withdrawals per card and day in Asia/Shanghai. */
export const WITHDRAWALS_PER_DAY = 3

/** Returns what can be withdrawn, and how much of it arrives in the wallet. */
export const priceWithdrawal: Answer<typeof contract.priceWithdrawal> = async (actor, input) => {
  const card = await maybeCard(db, actor, input.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  if (!mayMove('withdraw', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  const { unloadFee: fee } = await termsOf(db, actor.accountId, card.vid)
  const { min, max } = withdrawable(card)
  return {
    min,
    max,
    available: card.available_cents,
    pending: card.pending_cents,
    fee,
    receive: Math.max(0, (input.amount ?? max) - fee),
  }
}

/** Moves money from a card back into the wallet. What is held for purchases stays on the card. */
export const withdrawFromCard: Answer<typeof contract.withdrawFromCard> = async (actor, input, tx) => {
  const { card } = await lockCard(tx, actor, input.cardId, 'withdraw')
  const { unloadFee: fee } = await termsOf(tx, actor.accountId, card.vid)
  const { cardId, amount } = input
  const { min, max } = withdrawable(card)
  if (amount < min || amount > max || amount <= fee)
    throw refuse('balance_out_of_range', { field: 'amount', minCents: min, maxCents: max })
  // Counted under the card's lock, so that of ten concurrent requests the fourth is refused.
  const today = await countOrders(tx, actor.accountId, cardId, 'UNLOAD', dayBegan())
  if (today >= WITHDRAWALS_PER_DAY) throw refuse('too_fast', { msg: tooOften[actor.from.lang] })

  const [orderNo] = await moveToWallet(tx, actor, [{ card, amount, fee }])
  return { orderNo: orderNo!, status: 'SUCCESS', amount, fee, balance: card.balance_cents - amount }
}

export type Withdrawal = { card: CardRow; amount: Cents; fee: Cents }

/** Posts withdrawals from locked cards, each with its order, card log and operation log. Returns the order numbers. */
export async function moveToWallet(tx: Tx, actor: Actor, withdrawals: readonly Withdrawal[]): Promise<string[]> {
  const orders = withdrawals.map((one) => ({ ...one, cardId: one.card.card_id, orderNo: newId('ord') }))
  const posted = await postMany(
    tx,
    orders.map((order) => withdrawalTransfer(actor, order)),
  )
  await insertOrders(
    tx,
    orders.map(({ orderNo, cardId, amount, fee }, at) => ({
      account_id: actor.accountId,
      order_no: orderNo,
      kind: 'UNLOAD',
      card_id: cardId,
      login_id: actor.loginId,
      sub_uid: actor.subUid ?? null,
      amount_cents: amount,
      fee_cents: fee,
      total_cents: amount,
      status: 'SUCCESS',
      transfer_id: posted[at]!.transferId,
    })),
  )
  await logCards(
    tx,
    orders.map(({ card, cardId, amount }) => ({
      ...actor,
      cardId,
      type: 'WITHDRAW' as const,
      before: show(card.balance_cents),
      after: show(card.balance_cents - amount),
      amount,
    })),
  )
  await recordMany(
    tx,
    actor,
    orders.map(({ card, amount, orderNo }) => ({
      type: 'CARD_REDUCE' as const,
      target: nameOf(card),
      content: { cn: `提现 ${show(amount)} 到账户余额`, en: `Withdrew ${show(amount)} to the wallet` },
      before: { balance: card.balance_cents },
      after: { balance: card.balance_cents - amount, orderNo },
      amount,
    })),
  )
  return orders.map(({ orderNo }) => orderNo)
}

/** From the card to the wallet, less the fee. */
function withdrawalTransfer(actor: Actor, { card, orderNo, amount, fee }: Withdrawal & { orderNo: string }): Transfer {
  const { accountId } = actor
  const meta: FlowMeta = {
    bizNo: orderNo,
    cardId: card.card_id,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4!,
    fee,
    ...(actor.subUid && { subUid: actor.subUid, subNickname: actor.name }),
  }
  return {
    kind: 'CARD_UNLOAD',
    accountId,
    biz: { type: 'card_order', id: orderNo },
    actor: actor.loginId,
    lines: [
      debit(cardAccount(accountId, card.card_id), amount),
      credit(wallet(accountId), amount - fee),
      credit(platform('4100'), fee),
    ],
    meta,
  }
}

export const tooOften = {
  cn: `每张卡每天最多提现 ${WITHDRAWALS_PER_DAY} 次`,
  en: `You can withdraw from a card up to ${WITHDRAWALS_PER_DAY} times a day`,
}

/** What is held for purchases stays; the rest can be withdrawn. */
export const withdrawable = ({ available_cents }: Pick<CardRow, 'available_cents'>): { min: Cents; max: Cents } => ({
  min: WITHDRAW_MIN,
  max: Math.max(0, available_cents - RETAIN_MIN),
})
