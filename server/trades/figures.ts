/** Figures over all accounts, for staff and for what issuers charge. */
import { segmentsSql } from '../cards/cards.ts'
import { dayOf } from '../core/clock.ts'
import { one, sql, type Database } from '../core/db.ts'
import { usageSql } from './queries.ts'

/** FROM items for figures over all accounts. PostgreSQL inlines them like the tables themselves. */
export const attemptsSql = sql`(
  SELECT cell, la_id, merchant_no, status, reason, three_ds, occurred_at FROM auth) AS attempt`
export const merchantsSql = sql`(SELECT merchant_no, name, mcc, country, words, brand_id FROM merchant) AS merchant`

/** Cards are in US dollars: any other currency of a merchant is converted. */
const CARDS_IN = 'USD'
type Span = { from: Date; until: Date }

/**
 * For what issuers charge, over all accounts: the cards of an issuer with an approved authorization in this time (whole days), the authorizations that it asked for, and
 * its purchases in other currencies.
 */
export async function issuerUse(on: Database, issuerId: string, { from, until }: Span) {
  const [fromDay, untilDay] = [dayOf(from.getTime()), dayOf(until.getTime())]
  // The day of a card's last authorization is in its counters, those before it in card_day.
  const { cards: cardsUsed } = await one(
    on,
    sql<{ cards: number }>`
    SELECT count(*)::int AS cards
      FROM (SELECT cell, account_id, card_id
              FROM (SELECT cell, account_id, card_id FROM card_day WHERE day >= ${fromDay} AND day < ${untilDay} AND approved > 0
                     UNION ALL
                    SELECT cell, account_id, card_id FROM ${usageSql} WHERE rate_day >= ${fromDay} AND rate_day < ${untilDay} AND approved > 0) AS active
              JOIN ${segmentsSql} USING (cell, account_id, card_id)
             WHERE card.issuer_id = ${issuerId}
             GROUP BY cell, account_id, card_id) AS used`,
  )
  const { count: authorizations } = await one(
    on,
    sql<{ count: number }>`
    SELECT count(*) FROM auth WHERE issuer_id = ${issuerId} AND occurred_at >= ${from} AND occurred_at < ${until}`,
  )
  // A purchase is negative on its card.
  const { cents: foreignCents } = await one(
    on,
    sql<{ cents: number }>`
    SELECT coalesce(-sum(amount_cents), 0)::bigint AS cents
      FROM trade
     WHERE issuer_id = ${issuerId} AND occurred_at >= ${from} AND occurred_at < ${until}
       AND type IN ('PURCHASE', 'FORCED') AND merchant_currency <> ${CARDS_IN}`,
  )
  return { cardsUsed, authorizations, foreignCents }
}
