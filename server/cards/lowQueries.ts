import type { Cents } from '#contract/core/money.ts'
import { many, sql } from '../core/db.ts'
import type { Reader } from './queries.ts'

/** Cards of an account that can be used and hold less than this, the emptiest first. */
export const cardsBelow = (reader: Reader, accountId: string, limit: Cents) =>
  many(
    reader as Parameters<typeof many>[0],
    sql<{ card_id: string; last4: string; available_cents: Cents }>`
    SELECT card.card_id, card.last4, money.available_cents
      FROM card
      JOIN card_balance AS money USING (la_id)
     WHERE card.account_id = ${accountId} AND card.status = 'ACTIVE' AND money.available_cents < ${limit}
     ORDER BY money.available_cents, card.card_id`,
  )
