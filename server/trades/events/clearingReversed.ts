/**
 * A clearing that should not have been: the money goes back to where it came from, or home if the card is gone. With it
 * goes the fee that this clearing took; what the others of its authorization then lack of it, the next one takes.
 */
import { add } from '#contract/core/money.ts'
import { spent } from '#server/cards/cards.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, platform, post } from '#server/ledger/ledger.ts'
import type { ClearingReversed } from '#server/outside/outside.ts'
import { authById, awaitAuth, findTrade, updateAuth } from '../queries.ts'
import type { Known } from './apply.ts'
import { checkAuthOf, checkReversal } from './checkEvent.ts'
import { flowMeta, home, lockCardOf, NotYet } from './eventCard.ts'
import { insertReversal } from './reversalRow.ts'

export async function clearingReversed(tx: Tx, event: ClearingReversed, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const trade = await findTrade(tx, event.issuer, event.clearingRef)
  // A clearing of nothing was not posted, so there is nothing to take back.
  if (!trade && event.amount === 0) return
  if (!trade) throw new NotYet(`clearing ${event.clearingRef} has not come`)
  await checkReversal(tx, card, event, trade, ['PURCHASE', 'FORCED'])
  await checkAuthOf(tx, event, trade)
  if (trade.status === 'REVERSED') return
  const total = add(-trade.amount_cents, trade.cross_fee_cents)
  const { to, onCard } = home(card)
  const tradeId = newId('trd')
  await post(tx, {
    kind: 'CLEARING_REVERSED',
    accountId: card.accountId,
    biz: { type: 'trade', id: trade.trade_id },
    lines: [
      debit(platform('2110', event.issuer), -trade.amount_cents),
      debit(platform('4070'), trade.cross_fee_cents),
      credit(to, total),
    ],
    effectiveAt: new Date(event.occurredAt),
    // What is taken back counts for whoever it counted for, also where somebody else has the card now.
    meta: flowMeta({ ...card, ownerSubUid: trade.owner_sub_uid }, event, tradeId),
  })
  if (onCard) await spent(tx, card.accountId, card.cardId, -total)
  await insertReversal(tx, trade, { tradeId, occurredAt: new Date(event.occurredAt) })
  const auth = trade.auth_id === null ? undefined : await authById(tx, trade.account_id, trade.auth_id)
  const back = { clearedCents: trade.amount_cents, feeCents: -trade.cross_fee_cents }
  if (auth)
    await updateAuth(tx, auth, {
      cleared_cents: Math.max(0, auth.cleared_cents + back.clearedCents),
      fee_taken_cents: Math.max(0, auth.fee_taken_cents + back.feeCents),
    })
  else if (trade.awaited_ref !== null) await awaitAuth(tx, card, trade.awaited_ref, back)
}
