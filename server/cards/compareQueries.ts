/** What the daily comparison with the issuer's list reads of orders and cards. */
import { many, maybeOne, sql, type Database } from '../core/db.ts'
import type { OrderRow } from './orderQueries.ts'

export type Opening = Pick<OrderRow, 'account_id' | 'order_no' | 'card_id' | 'status' | 'updated_at'>

export const openingsByNo = async (on: Database, orderNos: readonly string[]): Promise<Map<string, Opening>> =>
  new Map(
    (
      await many(
        on,
        sql<Opening>`
        SELECT account_id, order_no, card_id, status, updated_at
          FROM card_order
         WHERE kind = 'OPEN' AND order_no = ANY (${[...orderNos]}::text[])`,
      )
    ).map((row) => [row.order_no, row]),
  )

/** Which of the issuer's names are names of cards of ours, in whatever state. */
export const refsOfOurs = async (on: Database, issuerId: string, refs: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await many(
        on,
        sql<{ ref: string }>`
        SELECT issuer_ref AS ref FROM card WHERE issuer_id = ${issuerId} AND issuer_ref = ANY (${[...refs]}::text[])`,
      )
    ).map(({ ref }) => ref),
  )

export type LiveCard = { account_id: string; card_id: string; ref: string }

/** Cards in use that were opened before a moment, frozen ones too, after the last of the page before. */
export const liveCardsAfter = (
  on: Database,
  issuerId: string,
  openedBefore: Date,
  after: Pick<LiveCard, 'account_id' | 'card_id'>,
  limit: number,
) =>
  many(
    on,
    sql<LiveCard>`
    SELECT account_id, card_id, issuer_ref AS ref
      FROM card
     WHERE (account_id, card_id) > (${after.account_id}, ${after.card_id})
       AND issuer_id = ${issuerId} AND status = 'ACTIVE' AND opened_at < ${openedBefore}
     ORDER BY account_id, card_id
     LIMIT ${limit}`,
  )

export const isInUse = async (on: Database, issuerId: string, ref: string): Promise<boolean> =>
  (await maybeOne(
    on,
    sql`SELECT card_id FROM card WHERE issuer_id = ${issuerId} AND issuer_ref = ${ref} AND status = 'ACTIVE'`,
  )) !== undefined
