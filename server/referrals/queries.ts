/** All SQL on commission, commission_claw and referral_ring. */
import type { CommissionState, FeeKind } from '#contract/referrals/referrals.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'

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

/** Those that were not there: a fee earns once, however often its job runs. */
export const insertCommissions = (tx: Tx, rows: readonly NewCommission[]) =>
  many(
    tx,
    sql<CommissionRow>`
    INSERT INTO commission (commission_id, account_id, invitee_account_id, biz_type, biz_id, base_cents, rate_bps, amount_cents, state,
                            mature_at, created_at, updated_at)
    SELECT commission_id, account_id, invitee_account_id, biz_type, biz_id, base_cents, rate_bps, amount_cents, 'PENDING',
           mature_at, ${now()}, ${now()}
      FROM json_populate_recordset(NULL::commission, ${JSON.stringify(rows)}::json)
    ON CONFLICT DO NOTHING
    RETURNING *`,
  )

/** Inviters with commission whose time has come. */
export const accountsDue = (on: Database, limit: number) =>
  many(
    on,
    sql<{ account_id: string }>`
    SELECT account_id
      FROM commission
     WHERE state = 'PENDING' AND mature_at <= ${now()}
     GROUP BY account_id
     ORDER BY min(mature_at)
     LIMIT ${limit}`,
  )

export const lockDue = (tx: Tx, accountId: string) =>
  many(
    tx,
    sql<CommissionRow>`
    SELECT * FROM commission
     WHERE account_id = ${accountId} AND state = 'PENDING' AND mature_at <= ${now()}
     ORDER BY commission_id
       FOR UPDATE`,
  )

/** What is left of each becomes available. */
export const markMatured = (tx: Tx, ids: readonly string[]) =>
  run(
    tx,
    sql`
    UPDATE commission
       SET state = 'AVAILABLE', matured_cents = amount_cents - taken_cents, matured_at = ${now()}, updated_at = ${now()}
     WHERE commission_id = ANY (${[...ids]})`,
  )

export const commissionOfFee = (on: Reader, inviteeId: string, type: FeeKind, id: string) =>
  maybeOne(
    on,
    sql<CommissionRow>`
    SELECT * FROM commission WHERE invitee_account_id = ${inviteeId} AND biz_type = ${type} AND biz_id = ${id}`,
  )

/** Locked after the inviter's money, in the order of their ids. */
export const lockOfInvitee = (tx: Tx, accountId: string, inviteeId: string) =>
  many(
    tx,
    sql<CommissionRow>`
    SELECT * FROM commission
     WHERE account_id = ${accountId} AND invitee_account_id = ${inviteeId}
     ORDER BY commission_id
       FOR UPDATE`,
  )
export const lockCommission = (tx: Tx, commissionId: string) =>
  one(tx, sql<CommissionRow>`SELECT * FROM commission WHERE commission_id = ${commissionId} FOR UPDATE`)
export const lockOwing = (tx: Tx, accountId: string) =>
  many(
    tx,
    sql<CommissionRow>`
    SELECT * FROM commission WHERE account_id = ${accountId} AND owed_cents > 0 ORDER BY commission_id FOR UPDATE`,
  )

export const changeCommission = (
  tx: Tx,
  commissionId: string,
  change: { taken?: Cents; takenLater?: Cents; owed?: Cents; state?: CommissionState },
) =>
  run(
    tx,
    sql`
    UPDATE commission
       SET taken_cents = taken_cents + ${change.taken ?? 0}, taken_later_cents = taken_later_cents + ${change.takenLater ?? 0},
           owed_cents = owed_cents + ${change.owed ?? 0}, state = ${change.state ? sql`${change.state}` : sql`state`}, updated_at = ${now()}
     WHERE commission_id = ${commissionId}`,
  )

/** What has been asked back of a commission so far. */
export const clawedOf = async (tx: Tx, commissionId: string): Promise<Cents> =>
  (
    await one(
      tx,
      sql<{ sum: Cents }>`
      SELECT coalesce(sum(amount_cents), 0)::bigint AS sum FROM commission_claw WHERE commission_id = ${commissionId}`,
    )
  ).sum

/** False if it has been asked back under this key before. */
export const insertClaw = async (
  tx: Tx,
  claw: { commissionId: string; ref: string; why: 'REFUND' | 'FRAUD'; amount: Cents },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO commission_claw (commission_id, ref, why, amount_cents, created_at)
    VALUES (${claw.commissionId}, ${claw.ref}, ${claw.why}, ${claw.amount}, ${now()})
    ON CONFLICT DO NOTHING`,
  )) === 1

export type RingWhy = 'IDENTITY' | 'DEVICE' | 'PAYOUT_CARD' | 'STAFF'
export const ringOf = (on: Reader, accountId: string, inviteeId: string) =>
  maybeOne(
    on,
    sql<{ why: RingWhy }>`
    SELECT why FROM referral_ring WHERE account_id = ${accountId} AND invitee_account_id = ${inviteeId}`,
  )
export const insertRing = (tx: Tx, accountId: string, inviteeId: string, why: RingWhy) =>
  run(
    tx,
    sql`
    INSERT INTO referral_ring (account_id, invitee_account_id, why, created_at)
    VALUES (${accountId}, ${inviteeId}, ${why}, ${now()})
    ON CONFLICT DO NOTHING`,
  )
