/** All SQL on identity_order and identity_file. */
import { now } from '#server/core/clock.ts'
import { cellOf, inAnyCell, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type IdentityState = 'PENDING' | 'REVIEWING' | 'NEED_INFO' | 'PASSED' | 'REJECTED' | 'EXPIRED'
export type OrderRow = {
  order_no: string
  account_id: string
  type: 'PERSON' | 'BUSINESS'
  payload_enc: Buffer
  cardholders_enc: Buffer | null
  file_ids: string[]
  status: IdentityState
  reason: string
  need_fields: string[]
  reviewers: string[]
  /** The member of staff it is assigned to. */
  taken_by: string | null
  sent_at: Date
  audited_at: Date | null
  expires_at: Date | null
  created_at: Date
  updated_at: Date
}

export const latestOrder = (on: Tx | Database, accountId: string, orderNo?: string) =>
  maybeOne(
    on,
    sql<OrderRow>`
    SELECT *
      FROM identity_order
     WHERE ${ofAccount(accountId)} AND ${orderNo === undefined ? sql`true` : sql`order_no = ${orderNo}`}
     ORDER BY created_at DESC, order_no DESC
     LIMIT 1`,
  )

/** For staff, who have only its number. */
export const orderByNo = (on: Tx | Database, orderNo: string) =>
  maybeOne(on, sql<OrderRow>`SELECT * FROM identity_order WHERE ${inAnyCell()} AND order_no = ${orderNo}`)

/** Decisions about one case are serialized, and none happens while its owner sends more. Locked in its cell, after it was found by its number alone. */
export async function lockOrder(tx: Tx, orderNo: string): Promise<OrderRow | undefined> {
  const found = await orderByNo(tx, orderNo)
  return (
    found &&
    maybeOne(
      tx,
      sql<OrderRow>`
      SELECT * FROM identity_order WHERE ${ofAccount(found.account_id)} AND order_no = ${orderNo} FOR UPDATE`,
    )
  )
}
export const lockOpenOrder = (tx: Tx, accountId: string) =>
  maybeOne(
    tx,
    sql<OrderRow>`
    SELECT * FROM identity_order
     WHERE ${ofAccount(accountId)} AND status IN ('PENDING', 'REVIEWING', 'NEED_INFO')
       FOR UPDATE`,
  )

export const ordersSince = async (on: Tx, accountId: string, since: Date): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM identity_order WHERE ${ofAccount(accountId)} AND created_at > ${since}`,
    )
  ).n

type Draft = { orderNo: string; accountId: string; type: 'PERSON' | 'BUSINESS'; payloadEnc: Buffer; fileIds: string[] }

/** Inserts a new one, or replaces an incomplete one. */
export const writeOrder = (tx: Tx, draft: Draft) =>
  run(
    tx,
    sql`
    INSERT INTO identity_order (cell, order_no, account_id, type, payload_enc, file_ids, status, sent_at, created_at, updated_at)
    VALUES (${cellOf(draft.accountId)}, ${draft.orderNo}, ${draft.accountId}, ${draft.type}, ${draft.payloadEnc}, ${draft.fileIds}::text[], 'PENDING', ${now()}, ${now()}, ${now()})
    ON CONFLICT (cell, account_id, order_no) DO UPDATE
       SET type = excluded.type, payload_enc = excluded.payload_enc, file_ids = excluded.file_ids, status = 'PENDING', reason = '',
           need_fields = '{}', reviewers = '{}', taken_by = NULL, sent_at = excluded.sent_at, updated_at = excluded.updated_at`,
  )

export const updateOrder = (
  tx: Tx,
  accountId: string,
  orderNo: string,
  change: {
    status: IdentityState
    reason?: string
    needFields?: readonly string[]
    reviewers?: readonly string[]
    expiresAt?: Date
    /** Who it is assigned to. */
    takenBy?: string
    decided?: boolean
  },
) =>
  run(
    tx,
    sql`
    UPDATE identity_order
       SET status = ${change.status}, reason = ${change.reason ?? ''}, need_fields = ${[...(change.needFields ?? [])]}::text[],
           reviewers = ${[...(change.reviewers ?? [])]}::text[], expires_at = ${change.expiresAt ?? null},
           taken_by = coalesce(${change.takenBy ?? null}, taken_by),
           audited_at = CASE WHEN ${change.decided ?? false} THEN ${now()}::timestamptz ELSE audited_at END, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND order_no = ${orderNo}`,
  )

/** Of the newest verification that is valid. */
export const passedCardholders = (on: Tx | Database, accountId: string) =>
  maybeOne(
    on,
    sql<Pick<OrderRow, 'order_no' | 'cardholders_enc'>>`
    SELECT order_no, cardholders_enc
      FROM identity_order
     WHERE ${ofAccount(accountId)} AND status = 'PASSED'
     ORDER BY created_at DESC
     LIMIT 1`,
  )

export const updateCardholders = (
  tx: Tx,
  { account_id, order_no }: Pick<OrderRow, 'account_id' | 'order_no'>,
  cardholdersEnc: Buffer,
) =>
  run(
    tx,
    sql`
    UPDATE identity_order SET cardholders_enc = ${cardholdersEnc}, updated_at = ${now()}
     WHERE ${ofAccount(account_id)} AND order_no = ${order_no}`,
  )

const isExpired = () => sql`status = 'PASSED' AND expires_at <= ${now()}`
export const expiredOrders = (on: Database) =>
  many(
    on,
    sql<OrderKey>`
    SELECT account_id AS "accountId", order_no AS "orderNo" FROM identity_order WHERE ${isExpired()} ORDER BY expires_at LIMIT 50`,
  )
type OrderKey = { accountId: string; orderNo: string }
/** Locked, if it is still expired and no other server is at it. */
export const lockExpired = (tx: Tx, { accountId, orderNo }: OrderKey) =>
  maybeOne(
    tx,
    sql<OrderRow>`
    SELECT * FROM identity_order
     WHERE ${ofAccount(accountId)} AND order_no = ${orderNo} AND ${isExpired()}
       FOR UPDATE SKIP LOCKED`,
  )

export const insertFile = (on: Database, file: { fileId: string; accountId: string; name: string; bodyEnc: Buffer }) =>
  run(
    on,
    sql`
    INSERT INTO identity_file (cell, file_id, account_id, name, mime, body_enc, created_at)
    VALUES (${cellOf(file.accountId)}, ${file.fileId}, ${file.accountId}, ${file.name}, 'image/jpeg', ${file.bodyEnc}, ${now()})`,
  )

export const fileOf = (on: Tx | Database, accountId: string, fileId: string) =>
  maybeOne(
    on,
    sql<{ name: string; body_enc: Buffer }>`
    SELECT name, body_enc FROM identity_file WHERE ${ofAccount(accountId)} AND file_id = ${fileId}`,
  )

export const ownFiles = async (on: Tx | Database, accountId: string, fileIds: readonly string[]): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM identity_file WHERE ${ofAccount(accountId)} AND file_id = ANY (${[...fileIds]})`,
    )
  ).n

export const filesSince = async (on: Database, accountId: string, since: Date): Promise<number> =>
  (
    await one(
      on,
      sql<{
        n: number
      }>`SELECT count(*) AS n FROM identity_file WHERE ${ofAccount(accountId)} AND created_at > ${since}`,
    )
  ).n

/** Uploaded and never submitted. */
export const forgetLooseFiles = (on: Database, before: Date) =>
  run(
    on,
    sql`
    DELETE FROM identity_file AS file
     WHERE created_at < ${before}
       AND NOT EXISTS (SELECT FROM identity_order AS sent
                        WHERE (sent.cell, sent.account_id) = (file.cell, file.account_id) AND file.file_id = ANY (sent.file_ids))`,
  )
