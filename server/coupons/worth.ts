/** What a coupon takes off a price. Pure. */
import { couponTypes, type CouponScene } from '#contract/coupons/coupons.ts'
import { percentOf, type Cents } from '#contract/core/money.ts'
import type { CouponRow } from './queries.ts'

/** The price that a coupon is held against. Fees in cents, of one card or of one plan. */
export type Use = {
  readonly scene: CouponScene
  readonly vid?: string | undefined
  readonly groupId?: string | undefined
  /** What must reach the coupon's minimum: what goes onto the card, or the list price of the plan. */
  readonly amount: Cents
  readonly openFee?: Cents
  readonly serviceFee?: Cents
}
export type Worth = { readonly off: Cents; readonly days: number }

/** `undefined`: not for this. Never more than the fee that it is taken off, so what the card gets is never paid by us. */
export function worthOf(
  coupon: Pick<CouponRow, 'type' | 'value' | 'min_amount_cents' | 'vids' | 'group_ids'>,
  { scene, vid, groupId, amount, openFee = 0, serviceFee = 0 }: Use,
): Worth | undefined {
  const { type, value, min_amount_cents: min, vids, group_ids: groups } = coupon
  if (!(couponTypes[type].of as readonly CouponScene[]).includes(scene) || amount < min) return undefined
  if (vids.length && !vids.includes(vid ?? '')) return undefined
  if (groups.length && !groups.includes(groupId ?? '')) return undefined
  const off = {
    OPEN_OFF: Math.min(value, openFee),
    OPEN_FREE: openFee,
    LOAD_OFF: percentOf(serviceFee, Math.min(value, 10_000), 'floor'),
    PLAN_OFF: Math.min(value, amount),
    PLAN_DAYS: 0,
  }[type]
  const days = type === 'PLAN_DAYS' ? value : 0
  return off > 0 || days > 0 ? { off, days } : undefined
}
