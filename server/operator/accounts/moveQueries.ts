/** All SQL on account_hold and adjustment. */
import type { AdjustCause } from '#contract/accounts/desk.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type HoldRow = { hold_id: string; reason: string; staff_id: string; created_at: Date }

export const openHold = (on: Tx | Database, accountId: string) =>
  maybeOne(
    on,
    sql<HoldRow>`
    SELECT hold_id, reason, staff_id, created_at FROM account_hold WHERE account_id = ${accountId} AND lifted_at IS NULL`,
  )

/** Nothing if it is restricted already: of two at once, one. */
export const insertHold = (tx: Tx, hold: { holdId: string; accountId: string; reason: string; staffId: string }) =>
  run(
    tx,
    sql`
    INSERT INTO account_hold (hold_id, account_id, reason, staff_id, created_at)
    VALUES (${hold.holdId}, ${hold.accountId}, ${hold.reason}, ${hold.staffId}, ${now()})
    ON CONFLICT DO NOTHING`,
  )

export const liftHold = (tx: Tx, accountId: string, { staffId, why }: { staffId: string; why: string }) =>
  run(
    tx,
    sql`
    UPDATE account_hold SET lifted_at = ${now()}, lifted_by = ${staffId}, lifted_why = ${why}
     WHERE account_id = ${accountId} AND lifted_at IS NULL`,
  )

export type AdjustmentRow = {
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
  /** Of a fee that was returned: the transfer that charged it, and its account of fees. */
  fee_transfer_id: string | null
  fee_code: string | null
  created_at: Date
}

export const insertAdjustment = (tx: Tx, row: Omit<AdjustmentRow, 'created_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO adjustment (adjust_no, account_id, cause, direction, amount_cents, reason, maker_id, checker_id, approval_id, transfer_id, fee_transfer_id,
                            fee_code, created_at)
    VALUES (${row.adjust_no}, ${row.account_id}, ${row.cause}, ${row.direction}, ${row.amount_cents}, ${row.reason}, ${row.maker_id},
            ${row.checker_id}, ${row.approval_id}, ${row.transfer_id}, ${row.fee_transfer_id}, ${row.fee_code}, ${now()})`,
  )

export const adjustmentsOf = (on: Database, accountId: string) =>
  many(
    on,
    sql<AdjustmentRow>`
    SELECT * FROM adjustment WHERE account_id = ${accountId} ORDER BY created_at DESC, adjust_no DESC LIMIT 50`,
  )

/** What of these charges has been returned, by charge and account of fees. */
export const feesReturned = (on: Tx | Database, transferIds: readonly string[]) =>
  many(
    on,
    sql<{ transfer_id: string; code: string; cents: Cents }>`
    SELECT fee_transfer_id AS transfer_id, fee_code AS code, sum(amount_cents)::bigint AS cents
      FROM adjustment
     WHERE fee_transfer_id = ANY (${[...transferIds]})
     GROUP BY fee_transfer_id, fee_code`,
  )
