/** Staff reads of withdrawals, referrals and self-referrals. */
import type { Cents } from '#contract/core/money.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { many, one, sql, type Database, type Tx } from '#server/core/db.ts'
import type { RingWhy } from '../commission/queries.ts'

export const openPayouts = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(created_at) AS oldest
      FROM rebate_withdrawal
     WHERE status IN ('REVIEWING', 'APPROVED', 'PAYING')`,
  )

export type EarnedFromRow = { invitee: string; base: Cents; commission: Cents; ring: RingWhy | null }
/** The invited accounts that earned somebody the most commission: the first place to check whether it was earned. */
export const largestEarners = (on: Database, accountId: string) =>
  many(
    on,
    sql<EarnedFromRow>`
    SELECT commission.invitee_account_id AS invitee, sum(base_cents)::bigint AS base,
           sum(amount_cents - taken_cents - taken_later_cents)::bigint AS commission, ring.why AS ring
      FROM commission
      LEFT JOIN referral_ring AS ring USING (cell, account_id, invitee_account_id)
     WHERE ${ofAccount(accountId, 'commission')}
     GROUP BY commission.invitee_account_id, ring.why
     ORDER BY commission DESC, invitee
     LIMIT 20`,
  )

export const selfReferralsFound = (on: Database) =>
  many(
    on,
    sql<{ account_id: string; invitee_account_id: string; why: RingWhy; created_at: Date; commission: Cents }>`
    SELECT ring.account_id, ring.invitee_account_id, why, ring.created_at,
           coalesce((SELECT sum(amount_cents - taken_cents - taken_later_cents) FROM commission
                      WHERE commission.cell = ring.cell AND commission.account_id = ring.account_id
                        AND commission.invitee_account_id = ring.invitee_account_id), 0)::bigint AS commission
      FROM referral_ring AS ring
     ORDER BY ring.created_at DESC
     LIMIT 100`,
  )

/** What one invited account has earned its inviter and was not clawed back. */
export const earnedByInvitee = (on: Tx | Database, accountId: string, inviteeId: string) =>
  one(
    on,
    sql<{ sum: Cents }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint
           - coalesce((SELECT sum(claw.amount_cents) FROM commission_claw AS claw JOIN commission USING (cell, account_id, commission_id)
                        WHERE ${ofAccount(accountId, 'commission')} AND invitee_account_id = ${inviteeId}), 0)::bigint AS sum
      FROM commission
     WHERE ${ofAccount(accountId)} AND invitee_account_id = ${inviteeId}`,
  )
