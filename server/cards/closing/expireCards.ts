import { show } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { lockMoneyOf } from '../lockCard.ts'
import { logCards } from '../orders/log.ts'
import { expiredCards, lockCardRow, longExpiredCards, updateCard, nameOf } from '../queries.ts'
import { startClosing, SYSTEM } from './deleteCard.ts'

const AT_ONCE = 500
/** The owner has this long to withdraw the balance of an expired card; then it is returned to the wallet. */
const SWEPT_AFTER_MS = 30 * DAY

/** Marks cards whose month of expiry is over. Charges have been declined since its last instant; this makes the expiry visible. */
export async function expireCards(): Promise<void> {
  await eachAlone(await expiredCards(AT_ONCE), ({ account_id, card_id }) =>
    transaction(async (tx) => {
      const card = await lockCardRow(tx, account_id, card_id)
      if (card.status !== 'ACTIVE') return
      await updateCard(tx, card, { status: 'EXPIRED' })
      await logCards(tx, [
        { accountId: account_id, cardId: card_id, type: 'EXPIRED', before: card.shown_status, after: 'EXPIRED' },
      ])
    }),
  )
  await eachAlone(await longExpiredCards(ago(SWEPT_AFTER_MS), AT_ONCE), ({ account_id, card_id }) =>
    transaction(async (tx) => {
      const { card, walletBalance } = await lockMoneyOf(tx, account_id, card_id)
      if (card.status !== 'EXPIRED') return
      const { returned } = await startClosing(tx, card, walletBalance, { loginId: SYSTEM, reason: 'expired' })
      await record(tx, system(account_id), {
        type: 'CARD_DELETE',
        target: nameOf(card),
        content: { cn: `卡片过期，退回 ${show(returned)}`, en: `Card expired, ${show(returned)} returned` },
        amount: returned,
      })
    }),
  )
}
