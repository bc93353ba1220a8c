/** All SQL on account_limit. */
import type { LimitKey } from '#contract/accounts/desk.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type OwnLimitRow = {
  seq: number
  account_id: string
  key: LimitKey
  amount_cents: Cents | null
  starts_at: Date
  ends_at: Date | null
  reason: string
  maker_id: string
  checker_id: string
  approval_id: string
  created_at: Date
}

/** The latest in force of each kind. */
export const limitsInForce = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<OwnLimitRow>`
    SELECT DISTINCT ON (key) *
      FROM account_limit
     WHERE ${ofAccount(accountId)} AND starts_at <= ${now()} AND (ends_at IS NULL OR ends_at > ${now()})
     ORDER BY key, seq DESC`,
  )

export const limitHistory = (on: Database, accountId: string) =>
  many(on, sql<OwnLimitRow>`SELECT * FROM account_limit WHERE ${ofAccount(accountId)} ORDER BY seq DESC LIMIT 50`)

export const insertLimit = (
  tx: Tx,
  limit: {
    accountId: string
    key: LimitKey
    amountCents: Cents | null
    startsAt: Date
    endsAt: Date | null
    reason: string
    makerId: string
    checkerId: string
    approvalId: string
  },
) =>
  run(
    tx,
    sql`
    INSERT INTO account_limit (cell, account_id, key, amount_cents, starts_at, ends_at, reason, maker_id, checker_id, approval_id, created_at)
    VALUES (${cellOf(limit.accountId)}, ${limit.accountId}, ${limit.key}, ${limit.amountCents}, ${limit.startsAt}, ${limit.endsAt}, ${limit.reason}, ${limit.makerId},
            ${limit.checkerId}, ${limit.approvalId}, ${now()})`,
  )
