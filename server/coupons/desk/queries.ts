/** All SQL by which staff create, give and revoke coupons, and count their outcomes. */
import type { Cents } from '#contract/core/money.ts'
import type { CouponType } from '#contract/coupons/coupons.ts'
import type { GivenState } from '#contract/coupons/desk.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'

type Reader = Tx | Database
export type TemplateRow = {
  template_id: string
  name_cn: string
  name_en: string
  type: CouponType
  value: number
  min_amount_cents: Cents
  vids: string[]
  group_ids: string[]
  valid_days: number
  budget: number
  status: 'ON' | 'OFF'
  made_by: string | null
  created_at: Date
  given: number
  unused: number
  used: number
  expired: number
  revoked: number
  off_cents: Cents
}

/** Of each template, or of one. Counted before the join: of a distributed table nothing can be counted by a row that is everywhere. */
const counted = (templateId?: string) => sql`
  SELECT template.*, coalesce(given, 0) AS given, coalesce(unused, 0) AS unused, coalesce(used, 0) AS used,
         coalesce(expired, 0) AS expired, coalesce(revoked, 0) AS revoked, coalesce(counts.off_cents, 0) AS off_cents
    FROM coupon_template AS template
    LEFT JOIN (
      SELECT template_id,
             count(*)::int AS given,
             count(*) FILTER (WHERE status = 'UNUSED' AND expires_at > ${now()})::int AS unused,
             count(*) FILTER (WHERE status IN ('USED', 'LOCKED'))::int AS used,
             count(*) FILTER (WHERE status = 'UNUSED' AND expires_at <= ${now()})::int AS expired,
             count(*) FILTER (WHERE status = 'REVOKED')::int AS revoked,
             coalesce(sum(off_cents) FILTER (WHERE status = 'USED'), 0)::bigint AS off_cents
        FROM coupon
       ${templateId === undefined ? sql`` : sql`WHERE template_id = ${templateId}`}
       GROUP BY template_id) AS counts USING (template_id)
   ${templateId === undefined ? sql`` : sql`WHERE template_id = ${templateId}`}`

export const allTemplates = (on: Reader) =>
  many(on, sql<TemplateRow>`${counted()} ORDER BY template.created_at DESC, template.template_id LIMIT 200`)
export const templateById = (on: Reader, templateId: string) => maybeOne(on, sql<TemplateRow>`${counted(templateId)}`)

export const signTemplate = (tx: Tx, templateId: string, staffId: string) =>
  run(tx, sql`UPDATE coupon_template SET made_by = ${staffId} WHERE template_id = ${templateId}`)
export const setTemplateStatus = (tx: Tx, templateId: string, status: 'ON' | 'OFF') =>
  run(tx, sql`UPDATE coupon_template SET status = ${status} WHERE template_id = ${templateId}`)
export const signCoupons = (
  tx: Tx,
  given: readonly { accountId: string; couponId: string }[],
  { by, why }: { by: string; why: string },
) =>
  run(
    tx,
    sql`
    UPDATE coupon
       SET given_by = ${by}, given_why = ${why}
      FROM unnest(${given.map(({ accountId }) => cellOf(accountId))}::smallint[], ${given.map(({ accountId }) => accountId)}::text[],
                  ${given.map(({ couponId }) => couponId)}::text[]) AS given (cell, account_id, coupon_id)
     WHERE (coupon.cell, coupon.account_id, coupon.coupon_id) = (given.cell, given.account_id, given.coupon_id)`,
  )

const stateSql = sql`CASE WHEN coupon.status = 'UNUSED' AND expires_at <= ${now()} THEN 'EXPIRED' ELSE coupon.status END`
type Filter = { templateId: string; status?: GivenState | undefined; accountId?: string | undefined }
const matching = ({ templateId, status, accountId }: Filter) => sql`
  FROM coupon
 WHERE template_id = ${templateId}
   ${status ? sql`AND ${stateSql} = ${status}` : sql``}
   ${accountId === undefined ? sql`` : sql`AND ${ofAccount(accountId)}`}`

export type GivenRow = {
  coupon_id: string
  account_id: string
  state: GivenState
  starts_at: Date
  expires_at: Date
  used_at: Date | null
  biz_no: string | null
  off_cents: Cents | null
  given_by: string | null
  given_why: string
}
export const givenPage = (on: Database, filter: Filter, { pageNo, pageSize }: { pageNo: number; pageSize: number }) =>
  many(
    on,
    sql<GivenRow>`
    SELECT coupon_id, account_id, ${stateSql} AS state, starts_at, expires_at, used_at, biz_no, off_cents,
           given_by, given_why
      ${matching(filter)}
     ORDER BY coupon.created_at DESC, coupon_id DESC
     LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )
export const countGiven = async (on: Database, filter: Filter): Promise<number> =>
  (await one(on, sql<{ total: number }>`SELECT count(*)::int AS total ${matching(filter)}`)).total

/** How many usable coupons of this kind each of these accounts has. */
export const unusedOf = (on: Reader, templateId: string, accountIds: readonly string[]) =>
  many(
    on,
    sql<{ account_id: string; has: number }>`
    SELECT account_id, count(*)::int AS has FROM coupon
     WHERE template_id = ${templateId} AND account_id = ANY (${[...accountIds]}::text[])
       AND status = 'UNUSED' AND expires_at > ${now()}
     GROUP BY account_id`,
  )

/** Coupons held (LOCKED) or used by an order stay with it. Without accounts: all. */
export const revokeUnused = (tx: Tx, templateId: string, accountIds: readonly string[] | undefined) =>
  run(
    tx,
    sql`UPDATE coupon SET status = 'REVOKED'
         WHERE template_id = ${templateId} AND status = 'UNUSED' AND expires_at > ${now()}
           ${accountIds ? sql`AND account_id = ANY (${[...accountIds]}::text[])` : sql``}`,
  )
