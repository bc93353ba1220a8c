/** Staff queries on identity cases, and who has viewed the papers of which. */
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount, ofAccounts } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { OrderRow } from '#server/identity/verification/queries.ts'

const waits = sql`status IN ('PENDING', 'REVIEWING')`

export const waitingCases = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(sent_at) AS oldest FROM identity_order WHERE ${waits}`,
  )

/** Waiting cases: the longest waiting first. Otherwise newest first. */
export async function casesPage(
  on: Database,
  { open, status, accountIds }: { open: boolean; status?: string | undefined; accountIds?: string[] | undefined },
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ rows: OrderRow[]; count: number }> {
  const wanted = sql`
      (NOT ${open}::boolean OR ${waits})
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null})
      ${accountIds === undefined ? sql`` : sql`AND ${ofAccounts(accountIds)}`}`
  const order = open ? sql`sent_at, order_no` : sql`sent_at DESC, order_no DESC`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<OrderRow>`
      SELECT * FROM identity_order WHERE ${wanted}
       ORDER BY ${order} LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*)::int AS count FROM identity_order WHERE ${wanted}`),
  ])
  return { rows, count }
}

export const earlierCases = (on: Database, accountId: string, orderNo: string) =>
  many(
    on,
    sql<OrderRow>`
    SELECT * FROM identity_order
     WHERE ${ofAccount(accountId)} AND order_no <> ${orderNo}
     ORDER BY created_at DESC
     LIMIT 10`,
  )

/** The oldest one that is unassigned or already assigned to this person. */
export const nextCase = async (on: Database, orderNo: string, staffId: string): Promise<string | null> =>
  (
    await maybeOne(
      on,
      sql<{ order_no: string }>`
      SELECT order_no FROM identity_order
       WHERE ${waits} AND order_no <> ${orderNo} AND (taken_by IS NULL OR taken_by = ${staffId})
       ORDER BY sent_at, order_no
       LIMIT 1`,
    )
  )?.order_no ?? null

export const insertLook = (
  tx: Tx,
  look: { lookId: string; accountId: string; orderNo: string; staffId: string; reason: string; until: Date },
) =>
  run(
    tx,
    sql`
    INSERT INTO identity_look (cell, look_id, account_id, order_no, staff_id, reason, until, created_at)
    VALUES (${cellOf(look.accountId)}, ${look.lookId}, ${look.accountId}, ${look.orderNo}, ${look.staffId}, ${look.reason}, ${look.until}, ${now()})`,
  )

/** Whether this person has stated a reason, recently enough. */
export const mayLook = async (
  on: Database,
  { account_id: accountId, order_no: orderNo }: Pick<OrderRow, 'account_id' | 'order_no'>,
  staffId: string,
): Promise<boolean> =>
  (await maybeOne(
    on,
    sql<{ look_id: string }>`
    SELECT look_id FROM identity_look
     WHERE ${ofAccount(accountId)} AND order_no = ${orderNo} AND staff_id = ${staffId} AND until > ${now()}
     LIMIT 1`,
  )) !== undefined
