/** All SQL on plan and plan_subscription. */
import type { Cents } from '#contract/core/money.ts'
import type { PlanCode } from '#contract/plans/plans.ts'
import { now } from '../core/clock.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'

export type PlanRow = {
  group_id: string
  code: string
  name_cn: string
  name_en: string
  level: number
  price_month_cents: number
  purchase_mode: 'NONE' | 'SELF' | 'CONTACT'
  /** null: the segment's list price. */
  open_fee_cents: number | null
  load_fee_bps: number
  topup_fee_off_bps: number
  max_cards: number
  batch_max: number
  free_seats: number
  max_seats: number
  seat_price_cents: number
  per_load_max_cents: number
  rebate_bonus_bps: number
  support_level: string
  version: number
}
/** The whole catalogue, lowest first. */
export const allPlans = (on: Tx | Database) =>
  many(on, sql<PlanRow & { period_days: number }>`SELECT * FROM plan ORDER BY level`)

export const maybePlan = (on: Tx | Database, groupId: string) =>
  maybeOne(on, sql<PlanRow>`SELECT * FROM plan WHERE group_id = ${groupId}`)

export type EntitlementRow = PlanRow & {
  source: 'BUY' | 'GIFT' | 'STAFF' | null
  starts_at: Date | null
  expires_at: Date | null
  /** The limit that staff have approved for this account instead of the general one: read here, because every price needs both. */
  own_per_load_cents: Cents | null
}

/**
 * The plan that applies now: the active subscription's, or BASIC if there is none or it has run out. In the version that was bought: the running period was
 * paid for under it, and later changes apply to later purchases.
 */
export const planOf = (on: Tx | Database, accountId: string) =>
  one(
    on,
    sql<EntitlementRow>`
    SELECT terms.*, own.source, own.starts_at, own.expires_at,
           (SELECT amount_cents FROM account_limit
             WHERE ${ofAccount(accountId)} AND key = 'perLoad'
               AND starts_at <= ${now()} AND (ends_at IS NULL OR ends_at > ${now()})
             ORDER BY seq DESC LIMIT 1) AS own_per_load_cents
      FROM plan
      LEFT JOIN plan_subscription own
             ON own.group_id = plan.group_id AND ${ofAccount(accountId, 'own')} AND own.status = 'ACTIVE'
            AND own.starts_at <= ${now()} AND own.expires_at > ${now()}
      LEFT JOIN LATERAL (SELECT plan_version
                           FROM plan_lot AS lot
                          WHERE ${ofAccount(accountId, 'lot')} AND lot.group_id = own.group_id AND closed_at IS NULL
                            AND lot.starts_at <= ${now()} AND lot.ends_at > ${now()}
                          ORDER BY lot.starts_at DESC LIMIT 1) AS bought ON true
      JOIN plan_terms AS terms
        ON terms.group_id = plan.group_id AND terms.version = coalesce(bought.plan_version, own.plan_version, plan.version)
     WHERE own.account_id IS NOT NULL OR plan.level = 0
     ORDER BY plan.level DESC
     LIMIT 1`,
  )

export const planAbove = (on: Database, level: number) =>
  maybeOne(
    on,
    sql<PlanRow>`SELECT * FROM plan WHERE level > ${level} AND purchase_mode <> 'NONE' ORDER BY level LIMIT 1`,
  )

export const planByCode = (on: Tx | Database, code: PlanCode) =>
  one(on, sql<PlanRow>`SELECT * FROM plan WHERE code = ${code}`)

export const insertSubscription = (
  tx: Tx,
  {
    accountId,
    groupId,
    source,
    startsAt,
    expiresAt,
  }: { accountId: string; groupId: string; source: 'BUY' | 'GIFT' | 'STAFF'; startsAt: Date; expiresAt: Date },
) =>
  run(
    tx,
    sql`
  INSERT INTO plan_subscription (cell, subscription_id, account_id, group_id, status, source, starts_at, expires_at, created_at, plan_version)
  SELECT ${cellOf(accountId)}, ${newId('psb')}, ${accountId}, group_id, 'ACTIVE', ${source}, ${startsAt}::timestamptz, ${expiresAt}::timestamptz,
         ${now()}::timestamptz, version
    FROM plan
   WHERE group_id = ${groupId}`,
  )

/** Each plan's prices, for the page of a segment. */
export const plansToPrice = async (on: Database) =>
  (
    await many(
      on,
      sql<{ group_id: string; name_cn: string; name_en: string; open_fee_cents: Cents | null; load_fee_bps: number }>`
      SELECT group_id, name_cn, name_en, open_fee_cents, load_fee_bps FROM plan ORDER BY level`,
    )
  ).map((row) => ({
    groupId: row.group_id,
    name: { cn: row.name_cn, en: row.name_en },
    openFee: row.open_fee_cents,
    loadFeeBps: row.load_fee_bps,
  }))
