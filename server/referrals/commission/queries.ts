/** All SQL on commission with its credits and clawbacks, and on referral_ring. */
import type { CommissionState, FeeKind, CommissionType } from '#contract/referrals/referrals.ts'
import type { Cents } from '#contract/core/money.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

type Reader = Tx | Database

export type CommissionRow = {
  commission_id: string
  account_id: string
  invitee_account_id: string
  biz_type: FeeKind
  biz_id: string
  base_cents: Cents
  rate_bps: number
  amount_cents: Cents
  state: CommissionState
  taken_cents: Cents
  matured_cents: Cents
  taken_later_cents: Cents
  owed_cents: Cents
  mature_at: Date
}

type NewCommission = Pick<
  CommissionRow,
  | 'commission_id'
  | 'account_id'
  | 'invitee_account_id'
  | 'biz_type'
  | 'biz_id'
  | 'base_cents'
  | 'rate_bps'
  | 'amount_cents'
  | 'mature_at'
>

/** Inserts only new rows: a fee earns commission once, however often its job runs. */
export const insertCommissions = (tx: Tx, rows: readonly NewCommission[]) =>
  many(
    tx,
    sql<CommissionRow>`
    INSERT INTO commission (cell, commission_id, account_id, invitee_account_id, biz_type, biz_id, base_cents, rate_bps, amount_cents, state,
                            mature_at, created_at, updated_at)
    SELECT cell_of(account_id), commission_id, account_id, invitee_account_id, biz_type, biz_id, base_cents, rate_bps, amount_cents, 'PENDING',
           mature_at, ${now()}, ${now()}
      FROM json_populate_recordset(NULL::commission, ${JSON.stringify(rows)}::json)
    ON CONFLICT DO NOTHING
    RETURNING *`,
  )

/** Inviters with matured commission. */
export const accountsDue = (on: Database, limit: number) =>
  many(
    on,
    sql<{ account_id: string }>`
    SELECT account_id
      FROM commission
     WHERE state = 'PENDING' AND mature_at <= ${now()}
     GROUP BY cell, account_id
     ORDER BY min(mature_at)
     LIMIT ${limit}`,
  )

export const lockDue = (tx: Tx, accountId: string) =>
  many(
    tx,
    sql<CommissionRow>`
    SELECT * FROM commission
     WHERE ${ofAccount(accountId)} AND state = 'PENDING' AND mature_at <= ${now()}
     ORDER BY commission_id
       FOR UPDATE`,
  )

/** The rest of each becomes available. */
export const markMatured = (tx: Tx, accountId: string, ids: readonly string[]) =>
  run(
    tx,
    sql`
    UPDATE commission
       SET state = 'AVAILABLE', matured_cents = amount_cents - taken_cents, matured_at = ${now()}, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND commission_id = ANY (${[...ids]})`,
  )

export const commissionOfFee = (on: Reader, accountId: string, inviteeId: string, type: FeeKind, id: string) =>
  maybeOne(
    on,
    sql<CommissionRow>`
    SELECT * FROM commission
     WHERE ${ofAccount(accountId)} AND invitee_account_id = ${inviteeId} AND biz_type = ${type} AND biz_id = ${id}`,
  )

/** Locked after the inviter's money, ordered by ID. */
export const lockOfInvitee = (tx: Tx, accountId: string, inviteeId: string) =>
  many(
    tx,
    sql<CommissionRow>`
    SELECT * FROM commission
     WHERE ${ofAccount(accountId)} AND invitee_account_id = ${inviteeId}
     ORDER BY commission_id
       FOR UPDATE`,
  )
export const lockCommission = (tx: Tx, accountId: string, commissionId: string) =>
  one(
    tx,
    sql<CommissionRow>`SELECT * FROM commission WHERE ${ofAccount(accountId)} AND commission_id = ${commissionId} FOR UPDATE`,
  )
export const lockOwing = (tx: Tx, accountId: string) =>
  many(
    tx,
    sql<CommissionRow>`
    SELECT * FROM commission WHERE ${ofAccount(accountId)} AND owed_cents > 0 ORDER BY commission_id FOR UPDATE`,
  )

export const changeCommission = (
  tx: Tx,
  accountId: string,
  commissionId: string,
  change: { taken?: Cents; takenLater?: Cents; owed?: Cents; state?: CommissionState },
) =>
  run(
    tx,
    sql`
    UPDATE commission
       SET taken_cents = taken_cents + ${change.taken ?? 0}, taken_later_cents = taken_later_cents + ${change.takenLater ?? 0},
           owed_cents = owed_cents + ${change.owed ?? 0}, state = ${change.state ? sql`${change.state}` : sql`state`}, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND commission_id = ${commissionId}`,
  )

/** How much of a commission was clawed back so far. */
export const clawedOf = async (tx: Tx, accountId: string, commissionId: string): Promise<Cents> =>
  (
    await one(
      tx,
      sql<{ sum: Cents }>`
      SELECT coalesce(sum(amount_cents), 0)::bigint AS sum FROM commission_claw
       WHERE ${ofAccount(accountId)} AND commission_id = ${commissionId}`,
    )
  ).sum

