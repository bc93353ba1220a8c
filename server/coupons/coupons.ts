/** Coupons: given out by staff, used by their owner, and worth what {@link worthOf} says. */
import type { Words } from '#contract/core/fields.ts'
import type { CouponType } from '#contract/coupons/coupons.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { ahead, DAY } from '../core/clock.ts'
import type { Database, Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { couponById, insertCoupon, insertTemplate, takeCoupon, templateToGive } from './queries.ts'
import { worthOf, type Use, type Worth } from './worth.ts'

export { finishCoupon, freeCoupon } from './queries.ts'
export { type Use, type Worth } from './worth.ts'

const NOTHING: Worth = { off: 0, days: 0 }

/** What a coupon of the account takes off here; nothing where none is named. Refuses one that is not for this, used or run out. */
export async function couponWorth(
  on: Tx | Database,
  accountId: string,
  couponId: string | undefined,
  use: Use,
): Promise<Worth> {
  return (await worthInFirst(on, accountId, couponId, [use]))?.worth ?? NOTHING
}

/** The same for many that are bought together: the first that the coupon is for, because it is good for one. */
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
 * Take the coupon for an order, in the order's own transaction. With `done` it is used; else it is locked until
 * `finishCoupon` or `freeCoupon` says what became of the order. Of two orders at once one is refused.
 */
export async function spendCoupon(
  tx: Tx,
  accountId: string,
  couponId: string | undefined,
  wish: { bizNo: string; off: Cents; done: boolean },
): Promise<void> {
  if (couponId === undefined || couponId === '') return
  if ((await takeCoupon(tx, { accountId, couponId }, wish)) !== 1)
    throw refuse('coupon_unusable', { field: 'couponId' })
}

/** A kind of coupon that staff may give out. `value`: cents; of LOAD_OFF basis points; of PLAN_DAYS days. */
export async function makeTemplate(
  tx: Tx,
  wish: {
    name: Words
    type: CouponType
    value: number
    minAmountCents?: Cents
    vids?: readonly string[]
    groupIds?: readonly string[]
    validDays: number
    budget: number
  },
): Promise<{ templateId: string }> {
  const templateId = newId('cpt')
  await insertTemplate(tx, { templateId, minAmountCents: 0, vids: [], groupIds: [], ...wish })
  return { templateId }
}

/** One for each account, as long as the budget lasts; refused whole when it does not. */
export async function giveCoupons(
  tx: Tx,
  templateId: string,
  accountIds: readonly string[],
): Promise<{ couponIds: string[] }> {
  const template = await templateToGive(tx, templateId)
  if (!template) throw refuse('not_found', { field: 'templateId' })
  if (template.given + accountIds.length > template.budget)
    throw refuse('conflict', { field: 'templateId', left: template.budget - template.given })
  const couponIds: string[] = []
  for (const accountId of accountIds) {
    const couponId = newId('cpn')
    await insertCoupon(tx, { accountId, couponId, templateId, expiresAt: ahead(template.valid_days * DAY) })
    couponIds.push(couponId)
  }
  return { couponIds }
}
