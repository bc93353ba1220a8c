import { cellOf, inAnyCell } from '#server/core/database/cells.ts'
import { many, sql, type Database } from '#server/core/db.ts'

export type Settled = { ref: string; amount: number; isRefund: boolean; descriptor: string; cardId: string }
/** Our debits are negative; the file has absolute amounts. */
const settled = sql`clearing_ref AS ref, abs(amount_cents)::bigint AS amount, type = 'REFUND' AS "isRefund", descriptor, card_id AS "cardId"`

/** Looked for beside the cards that the file names, and what is not there in all cells: it may be booked on another card. */
export async function settledByRef(
  on: Database,
  issuerId: string,
  asked: readonly { ref: string; accountId: string | undefined }[],
): Promise<Map<string, Settled>> {
  const ours = asked.filter(({ accountId }) => accountId !== undefined)
  const beside = await many(
    on,
    sql<Settled>`
    SELECT ${settled}
      FROM unnest(${ours.map(({ accountId }) => cellOf(accountId!))}::smallint[], ${ours.map(({ ref }) => ref)}::text[]) AS asked (cell, clearing_ref)
      JOIN trade USING (cell, clearing_ref)
     WHERE issuer_id = ${issuerId}`,
  )
  const found = new Map(beside.map((one) => [one.ref, one]))
  const rest = asked.filter(({ ref }) => !found.has(ref)).map(({ ref }) => ref)
  if (rest.length === 0) return found
  const elsewhere = await many(
    on,
    sql<Settled>`
    SELECT ${settled} FROM trade WHERE ${inAnyCell()} AND issuer_id = ${issuerId} AND clearing_ref = ANY (${rest}::text[])`,
  )
  for (const one of elsewhere) found.set(one.ref, one)
  return found
}

/** Trades of that time that came from the network. Those that we book ourselves, such as fees, are not in the issuer's file. */
export const settledBetween = (on: Database, issuerId: string, from: Date, to: Date) =>
  many(
    on,
    sql<Settled>`
    SELECT ${settled} FROM trade
     WHERE issuer_id = ${issuerId} AND occurred_at >= ${from} AND occurred_at < ${to} AND type IN ('PURCHASE', 'FORCED', 'REFUND')
     ORDER BY occurred_at, clearing_ref`,
  )
