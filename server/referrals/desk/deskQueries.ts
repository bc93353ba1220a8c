/** What staff ask of withdrawals, of who invited whom, and of rings. */
import type { Cents } from '../../../contract/money.ts'
import { many, maybeOne, one, sql, type Database, type Tx } from '../../db.ts'
import type { RingWhy } from '../queries.ts'

export const openPayouts = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(created_at) AS oldest
      FROM rebate_withdrawal
     WHERE status IN ('REVIEWING', 'APPROVED', 'PAYING')`,
  )

/** The approval of a withdrawal that waits for its checker. */
export const waitingApproval = async (on: Database, withdrawalNo: string): Promise<string | null> =>
  (
    await maybeOne(
      on,
      sql<{ approval_id: string }>`
      SELECT approval_id FROM approval WHERE kind = 'rebate.payout' AND only_one = ${withdrawalNo} AND state = 'WAITING'`,
    )
  )?.approval_id ?? null

export type EarnedFromRow = {
  account_id: string
  user_no: string
  created_at: Date
  base: Cents
  commission: Cents
  ring: RingWhy | null
}
/** Whom somebody invited, the largest commission first: where to look whether it was earned. */
export const largestInvited = (on: Database, accountId: string) =>
  many(
    on,
    sql<EarnedFromRow>`
    SELECT invitee.account_id, invitee.user_no, invitee.created_at, coalesce(sum(base_cents), 0)::bigint AS base,
           coalesce(sum(amount_cents - taken_cents - taken_later_cents), 0)::bigint AS commission, ring.why AS ring
      FROM account AS invitee
      LEFT JOIN commission ON commission.invitee_account_id = invitee.account_id
      LEFT JOIN referral_ring AS ring ON ring.invitee_account_id = invitee.account_id
     WHERE invitee.referrer_account_id = ${accountId}
     GROUP BY invitee.account_id, ring.why
     ORDER BY commission DESC, invitee.created_at
     LIMIT 20`,
  )

export const accountsNamed = (on: Database, ids: readonly string[]) =>
  many(
    on,
    sql<{ account_id: string; user_no: string; nickname: string }>`
    SELECT account_id, user_no, nickname FROM account WHERE account_id = ANY (${[...ids]})`,
  )

export const ringsFound = (on: Database) =>
  many(
    on,
    sql<{
      account_id: string
      user_no: string
      invitee_account_id: string
      invitee_no: string
      why: RingWhy
      created_at: Date
      commission: Cents
    }>`
    SELECT ring.account_id, inviter.user_no, ring.invitee_account_id, invitee.user_no AS invitee_no, why, ring.created_at,
           coalesce((SELECT sum(amount_cents - taken_cents - taken_later_cents) FROM commission
                      WHERE commission.invitee_account_id = ring.invitee_account_id), 0)::bigint AS commission
      FROM referral_ring AS ring
      JOIN account AS inviter ON inviter.account_id = ring.account_id
      JOIN account AS invitee ON invitee.account_id = ring.invitee_account_id
     ORDER BY ring.created_at DESC
     LIMIT 100`,
  )

/** What one invited account has earned its inviter and has not been asked back. */
export const earnedByInvitee = (on: Tx | Database, inviteeId: string) =>
  one(
    on,
    sql<{ sum: Cents }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint
           - coalesce((SELECT sum(claw.amount_cents) FROM commission_claw AS claw JOIN commission USING (commission_id)
                        WHERE invitee_account_id = ${inviteeId}), 0)::bigint AS sum
      FROM commission
     WHERE invitee_account_id = ${inviteeId}`,
  )
