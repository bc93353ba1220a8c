import { show } from '#contract/core/money.ts'
import { record, system } from '../audit/audit.ts'
import { ago, DAY } from '../core/clock.ts'
import { transaction } from '../core/db.ts'
import { startClosing, SYSTEM } from './closing.ts'
import { lockMoneyOf } from './lockCard.ts'
import { logCards } from './orderQueries.ts'
import { expiredCards, lockCardRow, longExpiredCards, updateCard } from './queries.ts'
import { nameOf } from './shown.ts'

const AT_ONCE = 500
/** The owner has this long to take the balance of an expired card home; then we bring it. */
const SWEPT_AFTER_MS = 30 * DAY

/** Cards whose month is over. Charges have been declined since its last instant; this makes it visible. */
export async function expireCards(): Promise<void> {
  for (const { account_id, card_id } of await expiredCards(AT_ONCE)) {
    await transaction(async (tx) => {
      const card = await lockCardRow(tx, account_id, card_id)
      if (card.status !== 'ACTIVE') return
      await updateCard(tx, card, { status: 'EXPIRED' })
      await logCards(tx, [
        { accountId: account_id, cardId: card_id, type: 'EXPIRED', before: card.shown_status, after: 'EXPIRED' },
      ])
    })
  }
  for (const { account_id, card_id } of await longExpiredCards(ago(SWEPT_AFTER_MS), AT_ONCE)) {
    await transaction(async (tx) => {
      const { card, purse } = await lockMoneyOf(tx, account_id, card_id)
      if (card.status !== 'EXPIRED') return
      const { returned } = await startClosing(tx, card, purse, { loginId: SYSTEM, reason: 'expired' })
      await record(tx, system(account_id), {
        type: 'CARD_DELETE',
        target: nameOf(card),
        content: { cn: `卡片过期，退回 ${show(returned)}`, en: `Card expired, ${show(returned)} returned` },
        amount: returned,
      })
    })
  }
}
