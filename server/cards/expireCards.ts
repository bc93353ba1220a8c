import { db, transaction } from '../db.ts'
import { logCards } from './orderQueries.ts'
import { expiredCards, lockCardRow, updateCard } from './queries.ts'

const AT_ONCE = 500

/** Cards whose month is over. Charges have been declined since its last instant; this makes it visible, and lets the owner take the balance home. */
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
}
