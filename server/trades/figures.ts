/** Declines of an account, of one sub-account, or of all its sub-accounts. Days begin in Asia/Shanghai. */
import { segmentsSql } from '../cards/cards.ts'
import { DAY, dateOf, dayBegan, dayOf, startOf } from '../core/clock.ts'
import { many, one, sql, type Database } from '../core/db.ts'
import { subNoSql } from '../identity/identity.ts'
import { declinesSince } from './declineDays/keepDays.ts'
import { usageSql } from './queries.ts'

export type Whose = { accountId: string; subUid?: string | undefined; subsOnly?: boolean }

/** Returns all declines of the last days by date, including those that do not count in the decline rate; dates without declines are missing. */
export async function declinesByDate(
  on: Database,
  { accountId, subUid, subsOnly }: Whose,
  days: number,
): Promise<Map<string, number>> {
  const sinceMs = dayBegan().getTime() - (days - 1) * DAY
  const rows = await many(
    on,
    sql<{ day: number; declined: number }>`
    SELECT day, sum(declined)::int AS declined
      FROM ${declinesSince({ accountId, sinceMs })}
     WHERE true
       ${subUid === undefined ? sql`` : sql`AND owner_sub_no = ${subNoSql(accountId, subUid)}`}
       ${subUid === undefined && subsOnly ? sql`AND owner_sub_no <> 0` : sql``}
     GROUP BY day`,
  )
  return new Map(rows.map(({ day, declined }) => [dateOf(startOf(day)), declined]))
}

/** FROM items for figures over all accounts. PostgreSQL inlines them like the tables themselves. */
export const attemptsSql = sql`(
  SELECT cell, la_id, merchant_no, status, reason, three_ds, occurred_at FROM auth) AS attempt`
export const merchantsSql = sql`(SELECT merchant_no, name, mcc, country, words FROM merchant) AS merchant`

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
