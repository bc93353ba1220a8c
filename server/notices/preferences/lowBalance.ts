import { show } from '#contract/core/money.ts'
import { cardsBelow } from '#server/cards/cards.ts'
import { db, transaction } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { notify } from '#server/core/news.ts'
import { accountsWithAlert, newlyLow } from './queries.ts'

/** A notice names this many cards; the list shows all of them. */
const NAMED = 5

/** One notice per card each time it runs low; cards that do so in the same minute share a notice. */
export async function tellLowBalances(): Promise<void> {
  await eachAlone(await accountsWithAlert(db), ({ account_id: accountId, low }) =>
    transaction(async (tx) => {
      const cards = await cardsBelow(tx, accountId, low)
      const fresh = new Set(
        await newlyLow(
          tx,
          accountId,
          cards.map(({ card_id }) => card_id),
        ),
      )
      const told = cards.filter(({ card_id }) => fresh.has(card_id))
      if (told.length === 0) return
      const named = told.slice(0, NAMED).map(({ last4 }) => last4)
      await notify(tx, { accountId }, 'card_low_balance', {
        count: told.length,
        limit: show(low),
        cards: named.join(', ') + (told.length > NAMED ? ' …' : ''),
      })
    }),
  )
}
