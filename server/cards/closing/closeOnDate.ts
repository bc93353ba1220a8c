import { show } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { noLife, setLives } from '../controls/lives.ts'
import { lockMoneyOf } from '../lockCard.ts'
import { nameOf } from '../queries.ts'
import { startClosing, SYSTEM } from './deleteCard.ts'

/** Deletes a card whose controls end it at a time that has passed, as its owner would; a deletion that its owner has started stays as it is. */
export async function closeOnDate(tx: Tx, accountId: string, cardId: string): Promise<void> {
  const { card, walletBalance } = await lockMoneyOf(tx, accountId, cardId)
  if (card.close_at === null || card.close_at > now()) return
  await setLives(tx, accountId, [cardId], noLife)
  if (card.status !== 'ACTIVE' && card.status !== 'EXPIRED') return
  const { status, returned } = await startClosing(tx, card, walletBalance, { loginId: SYSTEM, reason: 'CONTROL_CLOSE' })
  await record(tx, system(accountId), {
    type: 'CARD_DELETE',
    target: nameOf(card),
    content: {
      cn: `按管控设定的日期销卡，退回 ${show(returned)}`,
      en: `Card deleted on the date set in its controls, ${show(returned)} returned`,
    },
    before: { status: card.shown_status, balance: card.balance_cents, pending: card.pending_cents },
    after: { status },
    amount: returned,
  })
}
