/** SQL on the purchases of a card. */
import { cardOfMoneySql } from '#server/cards/cards.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { many, sql } from '#server/core/db.ts'
import { firstAuthKey } from '../authId.ts'
import type { Reader } from '../queries.ts'

/** Enough for two years of what a person buys, and read within milliseconds for a card that is charged all day. */
const NEWEST = 1000

export type ChargeRow = { merchant_no: number; time: number; amount_cents: number; fee_cents: number }
type Of = { accountId: string; cardId: string }
/**
 * The approved ones among the newest authorizations of a card. They are read backwards by the card's index, so the cost does not depend on how many the card or the account
 * has.
 */
export const newestCharges = (reader: Reader, of: Of, sinceMs: number): Promise<ChargeRow[]> =>
  many(reader, newestChargesSql(of, sinceMs))

export const newestChargesSql = ({ accountId, cardId }: Of, sinceMs: number) => sql<ChargeRow>`
    SELECT merchant_no, (extract(epoch FROM occurred_at) * 1000)::float8 AS time, amount_cents, fee_cents
      FROM ${cardOfMoneySql(accountId)} AS card
     CROSS JOIN LATERAL (SELECT merchant_no, occurred_at, amount_cents, fee_cents, status
                           FROM auth
                          WHERE cell = ${cellOf(accountId)} AND la_id = card.la_id AND auth_id >= ${firstAuthKey(sinceMs)}::bigint
                          ORDER BY auth_id DESC
                          LIMIT ${sql.lit(NEWEST)}) AS newest
     WHERE account_id = ${accountId} AND card_id = ${cardId}
       AND newest.status NOT IN ('DECLINED', 'REVERSED') AND amount_cents > 0`
