import type * as contract from '#contract/coupons/coupons.ts'
import { couponTypes, type CouponStatus } from '#contract/coupons/coupons.ts'
import type { Answer } from '../core/answer.ts'
import { now } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { countCoupons, couponsOf, type CouponRow } from './queries.ts'

export const listCoupons: Answer<typeof contract.listCoupons> = async (
  { accountId, from: { lang } },
  { status, type, pageNo, pageSize },
) => {
  const [rows, { total }] = await Promise.all([
    couponsOf(db, accountId, { status, type }, { pageNo, pageSize }),
    countCoupons(db, accountId, { status, type }),
  ])
  return {
    data: rows.map((row) => ({
      couponId: row.coupon_id,
      name: lang === 'cn' ? row.name_cn : row.name_en,
      type: row.type,
      typeText: couponTypes[row.type][lang],
      value: row.value,
      minAmount: row.min_amount_cents,
      scope: { vids: row.vids, groupIds: row.group_ids },
      startTime: row.starts_at.getTime(),
      expireTime: row.expires_at.getTime(),
      status: statusOf(row),
      usedTime: row.used_at?.getTime() ?? null,
      bizNo: row.biz_no,
    })),
    total,
    pageNo,
    pageSize,
    haveNext: total > pageNo * pageSize,
    summary: undefined,
  }
}

const statusOf = ({ status, expires_at }: CouponRow): CouponStatus =>
  status !== 'UNUSED' ? 'USED' : expires_at > now() ? 'UNUSED' : 'EXPIRED'
