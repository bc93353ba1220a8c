import { many, sql, type Database } from '#server/core/db.ts'

export type Settled = { ref: string; amount: number; isRefund: boolean; descriptor: string; cardId: string }
/** Our debits are negative; the file has absolute amounts. */
const settled = sql`clearing_ref AS ref, abs(amount_cents)::bigint AS amount, type = 'REFUND' AS "isRefund", descriptor, card_id AS "cardId"`

export const settledByRef = async (on: Database, issuerId: string, refs: readonly string[]) =>
  new Map(
    (
      await many(
        on,
        sql<Settled>`
        SELECT ${settled} FROM trade WHERE issuer_id = ${issuerId} AND clearing_ref = ANY (${[...refs]}::text[])`,
      )
    ).map((one) => [one.ref, one]),
  )

/** Trades of that time that came from the network. Those that we book ourselves, such as fees, are not in the issuer's file. */
export const settledBetween = (on: Database, issuerId: string, from: Date, to: Date) =>
  many(
    on,
    sql<Settled>`
    SELECT ${settled} FROM trade
     WHERE issuer_id = ${issuerId} AND occurred_at >= ${from} AND occurred_at < ${to} AND type IN ('PURCHASE', 'FORCED', 'REFUND')
     ORDER BY occurred_at, clearing_ref`,
  )
