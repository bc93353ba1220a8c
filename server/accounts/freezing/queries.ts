/** All SQL on funds_freeze, funds_freeze_move, funds_decision and write_off. */
import type { FundsDecision } from '#contract/accounts/funds.ts'
import type { Cents } from '#contract/core/money.ts'
import type { AccountStatus } from '#contract/identity/identity.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, inAnyCell, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type FreezeRow = {
  freeze_id: string
  account_id: string
  reason: string
  legal_ref: string
  /** The account's status before the freeze deactivated it. */
  deactivated_from: AccountStatus | null
  maker_id: string
  checker_id: string
  approval_id: string
  created_at: Date
  released_at: Date | null
}

/** Returns 0 if the account has one already. */
export const insertFreeze = (tx: Tx, row: Omit<FreezeRow, 'created_at' | 'released_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO funds_freeze (cell, freeze_id, account_id, reason, legal_ref, deactivated_from, maker_id, checker_id, approval_id, created_at)
    VALUES (${cellOf(row.account_id)}, ${row.freeze_id}, ${row.account_id}, ${row.reason}, ${row.legal_ref}, ${row.deactivated_from}, ${row.maker_id},
            ${row.checker_id}, ${row.approval_id}, ${now()})
    ON CONFLICT (cell, account_id) WHERE released_at IS NULL DO NOTHING`,
  )

export const openFreeze = (on: Tx | Database, accountId: string) =>
  maybeOne(on, sql<FreezeRow>`SELECT * FROM funds_freeze WHERE ${ofAccount(accountId)} AND released_at IS NULL`)

export const markReleased = (tx: Tx, { account_id, freeze_id }: FreezeRow) =>
  run(
    tx,
    sql`UPDATE funds_freeze SET released_at = ${now()} WHERE ${ofAccount(account_id)} AND freeze_id = ${freeze_id}`,
  )

export const releasedFreezes = (on: Database, accountId: string) =>
  many(
    on,
    sql<FreezeRow>`
    SELECT * FROM funds_freeze WHERE ${ofAccount(accountId)} AND released_at IS NOT NULL ORDER BY created_at DESC LIMIT 20`,
  )

/** The accounts of all open freezes, for a sweep. */
export const frozenAccounts = async (on: Database): Promise<string[]> =>
  (
    await many(
      on,
      sql<{ account_id: string }>`SELECT account_id FROM funds_freeze WHERE ${inAnyCell()} AND released_at IS NULL`,
    )
  ).map(({ account_id }) => account_id)

type MoveKind = 'FROZEN' | 'DEBT' | FundsDecision

export const insertMove = (
  tx: Tx,
  { account_id, freeze_id }: FreezeRow,
  { transferId, kind, amount }: { transferId: string; kind: MoveKind; amount: Cents },
) =>
  run(
    tx,
    sql`
    INSERT INTO funds_freeze_move (cell, transfer_id, account_id, freeze_id, kind, amount_cents, created_at)
    VALUES (${cellOf(account_id)}, ${transferId}, ${account_id}, ${freeze_id}, ${kind}, ${amount}, ${now()})`,
  )

/** The transfers that have brought something to the frozen funds since the last forfeit. */
export const arrivalsOf = async (on: Tx | Database, { account_id, freeze_id }: FreezeRow): Promise<string[]> =>
  (
    await many(
      on,
      sql<{ transfer_id: string }>`
      SELECT transfer_id
        FROM funds_freeze_move AS move
       WHERE ${ofAccount(account_id, 'move')} AND move.freeze_id = ${freeze_id} AND move.kind = 'FROZEN'
         AND move.transfer_id > coalesce((SELECT max(transfer_id) FROM funds_freeze_move AS gone
                                           WHERE ${ofAccount(account_id, 'gone')} AND gone.freeze_id = ${freeze_id} AND gone.kind = 'FORFEITED'), '')`,
    )
  ).map(({ transfer_id }) => transfer_id)

type DecisionRow = {
  approval_id: string
  account_id: string
  freeze_id: string
  kind: FundsDecision
  amount_cents: Cents
  debt_cents: Cents
  reason: string
  legal_note: string | null
  maker_id: string
  checker_id: string
  created_at: Date
}

export const insertDecision = (tx: Tx, row: Omit<DecisionRow, 'created_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO funds_decision (cell, approval_id, account_id, freeze_id, kind, amount_cents, debt_cents, reason, legal_note, maker_id, checker_id, created_at)
    VALUES (${cellOf(row.account_id)}, ${row.approval_id}, ${row.account_id}, ${row.freeze_id}, ${row.kind}, ${row.amount_cents}, ${row.debt_cents},
            ${row.reason}, ${row.legal_note}, ${row.maker_id}, ${row.checker_id}, ${now()})`,
  )

export const decisionsOf = (on: Database, accountId: string) =>
  many(
    on,
    sql<DecisionRow>`
    SELECT * FROM funds_decision WHERE ${ofAccount(accountId)} ORDER BY created_at DESC, approval_id DESC LIMIT 50`,
  )

type WriteOffRow = {
  write_off_no: string
  account_id: string
  amount_cents: Cents
  reason: string
  maker_id: string
  checker_id: string
  approval_id: string
  transfer_id: string
  created_at: Date
}

export const insertWriteOff = (tx: Tx, row: Omit<WriteOffRow, 'created_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO write_off (cell, write_off_no, account_id, amount_cents, reason, maker_id, checker_id, approval_id, transfer_id, created_at)
    VALUES (${cellOf(row.account_id)}, ${row.write_off_no}, ${row.account_id}, ${row.amount_cents}, ${row.reason}, ${row.maker_id}, ${row.checker_id},
            ${row.approval_id}, ${row.transfer_id}, ${now()})`,
  )

export const writeOffsOf = (on: Database, accountId: string) =>
  many(
    on,
    sql<WriteOffRow>`
    SELECT * FROM write_off WHERE ${ofAccount(accountId)} ORDER BY created_at DESC, write_off_no DESC LIMIT 50`,
  )

/** What has been written off and not been recovered since. */
export const recoverable = async (tx: Tx, accountId: string): Promise<Cents> =>
  (
    await one(
      tx,
      sql<{ cents: Cents }>`
      SELECT (coalesce((SELECT sum(amount_cents) FROM write_off WHERE ${ofAccount(accountId)}), 0)
            - coalesce((SELECT sum(amount_cents) FROM adjustment WHERE ${ofAccount(accountId)} AND cause = 'RECOVERY'), 0))::bigint AS cents`,
    )
  ).cents
