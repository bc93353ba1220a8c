/** The lines of the commission flow, and the sums that pages show. */
import type { CommissionState, CommissionType, FeeKind } from '#contract/referrals/referrals.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '../core/clock.ts'
import { many, one, run, sql, type Database, type Tx } from '../core/db.ts'

type Reader = Tx | Database

export type NewFlow = {
  flow_id: string
  account_id: string
  type: CommissionType
  commission_id: string | null
  withdrawal_no: string | null
  amount_cents: Cents
  pending_after: Cents
  available_after: Cents
  transfer_id: string
}
export const insertFlows = (tx: Tx, rows: readonly NewFlow[]) =>
  run(
    tx,
    sql`
    INSERT INTO rebate_flow (flow_id, account_id, type, commission_id, withdrawal_no, amount_cents, pending_after, available_after, transfer_id, created_at)
    SELECT flow_id, account_id, type, commission_id, withdrawal_no, amount_cents, pending_after, available_after, transfer_id, ${now()}
      FROM json_populate_recordset(NULL::rebate_flow, ${JSON.stringify(rows)}::json)`,
  )

export type FlowRow = NewFlow & {
  created_at: Date
  invitee_account_id: string | null
  biz_type: FeeKind | null
  base_cents: Cents | null
  rate_bps: number | null
  state: CommissionState | null
  mature_at: Date | null
}
type Filter = { type?: CommissionType | undefined; status?: CommissionState | undefined }
const matching = (accountId: string, { type, status }: Filter) => sql`
      FROM rebate_flow AS flow
      LEFT JOIN commission USING (commission_id)
     WHERE flow.account_id = ${accountId}
       ${type ? sql`AND flow.type = ${type}` : sql``}
       ${status ? sql`AND commission.state = ${status}` : sql``}`

export const flowPage = (
  on: Reader,
  accountId: string,
  filter: Filter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) =>
  many(
    on,
    sql<FlowRow>`
    SELECT flow.*, commission.invitee_account_id, biz_type, base_cents, rate_bps, state, mature_at
    ${matching(accountId, filter)}
     ORDER BY flow.flow_id DESC
     LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )
export const countFlows = async (on: Reader, accountId: string, filter: Filter): Promise<number> =>
  (await one(on, sql<{ n: number }>`SELECT count(*) AS n ${matching(accountId, filter)}`)).n

/** What an inviter has earned, still owes, and when the next of it matures. */
export const earnedBy = (on: Reader, accountId: string) =>
  one(
    on,
    sql<{ total: Cents; owed: Cents; active: number; next_mature: Date | null }>`
    SELECT coalesce(sum(amount_cents - taken_cents - taken_later_cents), 0)::bigint AS total,
           coalesce(sum(owed_cents), 0)::bigint AS owed,
           count(DISTINCT invitee_account_id)::int AS active,
           min(mature_at) FILTER (WHERE state = 'PENDING') AS next_mature
      FROM commission
     WHERE account_id = ${accountId}`,
  )

/** By invited account: the fees that counted and what they earned. */
export const earnedFrom = (on: Reader, accountId: string, invitees: readonly string[]) =>
  many(
    on,
    sql<{ invitee: string; base: Cents; rebate: Cents }>`
    SELECT invitee_account_id AS invitee, sum(base_cents)::bigint AS base,
           sum(amount_cents - taken_cents - taken_later_cents)::bigint AS rebate
      FROM commission
     WHERE account_id = ${accountId} AND invitee_account_id = ANY (${[...invitees]})
     GROUP BY invitee_account_id`,
  )

/** Which of them are not counted. */
export const excludedOf = (on: Reader, accountId: string, invitees: readonly string[]) =>
  many(
    on,
    sql<{ invitee: string }>`
    SELECT invitee_account_id AS invitee FROM referral_ring
     WHERE account_id = ${accountId} AND invitee_account_id = ANY (${[...invitees]})`,
  )

/** Inviters and what they earned in a span of time: the digest of a day. */
export const earnedBetween = (on: Reader, from: Date, until: Date) =>
  many(
    on,
    sql<{ account_id: string; sum: Cents }>`
    SELECT account_id, sum(amount_cents)::bigint AS sum
      FROM rebate_flow
     WHERE type = 'ACCRUE' AND created_at >= ${from} AND created_at < ${until}
     GROUP BY account_id`,
  )
