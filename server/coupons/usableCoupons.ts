import type { Checked } from '#contract/core/call.ts'
import type * as contract from '#contract/coupons/coupons.ts'
import { couponTypes, type CouponScene, type CouponType } from '#contract/coupons/coupons.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { port } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { unusedCoupons } from './queries.ts'
import { worthOf, type Use } from './worth.ts'

type Asked = Checked<typeof contract.usableCoupons>

declare module '../core/composition.ts' {
  interface Ports {
    /** Filled by cards and plans, higher modules, which know fees: the price to which a coupon is applied. */
    'coupons.priceCardUse'(
      actor: Actor,
      input: Asked & { scene: Exclude<CouponScene, 'PLAN'> },
    ): Promise<Use | undefined>
    'coupons.pricePlanUse'(actor: Actor, input: Asked): Promise<Use | undefined>
  }
}

const priceUse = (actor: Actor, { scene, ...input }: Asked): Promise<Use | undefined> =>
  scene === 'PLAN'
    ? port('coupons.pricePlanUse')(actor, { ...input, scene })
    : port('coupons.priceCardUse')(actor, { ...input, scene })

/** Returns usable coupons, highest discount first. */
export const usableCoupons: Answer<typeof contract.usableCoupons> = async (actor, input) => {
  const use = await priceUse(actor, input)
  if (!use) return []
  const types = (Object.keys(couponTypes) as CouponType[]).filter((type) =>
    (couponTypes[type].of as readonly CouponScene[]).includes(input.scene),
  )
  const { lang } = actor.from
  return (await unusedCoupons(db, actor.accountId, types))
    .flatMap((coupon) => {
      const worth = worthOf(coupon, use)
      return worth ? [{ coupon, ...worth }] : []
    })
    .sort((a, b) => b.off - a.off || b.days - a.days)
    .map(({ coupon, off, days }, at) => ({
      couponId: coupon.coupon_id,
      name: lang === 'cn' ? coupon.name_cn : coupon.name_en,
      type: coupon.type,
      off,
      days,
      expireTime: coupon.expires_at.getTime(),
      best: at === 0,
    }))
}
