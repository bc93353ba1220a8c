/** What follows on a card when its controls leave a use or none: its block, and its end. The counter of its uses decides; this shows what it says. */
import { cardBlocks } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import { blockCards, cardNameOf, cardsInUseSql, lockMoneyOf, startClosing, SYSTEM } from '#server/cards/cards.ts'
import { documentsOf, documentsOfUsesSql, usesEnd } from '#server/controls/controls.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { countersOf } from '../queries.ts'

const AT_ONCE = 500

export const followUses = ({
  accountId,
  cardIds,
}: {
  readonly accountId: string
  readonly cardIds: readonly string[]
}): Promise<void> => eachAlone(cardIds, (cardId) => follow(accountId, cardId))

/** Cards whose job was lost with the server that had decided. */
export async function followLeftBehind(): Promise<void> {
  await eachAlone(await leftBehind(AT_ONCE), ({ account_id, card_id }) => follow(account_id, card_id))
}

const follow = (accountId: string, cardId: string): Promise<void> =>
  transaction(async (tx) => {
    const { card, walletBalance } = await lockMoneyOf(tx, accountId, cardId)
    // A card that is made only now follows once it is; one that has ended has nothing to show.
    if (card.status !== 'ACTIVE') return
    const { control_no: controlNo, cell, la_id: laId, blocks } = card
    const { uses, mode } = (await documentsOf(tx, accountId, [controlNo]))(controlNo)
    const counters = (await countersOf(tx, cell, [laId])).get(laId) ?? []
    const { isUsedUp, isOver } = uses && mode !== 'WATCH' ? usesEnd(uses, counters) : NO_END
    const closes = isOver && uses?.then === 'CLOSE'
    if (isUsedUp !== ((blocks & cardBlocks.CONTROL.bit) !== 0))
      await blockCards(tx, {
        accountId,
        cardIds: [cardId],
        block: 'CONTROL',
        on: isUsedUp,
        reason: isUsedUp ? 'USED_UP' : 'USES_LEFT',
        // The end of a card is told when it has come.
        tell: uses?.then === 'FREEZE',
      })
    if (!closes) return
    const { returned, status } = await startClosing(tx, card, walletBalance, { loginId: SYSTEM, reason: 'USED_UP' })
    await record(tx, system(accountId), {
      type: 'CARD_DELETE',
      target: cardNameOf(card),
      content: {
        cn: `管控的次数已用完，自动销卡，退回 ${show(returned)}`,
        en: `Uses of its controls used up: deleted the card, ${show(returned)} returned`,
      },
      before: { status: card.shown_status, balance: card.balance_cents, pending: card.pending_cents },
      after: { status },
      amount: returned,
    })
  })
const NO_END = { isUsedUp: false, isOver: false }

/** A counter of uses in the text of counters, by its id. */
const counted = (id: '+' | '*') =>
  sql`coalesce(substring(counters from ${`(?:^| )[${id}]:[0-9]+:0:(-?[0-9]+)`})::int, 0)`

/** Cards whose counter says something else than their block, and cards that are used up for good and not closed. */
const leftBehind = (limit: number) =>
  many(
    db,
    sql<{ account_id: string; card_id: string }>`
    SELECT account_id, card_id
      FROM (SELECT card.account_id, card.card_id, card.blocks, uses ->> 'per' AS per, uses ->> 'then' AS at_end, (uses ->> 'max')::int AS most,
                   ${counted('+')} AS taken, ${counted('*')} AS settled
              FROM ${documentsOfUsesSql} AS document
              JOIN ${cardsInUseSql} AS card USING (cell, control_no)
              JOIN card_usage USING (cell, la_id)) AS counted
     WHERE ((CASE per WHEN 'APPROVAL' THEN taken ELSE settled END) >= most) <> (blocks & ${cardBlocks.CONTROL.bit} <> 0)
        OR (at_end = 'CLOSE' AND settled >= most)
     LIMIT ${limit}`,
  )
