/** Openings that wait for the issuer. They have a time of the next attempt, so the index on that time finds them. */
import { ago, MINUTE, now } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

/** Openings that wait longer than this are shown to staff. */
export const STUCK_MS = 15 * MINUTE

export type StuckRow = {
  order_no: string
  account_id: string
  card_id: string
  vid: string
  batch_no: string | null
  total_cents: number
  tries: number
  error: string | null
  created_at: Date
  ask_at: Date | null
}

const stuck = () => sql`
      FROM card_order AS opening
     WHERE opening.ask_at IS NOT NULL
       AND opening.kind = 'OPEN'
       AND opening.status IN ('SENT', 'UNKNOWN')
       AND opening.created_at <= ${ago(STUCK_MS)}`

export const stuckOpenings = (on: Database, limit: number): Promise<StuckRow[]> =>
  many(
    on,
    sql<StuckRow>`
    SELECT stuck.*, card.vid
      FROM (SELECT order_no, cell, account_id, card_id, batch_no, total_cents, tries, error, created_at, ask_at
            ${stuck()}
             ORDER BY opening.created_at, opening.order_no
             LIMIT ${limit}) AS stuck
      JOIN card USING (cell, account_id, card_id)
     ORDER BY stuck.created_at, stuck.order_no`,
  )

export const stuckCount = (on: Database): Promise<{ count: number; oldest: Date | null }> =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`SELECT count(*) AS count, min(opening.created_at) AS oldest ${stuck()}`,
  )

type Waiting = { account_id: string; order_no: string; card_id: string; batch_no: string | null }
/** Locked, because its answer may be on the way. */
export const lockWaiting = (tx: Tx, accountId: string, orderNo: string) =>
  maybeOne(
    tx,
    sql<Waiting>`
    SELECT account_id, order_no, card_id, batch_no
      FROM card_order
     WHERE ${ofAccount(accountId)} AND order_no = ${orderNo} AND kind = 'OPEN' AND status IN ('SENT', 'UNKNOWN')
       FOR UPDATE`,
  )

/** Due now: the next worker that takes it asks the issuer. */
export const dueNow = (tx: Tx, accountId: string, orderNo: string) =>
  run(
    tx,
    sql`UPDATE card_order SET ask_at = ${now()}, updated_at = ${now()} WHERE ${ofAccount(accountId)} AND order_no = ${orderNo}`,
  )
