/** All SQL by which staff read and change plans. */
import type { Cents } from '#contract/core/money.ts'
import type { PlanFigures } from '#contract/plans/desk/plans.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { PlanRow } from '../queries.ts'
import { columnsOf } from './columns.ts'

export const lockPlan = (tx: Tx, groupId: string) =>
  maybeOne(tx, sql<PlanRow>`SELECT * FROM plan WHERE group_id = ${groupId} FOR UPDATE`)

/** Checks whether a plan has that code, or that name in either language. */
export const planNamed = (tx: Tx, { code, nameCn, nameEn }: { code: string; nameCn: string; nameEn: string }) =>
  maybeOne(
    tx,
    sql<{ code: string; name_cn: string }>`
    SELECT code, name_cn FROM plan
     WHERE code = ${code} OR lower(name_cn) = lower(${nameCn}) OR lower(name_en) = lower(${nameEn}) LIMIT 1`,
  )

/**
 * Makes room above a level: all higher plans move up by one, in two steps, because no two may share a level in between. In every version of their terms, so
 * that older purchases move too.
 */
export async function makeRoomAbove(tx: Tx, level: number): Promise<void> {
  await run(tx, sql`UPDATE plan SET level = -level WHERE level > ${level}`)
  await run(tx, sql`UPDATE plan SET level = 1 - level WHERE level < 0`)
  await run(
    tx,
    sql`UPDATE plan_terms SET level = plan.level
          FROM plan WHERE plan.group_id = plan_terms.group_id AND plan.level <> plan_terms.level`,
  )
}

export async function insertPlan(tx: Tx, row: PlanRow): Promise<void> {
  await tx.insertInto('plan').values(row).execute()
  await keepTerms(tx, row.group_id)
}

/** Writes the next version. Earlier purchases keep the terms of theirs. */
export async function writePlan(tx: Tx, groupId: string, change: Partial<PlanFigures>): Promise<void> {
  await tx
    .updateTable('plan')
    .set({ ...columnsOf(change), version: sql`version + 1` })
    .where('group_id', '=', groupId)
    .execute()
  await keepTerms(tx, groupId)
}

const keepTerms = (tx: Tx, groupId: string) =>
  run(tx, sql`INSERT INTO plan_terms SELECT * FROM plan WHERE group_id = ${groupId}`)

export const holdersPerVersion = (on: Database) =>
  many(
    on,
    sql<{ group_id: string; version: number; accounts: number }>`
    SELECT own.group_id, coalesce(bought.plan_version, own.plan_version) AS version, count(*)::int AS accounts
      FROM plan_subscription AS own
      LEFT JOIN LATERAL (SELECT plan_version FROM plan_lot AS lot
                          WHERE lot.cell = own.cell AND lot.account_id = own.account_id AND lot.group_id = own.group_id AND closed_at IS NULL
                            AND lot.starts_at <= ${now()} AND lot.ends_at > ${now()}
                          ORDER BY lot.starts_at DESC LIMIT 1) AS bought ON true
     WHERE own.status = 'ACTIVE' AND own.starts_at <= ${now()} AND own.expires_at > ${now()}
     GROUP BY 1, 2 ORDER BY 1, 2 DESC`,
  )

export const givenByStaff = (on: Database, groupId: string, limit = 50) =>
  many(
    on,
    sql<{ account_id: string; starts_at: Date; expires_at: Date; plan_version: number }>`
    SELECT account_id, starts_at, expires_at, plan_version
      FROM plan_subscription
     WHERE group_id = ${groupId} AND status = 'ACTIVE' AND source = 'STAFF'
     ORDER BY starts_at DESC, account_id LIMIT ${limit}`,
  )

/** The most expensive month on sale. */
export const dearestMonth = async (on: Tx | Database): Promise<Cents> =>
  (
    await one(
      on,
      sql<{ cents: Cents }>`SELECT coalesce(max(price_month_cents), 0) AS cents FROM plan WHERE purchase_mode = 'SELF'`,
    )
  ).cents
