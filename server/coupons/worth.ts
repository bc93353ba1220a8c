/** Computes the discount of a coupon, and ties a coupon to an order. */
import { percentOf, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { couponTypes, type CouponScene } from '#contract/coupons/coupons.ts'
import type { Database, Tx } from '../core/db.ts'
import { couponById, takeCoupon, type CouponRow } from './queries.ts'

/** The price to which a coupon is applied. Fees in cents, of one card or of one plan. */
export type Use = {
  readonly scene: CouponScene
  readonly vid?: string | undefined
  readonly groupId?: string | undefined
  /** The amount compared with the coupon's minimum: the amount for the card, or the list price of the plan. */
  readonly amount: Cents
  readonly openFee?: Cents
  readonly serviceFee?: Cents
}

export type Worth = { readonly off: Cents; readonly days: number }

const NOTHING: Worth = { off: 0, days: 0 }

/** Returns the discount of an account's coupon; nothing if none is given. Refuses one that is not valid here, used or expired. */
export async function couponWorth(
  on: Tx | Database,
  accountId: string,
  couponId: string | undefined,
  use: Use,
): Promise<Worth> {
  return (await worthInFirst(on, accountId, couponId, [use]))?.worth ?? NOTHING
}

/** Like {@link couponWorth} for several purchases together: the coupon applies once, to the first that it is valid for. */
export async function worthInFirst(
  on: Tx | Database,
  accountId: string,
  couponId: string | undefined,
  uses: readonly Use[],
): Promise<{ at: number; worth: Worth } | undefined> {
  if (couponId === undefined || couponId === '') return undefined
  const coupon = await couponById(on, accountId, couponId)
  if (!coupon || coupon.status === 'REVOKED') throw refuse('not_found', { field: 'couponId' })
  if (coupon.status === 'UNUSED')
    for (const [at, use] of uses.entries()) {
      const worth = worthOf(coupon, use)
      if (worth) return { at, worth }
    }
  throw refuse('coupon_unusable', { field: 'couponId' })
}

/**
 * Takes the coupon for an order, in the order's transaction. With `done` it is used; otherwise it is locked until `finishCoupon` or `freeCoupon` reports the
 * order's outcome. Of two concurrent orders one is refused.
 */
export async function spendCoupon(
  tx: Tx,
  accountId: string,
  couponId: string | undefined,
  input: { bizNo: string; off: Cents; done: boolean },
): Promise<void> {
  if (couponId === undefined || couponId === '') return
  if ((await takeCoupon(tx, { accountId, couponId }, input)) !== 1)
    throw refuse('coupon_unusable', { field: 'couponId' })
}

/** `undefined`: not valid for this. Never more than the fee that it reduces, so we never pay for a card's balance. */
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