/** Returns false if it was already clawed back under this key. */
export const insertClaw = async (
  tx: Tx,
  claw: { accountId: string; commissionId: string; ref: string; why: 'REFUND' | 'FRAUD'; amount: Cents },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO commission_claw (cell, account_id, commission_id, ref, why, amount_cents, created_at)
    VALUES (${cellOf(claw.accountId)}, ${claw.accountId}, ${claw.commissionId}, ${claw.ref}, ${claw.why}, ${claw.amount}, ${now()})
    ON CONFLICT DO NOTHING`,
  )) === 1

export type RingWhy = 'IDENTITY' | 'DEVICE' | 'PAYOUT_CARD' | 'STAFF'
export const selfReferralOf = (on: Reader, accountId: string, inviteeId: string) =>
  maybeOne(
    on,
    sql<{ why: RingWhy }>`
    SELECT why FROM referral_ring WHERE ${ofAccount(accountId)} AND invitee_account_id = ${inviteeId}`,
  )
export const insertSelfReferral = (tx: Tx, accountId: string, inviteeId: string, why: RingWhy) =>
  run(
    tx,
    sql`
    INSERT INTO referral_ring (cell, account_id, invitee_account_id, why, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${inviteeId}, ${why}, ${now()})
    ON CONFLICT DO NOTHING`,
  )

/** Checks whether both accounts have ever used the same bank card. */
export const sharePayoutCard = async (on: Reader, one_: string, other: string): Promise<boolean> =>
  (
    await one(
      on,
      sql<{ yes: boolean }>`
      SELECT EXISTS (SELECT 1 FROM payout_card
                      WHERE ${ofAccount(one_)}
                        AND no_hash IN (SELECT no_hash FROM payout_card WHERE ${ofAccount(other)})) AS yes`,
    )
  ).yes

/** The lines of the commission flow, and the totals on pages. */
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
/** Every change of a commission has its flow, so the inviter's consoles hear of all of them here. */
export const insertFlows = (tx: Tx, rows: readonly NewFlow[]) => {
  for (const { account_id } of rows) touch(tx, account_id, 'money')
  return run(
    tx,
    sql`
    INSERT INTO rebate_flow (cell, flow_id, account_id, type, commission_id, withdrawal_no, amount_cents, pending_after, available_after, transfer_id, created_at)
    SELECT cell_of(account_id), flow_id, account_id, type, commission_id, withdrawal_no, amount_cents, pending_after, available_after, transfer_id, ${now()}
      FROM json_populate_recordset(NULL::rebate_flow, ${JSON.stringify(rows)}::json)`,
  )
}

type FlowRow = NewFlow & {
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
      LEFT JOIN commission USING (cell, account_id, commission_id)
     WHERE ${ofAccount(accountId, 'flow')}
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

/** An inviter's earned commission and debts, and when the next commission matures. */
export const earnedBy = (on: Reader, accountId: string) =>
  one(
    on,
    sql<{ total: Cents; owed: Cents; active: number; next_mature: Date | null }>`
    SELECT coalesce(sum(amount_cents - taken_cents - taken_later_cents), 0)::bigint AS total,
           coalesce(sum(owed_cents), 0)::bigint AS owed,
           count(DISTINCT invitee_account_id)::int AS active,
           min(mature_at) FILTER (WHERE state = 'PENDING') AS next_mature
      FROM commission
     WHERE ${ofAccount(accountId)}`,
  )

/** By invited account: the counted fees and their commission. */
export const earnedFrom = (on: Reader, accountId: string, invitees: readonly string[]) =>
  many(
    on,
    sql<{ invitee: string; base: Cents; rebate: Cents }>`
    SELECT invitee_account_id AS invitee, sum(base_cents)::bigint AS base,
           sum(amount_cents - taken_cents - taken_later_cents)::bigint AS rebate
      FROM commission
     WHERE ${ofAccount(accountId)} AND invitee_account_id = ANY (${[...invitees]})
     GROUP BY invitee_account_id`,
  )

/** Which of them are excluded. */
export const excludedOf = (on: Reader, accountId: string, invitees: readonly string[]) =>
  many(
    on,
    sql<{ invitee: string }>`
    SELECT invitee_account_id AS invitee FROM referral_ring
     WHERE ${ofAccount(accountId)} AND invitee_account_id = ANY (${[...invitees]})`,
  )

/** Inviters and their commission in a period: for the daily digest. */
export const earnedBetween = (on: Reader, from: Date, until: Date) =>
  many(
    on,
    sql<{ account_id: string; sum: Cents }>`
    SELECT account_id, sum(amount_cents)::bigint AS sum
      FROM rebate_flow
     WHERE type = 'ACCRUE' AND created_at >= ${from} AND created_at < ${until}
     GROUP BY cell, account_id`,
  )
