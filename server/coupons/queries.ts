/** All SQL on coupon and coupon_template. */
import type { Cents } from '#contract/core/money.ts'
import type { CouponStatus, CouponType } from '#contract/coupons/coupons.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'

type Reader = Tx | Database
export type CouponRow = {
  coupon_id: string
  template_id: string
  status: 'UNUSED' | 'LOCKED' | 'USED' | 'REVOKED'
  starts_at: Date
  expires_at: Date
  biz_no: string | null
  off_cents: number | null
  used_at: Date | null
  name_cn: string
  name_en: string
  type: CouponType
  value: number
  min_amount_cents: number
  vids: string[]
  group_ids: string[]
}

const columns = sql`coupon.coupon_id, coupon.template_id, coupon.status, starts_at, expires_at, biz_no, off_cents, used_at,
  name_cn, name_en, type, value, min_amount_cents, vids, group_ids`
const from = sql`coupon JOIN coupon_template USING (template_id)`

/** The status that an owner sees: one that ran out before it was used is expired. */
const shown = (status: CouponStatus) =>
  ({
    UNUSED: sql`coupon.status = 'UNUSED' AND expires_at > ${now()}`,
    USED: sql`coupon.status IN ('LOCKED', 'USED')`,
    EXPIRED: sql`coupon.status = 'UNUSED' AND expires_at <= ${now()}`,
  })[status]

type Filter = { status?: CouponStatus | undefined; type?: CouponType | undefined }
const matching = (accountId: string, { status, type }: Filter) => sql`${from}
   WHERE ${ofAccount(accountId, 'coupon')} AND coupon.status <> 'REVOKED'
     ${status ? sql`AND ${shown(status)}` : sql``} ${type ? sql`AND type = ${type}` : sql``}`

export const couponsOf = (
  on: Reader,
  accountId: string,
  filter: Filter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) =>
  many(
    on,
    sql<CouponRow>`SELECT ${columns} FROM ${matching(accountId, filter)}
     ORDER BY coupon.status = 'UNUSED' AND expires_at > ${now()} DESC, expires_at, coupon_id
     LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )
export const countCoupons = (on: Reader, accountId: string, filter: Filter) =>
  one(on, sql<{ total: number }>`SELECT count(*) AS total FROM ${matching(accountId, filter)}`)

/** Coupons that are usable now, for any purpose. */
export const unusedCoupons = (on: Reader, accountId: string, types: readonly CouponType[]) =>
  many(
    on,
    sql<CouponRow>`SELECT ${columns} FROM ${from}
     WHERE ${ofAccount(accountId, 'coupon')} AND coupon.status = 'UNUSED' AND type = ANY (${types})
       AND starts_at <= ${now()} AND expires_at > ${now()}
     ORDER BY expires_at, coupon_id
     LIMIT 200`,
  )

export const couponById = (on: Reader, accountId: string, couponId: string) =>
  maybeOne(
    on,
    sql<CouponRow>`SELECT ${columns} FROM ${from} WHERE ${ofAccount(accountId, 'coupon')} AND coupon.coupon_id = ${couponId}`,
  )

/** Takes it for one order: of two concurrent orders the second finds it taken. */
export const takeCoupon = (
  tx: Tx,
  { accountId, couponId }: { accountId: string; couponId: string },
  { bizNo, off, done }: { bizNo: string; off: Cents; done: boolean },
) =>
  run(
    tx,
    sql`UPDATE coupon
           SET status = ${done ? 'USED' : 'LOCKED'}, biz_no = ${bizNo}, off_cents = ${off}, used_at = ${now()}
         WHERE ${ofAccount(accountId)} AND coupon_id = ${couponId} AND status = 'UNUSED'
           AND starts_at <= ${now()} AND expires_at > ${now()}`,
  )

export const finishCoupon = (tx: Tx, accountId: string, bizNo: string) =>
  run(
    tx,
    sql`UPDATE coupon SET status = 'USED' WHERE ${ofAccount(accountId)} AND biz_no = ${bizNo} AND status = 'LOCKED'`,
  )
export const freeCoupon = (tx: Tx, accountId: string, bizNo: string) =>
  run(
    tx,
    sql`UPDATE coupon
           SET status = 'UNUSED', biz_no = NULL, off_cents = NULL, used_at = NULL
         WHERE ${ofAccount(accountId)} AND biz_no = ${bizNo} AND status = 'LOCKED'`,
  )

export const insertTemplate = (
  tx: Tx,
  template: {
    templateId: string
    name: { cn: string; en: string }
    type: CouponType
    value: number
    minAmountCents: Cents
    vids: readonly string[]
    groupIds: readonly string[]
    validDays: number
    budget: number
  },
) =>
  run(
    tx,
    sql`INSERT INTO coupon_template (template_id, name_cn, name_en, type, value, min_amount_cents, vids, group_ids, valid_days, budget, created_at)
        VALUES (${template.templateId}, ${template.name.cn}, ${template.name.en}, ${template.type}, ${template.value}, ${template.minAmountCents},
                ${template.vids}, ${template.groupIds}, ${template.validDays}, ${template.budget}, ${now()})`,
  )

/** Locked, so that the last one is not given twice. */
export const templateToGive = (tx: Tx, templateId: string) =>
  maybeOne(
    tx,
    sql<{ valid_days: number; budget: number }>`
    SELECT valid_days, budget FROM coupon_template WHERE template_id = ${templateId} AND status = 'ON' FOR UPDATE`,
  )
/** Asked after the lock: a statement does not see what another committed while it waited. */
export const countGiven = async (tx: Tx, templateId: string): Promise<number> =>
  (
    await one(
      tx,
      sql<{ given: number }>`
      SELECT count(*) AS given FROM coupon WHERE template_id = ${templateId} AND status <> 'REVOKED'`,
    )
  ).given
export const insertCoupon = (
  tx: Tx,
  coupon: { accountId: string; couponId: string; templateId: string; expiresAt: Date },
) =>
  run(
    tx,
    sql`INSERT INTO coupon (cell, account_id, coupon_id, template_id, status, starts_at, expires_at, created_at)
        VALUES (${cellOf(coupon.accountId)}, ${coupon.accountId}, ${coupon.couponId}, ${coupon.templateId}, 'UNUSED', ${now()}, ${coupon.expiresAt}, ${now()})`,
  )
