/** SQL for the daily comparison with the issuer's list of cards. */
import { inAnyCell } from '#server/core/database/cells.ts'
import { many, sql, type Database } from '#server/core/db.ts'
import type { OrderRow } from '../orders/queries.ts'
import { maybeCardOfIssuer } from '../queries.ts'

export type Opening = Pick<OrderRow, 'account_id' | 'order_no' | 'card_id' | 'status' | 'updated_at'>

export const openingsByNo = async (on: Database, orderNos: readonly string[]): Promise<Map<string, Opening>> =>
  new Map(
    (
      await many(
        on,
        sql<Opening>`
        SELECT account_id, order_no, card_id, status, updated_at
          FROM card_order
         WHERE ${inAnyCell()} AND kind = 'OPEN' AND order_no = ANY (${[...orderNos]}::text[])`,
      )
    ).map((row) => [row.order_no, row]),
  )

/** Our cards with these references of the issuer, in any status, by reference. */
export const cardsByRef = async (
  on: Database,
  issuerId: string,
  refs: readonly string[],
): Promise<Map<string, { readonly accountId: string; readonly cardId: string }>> =>
  new Map(
    (
      await many(
        on,
        sql<{ ref: string; accountId: string; cardId: string }>`
        SELECT issuer_ref AS ref, account_id AS "accountId", card_id AS "cardId" FROM card_issuer_ref WHERE issuer_id = ${issuerId} AND issuer_ref = ANY (${[...refs]}::text[])`,
      )
    ).map(({ ref, ...card }) => [ref, card]),
  )

export type LiveCard = { cell: number; account_id: string; card_id: string; ref: string }

/** One page of the cards in use that were opened before a given time, including frozen ones. */
export const liveCardsAfter = (
  on: Database,
  issuerId: string,
  openedBefore: Date,
  after: Pick<LiveCard, 'cell' | 'account_id' | 'card_id'>,
  limit: number,
) =>
  many(
    on,
    sql<LiveCard>`
    SELECT cell, account_id, card_id, issuer_ref AS ref
      FROM card
     WHERE (cell, account_id, card_id) > (${after.cell}, ${after.account_id}, ${after.card_id})
       AND issuer_id = ${issuerId} AND status = 'ACTIVE' AND opened_at < ${openedBefore}
     ORDER BY cell, account_id, card_id
     LIMIT ${limit}`,
  )

export const isInUse = async (on: Database, issuerId: string, ref: string): Promise<boolean> =>
  (await maybeCardOfIssuer(on, issuerId, ref))?.status === 'ACTIVE'
