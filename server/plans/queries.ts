/** All SQL on plan and plan_subscription. */
import type { PlanCode } from '#contract/plans/plans.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '../core/clock.ts'
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
  /** null: the list price of the range. */
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
  /** What staff have agreed on for this account, in the place of everybody's limit: read here, because every price needs both. */
  own_per_load_cents: Cents | null
}

/**
 * The plan that holds now: the active subscription's, or BASIC where there is none or it has run out. In the version that
 * was bought: what runs at this moment was paid for under it, and later changes are for later purchases.
 */
export const planOf = (on: Tx | Database, accountId: string) =>
  one(
    on,
    sql<EntitlementRow>`
    SELECT terms.*, own.source, own.starts_at, own.expires_at,
           (SELECT amount_cents FROM account_limit
             WHERE account_id = ${accountId} AND key = 'perLoad'
               AND starts_at <= ${now()} AND (ends_at IS NULL OR ends_at > ${now()})
             ORDER BY seq DESC LIMIT 1) AS own_per_load_cents
      FROM plan
      LEFT JOIN plan_subscription own
             ON own.group_id = plan.group_id AND own.account_id = ${accountId} AND own.status = 'ACTIVE'
            AND own.starts_at <= ${now()} AND own.expires_at > ${now()}
      LEFT JOIN LATERAL (SELECT plan_version
                           FROM plan_lot AS lot
                          WHERE lot.account_id = own.account_id AND lot.group_id = own.group_id AND closed_at IS NULL
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
  INSERT INTO plan_subscription (subscription_id, account_id, group_id, status, source, starts_at, expires_at, created_at, plan_version)
  VALUES (${newId('psb')}, ${accountId}, ${groupId}, 'ACTIVE', ${source}, ${startsAt}, ${expiresAt}, ${now()},
          (SELECT version FROM plan WHERE group_id = ${groupId}))`,
  )
