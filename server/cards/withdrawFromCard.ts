import type * as contract from '#contract/cards/cards.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { newId } from '../core/ids.ts'
import { cardAccount, credit, debit, platform, post, wallet } from '../ledger/ledger.ts'
import { lockCard } from './lockCard.ts'
import { countOrders, insertOrder, logCards } from './orderQueries.ts'
import { withdrawable, WITHDRAWALS_PER_DAY } from './priceWithdrawal.ts'
import { nameOf } from './shown.ts'
import { termsOf } from './terms.ts'
import { dayBegan } from '../core/clock.ts'

/** Bring money from a card back into the wallet. What is held for purchases stays where it is. */
export const withdrawFromCard: Answer<typeof contract.withdrawFromCard> = async (actor, wish, tx) => {
  const { card } = await lockCard(tx, actor, wish.cardId, 'withdraw')
  const { unloadFee: fee } = await termsOf(tx, actor.accountId, card.vid)
  const { cardId, amount } = wish
  const { min, max } = withdrawable(card)
  if (amount < min || amount > max || amount <= fee)
    throw refuse('balance_out_of_range', { field: 'amount', minCents: min, maxCents: max })
  // Counted under the card's lock, so that of ten at once the fourth is refused.
  const today = await countOrders(tx, actor.accountId, cardId, 'UNLOAD', dayBegan())
  if (today >= WITHDRAWALS_PER_DAY) throw refuse('too_fast', { msg: tooOften[actor.from.lang] })

  const { accountId } = actor
  const orderNo = newId('ord')
  const meta: FlowMeta = {
    bizNo: orderNo,
    cardId,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4!,
    fee,
    ...(actor.subUid && { subUid: actor.subUid, subNickname: actor.name }),
  }
  const { transferId } = await post(tx, {
    kind: 'CARD_UNLOAD',
    accountId,
    biz: { type: 'card_order', id: orderNo },
    actor: actor.loginId,
    lines: [
      debit(cardAccount(accountId, cardId), amount),
      credit(wallet(accountId), amount - fee),
      credit(platform('4100'), fee),
    ],
    meta,
  })
  await insertOrder(tx, {
    account_id: accountId,
    order_no: orderNo,
    kind: 'UNLOAD',
    card_id: cardId,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    amount_cents: amount,
    fee_cents: fee,
    total_cents: amount,
    status: 'SUCCESS',
    transfer_id: transferId,
  })

  const balance = card.balance_cents - amount
  await logCards(tx, [
    { ...actor, cardId, type: 'WITHDRAW', before: show(card.balance_cents), after: show(balance), amount },
  ])
  await record(tx, actor, {
    type: 'CARD_REDUCE',
    target: nameOf(card),
    content: { cn: `提现 ${show(amount)} 到账户余额`, en: `Withdrew ${show(amount)} to the wallet` },
    before: { balance: card.balance_cents },
    after: { balance, orderNo },
    amount,
  })
  return { orderNo, status: 'SUCCESS', amount, fee, balance }
}

const tooOften = {
  cn: `每张卡每天最多提现 ${WITHDRAWALS_PER_DAY} 次`,
  en: `You can withdraw from a card up to ${WITHDRAWALS_PER_DAY} times a day`,
}
