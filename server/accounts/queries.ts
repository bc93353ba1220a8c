/** All SQL on staff_view. */
import type { AdjustCause } from '#contract/accounts/desk.ts'
import type { Cents } from '#contract/core/money.ts'
import { ago, now } from '../core/clock.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { run, sql, type Tx, many, maybeOne, type Database } from '../core/db.ts'

/** True if this view has to be recorded: it is the first of its kind, or the last one was recorded long enough ago. */
export const takeView = async (
  tx: Tx,
  view: { staffId: string; accountId: string; what: string; everyMs: number },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO staff_view AS view (cell, account_id, staff_id, what, recorded_at)
    VALUES (${cellOf(view.accountId)}, ${view.accountId}, ${view.staffId}, ${view.what}, ${now()})
    ON CONFLICT (cell, account_id, staff_id, what) DO UPDATE
       SET recorded_at = excluded.recorded_at
     WHERE view.recorded_at <= ${ago(view.everyMs)}`,
  )) === 1

/** Accounts that one of the staff has looked at, the last one first. What a search shows is not looked at yet. */
export const lastSeen = (on: Database, staffId: string, limit: number) =>
  many(
    on,
    sql<{ account_id: string; at: Date }>`
    SELECT account_id, max(recorded_at) AS at
      FROM (SELECT account_id, recorded_at
              FROM staff_view
             WHERE staff_id = ${staffId} AND what <> 'SEARCH'
             ORDER BY recorded_at DESC
             LIMIT ${limit * 5}) AS views
     GROUP BY account_id
     ORDER BY max(recorded_at) DESC
     LIMIT ${limit}`,
  )

/** All SQL on account_hold and adjustment. */
type HoldRow = { hold_id: string; reason: string; staff_id: string; created_at: Date }

export const openHold = (on: Tx | Database, accountId: string) =>
  maybeOne(
    on,
    sql<HoldRow>`
    SELECT hold_id, reason, staff_id, created_at FROM account_hold WHERE ${ofAccount(accountId)} AND lifted_at IS NULL`,
  )

/** Changes nothing if the account is restricted already; of two at the same time, one succeeds. */
export const insertHold = (tx: Tx, hold: { holdId: string; accountId: string; reason: string; staffId: string }) =>
  run(
    tx,
    sql`
    INSERT INTO account_hold (cell, hold_id, account_id, reason, staff_id, created_at)
    VALUES (${cellOf(hold.accountId)}, ${hold.holdId}, ${hold.accountId}, ${hold.reason}, ${hold.staffId}, ${now()})
    ON CONFLICT DO NOTHING`,
  )

export const liftHold = (tx: Tx, accountId: string, { staffId, why }: { staffId: string; why: string }) =>
  run(
    tx,
    sql`
    UPDATE account_hold SET lifted_at = ${now()}, lifted_by = ${staffId}, lifted_why = ${why}
     WHERE ${ofAccount(accountId)} AND lifted_at IS NULL`,
  )

type AdjustmentRow = {
  adjust_no: string
  account_id: string
  cause: AdjustCause
  direction: 'IN' | 'OUT'
  amount_cents: Cents
  reason: string
  maker_id: string
  checker_id: string
  approval_id: string
  transfer_id: string
  /** For a returned fee: the transfer that charged it, and its income account. */
  fee_transfer_id: string | null
  fee_code: string | null
  created_at: Date
}

export const insertAdjustment = (tx: Tx, row: Omit<AdjustmentRow, 'created_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO adjustment (cell, adjust_no, account_id, cause, direction, amount_cents, reason, maker_id, checker_id, approval_id, transfer_id, fee_transfer_id,
                            fee_code, created_at)
    VALUES (${cellOf(row.account_id)}, ${row.adjust_no}, ${row.account_id}, ${row.cause}, ${row.direction}, ${row.amount_cents}, ${row.reason}, ${row.maker_id},
            ${row.checker_id}, ${row.approval_id}, ${row.transfer_id}, ${row.fee_transfer_id}, ${row.fee_code}, ${now()})`,
  )

export const adjustmentsOf = (on: Database, accountId: string) =>
  many(
    on,
    sql<AdjustmentRow>`
    SELECT * FROM adjustment WHERE ${ofAccount(accountId)} ORDER BY created_at DESC, adjust_no DESC LIMIT 50`,
  )

/** How much of these charges has been returned, by charge and income account. */
export const feesReturned = (on: Tx | Database, accountId: string, transferIds: readonly string[]) =>
  many(
    on,
    sql<{ transfer_id: string; code: string; cents: Cents }>`
    SELECT fee_transfer_id AS transfer_id, fee_code AS code, sum(amount_cents)::bigint AS cents
      FROM adjustment
     WHERE ${ofAccount(accountId)} AND fee_transfer_id = ANY (${[...transferIds]})
     GROUP BY fee_transfer_id, fee_code`,
  )
