/** All SQL on refunds under review. */
import type { Insertable, Selectable } from 'kysely'
import type { RefundReview } from '#db/tables.ts'
import type { Cents } from '#contract/core/money.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'

export type ReviewRow = Selectable<RefundReview>

export const insertReview = (tx: Tx, review: Omit<Insertable<RefundReview>, 'cell'>) =>
  tx
    .insertInto('refund_review')
    .values({ ...review, cell: cellOf(review.account_id) })
    .execute()

/** The refund that a review is of. */
type Refund = Pick<ReviewRow, 'account_id' | 'trade_id'>

/** Locked after the card's money. */
export const lockReview = (tx: Tx, { account_id, trade_id }: Refund): Promise<ReviewRow | undefined> =>
  tx
    .selectFrom('refund_review')
    .selectAll()
    .where(ofAccount(account_id))
    .where('trade_id', '=', trade_id)
    .forUpdate()
    .executeTakeFirst()

export const setReview = (tx: Tx, { account_id, trade_id }: Refund, change: Partial<Insertable<RefundReview>>) =>
  tx.updateTable('refund_review').set(change).where(ofAccount(account_id)).where('trade_id', '=', trade_id).execute()

/** Taken after the money: until the end of the transaction no other refund of the account is compared with the limit. */
export const oneReviewAtATime = (tx: Tx, accountId: string) =>
  run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`refunds ${accountId}`}, 0))`)

/** The refunds of a purchase that have not been reversed and that it explains. */
export const refundsOf = (tx: Tx, accountId: string, tradeId: string) =>
  tx
    .selectFrom('trade')
    .selectAll()
    .where(ofAccount(accountId))
    .where('refunds_trade_id', '=', tradeId)
    .where('status', '<>', 'REVERSED')
    .where((is) => is('amount_cents', '>', is.ref('excess_cents')))
    .orderBy('trade_id')
    .execute()

/** Refunds of an account since a given time that no purchase explains and nobody has reviewed. */
export const unexplainedSince = async (tx: Tx, accountId: string, since: Date): Promise<Cents> =>
  (
    await one(
      tx,
      sql<{ sum: Cents }>`
      SELECT coalesce(sum(excess_cents), 0)::bigint AS sum
        FROM trade
       WHERE ${ofAccount(accountId)} AND trade_id >= ${firstIdOf('trd', since.getTime())}
         AND excess_cents > 0 AND status <> 'REVERSED'
         AND NOT EXISTS (SELECT FROM refund_review AS review WHERE ${ofAccount(accountId, 'review')} AND review.trade_id = trade.trade_id)`,
    )
  ).sum

export type ReviewListRow = ReviewRow & {
  amount_cents: Cents
  excess_cents: Cents
  descriptor: string
  merchant_name: string
  clearing_ref: string
  refunds_trade_id: string | null
  occurred_at: Date
}
const listed = sql`
  SELECT review.*, trade.amount_cents, trade.excess_cents, trade.descriptor, trade.clearing_ref, trade.refunds_trade_id,
         trade.occurred_at, merchant.name AS merchant_name
    FROM refund_review AS review
    JOIN trade USING (cell, account_id, trade_id)
    JOIN merchant USING (merchant_no)`

/** Longest waiting first; with `all` newest first. */
export async function reviewsPage(
  on: Database,
  { open, pageNo, pageSize }: { open: boolean; pageNo: number; pageSize: number },
): Promise<{ rows: ReviewListRow[]; count: number }> {
  const where = open ? sql`review.state IN ('OPEN', 'CLAIMED')` : sql`true`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<ReviewListRow>`${listed} WHERE ${where}
        ORDER BY review.created_at ${open ? sql`` : sql`DESC`}, review.trade_id
        LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) AS count FROM refund_review AS review WHERE ${where}`),
  ])
  return { rows, count }
}

/** The desk knows the refund, and learns here whose it is. */
export const reviewOf = (on: Database | Tx, tradeId: string) =>
  maybeOne(on, sql<ReviewListRow>`${listed} WHERE review.trade_id = ${tradeId}`)

export const waitingReviews = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(created_at) AS oldest FROM refund_review WHERE state = 'OPEN'`,
  )

/** The card's total spend at the merchant, for the review of its refund. */
export const spentAt = async (on: Database, tradeIds: readonly string[]): Promise<Map<string, Cents>> => {
  const rows = await many(
    on,
    sql<{ trade_id: string; spent: Cents }>`
    SELECT review.trade_id, coalesce(sum(-bought.amount_cents), 0)::bigint AS spent
      FROM refund_review AS review
      JOIN trade AS refund USING (cell, account_id, trade_id)
      LEFT JOIN trade AS bought
        ON bought.cell = refund.cell AND bought.card_id = refund.card_id AND bought.merchant_no = refund.merchant_no
       AND bought.type IN ('PURCHASE', 'FORCED') AND bought.status <> 'REVERSED'
     WHERE review.trade_id = ANY (${[...tradeIds]})
     GROUP BY review.trade_id`,
  )
  return new Map(rows.map(({ trade_id, spent }) => [trade_id, spent]))
}
