import type * as contract from '#contract/coupons/coupons.ts'
import { couponTypes, type CouponScene, type CouponType } from '#contract/coupons/coupons.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { port } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { unusedCoupons } from './queries.ts'
import { worthOf, type Use } from './worth.ts'

type Asked = Checked<typeof contract.usableCoupons>

declare module '../core/composition.ts' {
  interface Ports {
    /** Fees are known above: cards and plans say what the price is that a coupon is held against. */
    'coupons.priceCardUse'(
      actor: Actor,
      wish: Asked & { scene: Exclude<CouponScene, 'PLAN'> },
    ): Promise<Use | undefined>
    'coupons.pricePlanUse'(actor: Actor, wish: Asked): Promise<Use | undefined>
  }
}

const priceUse = (actor: Actor, { scene, ...wish }: Asked): Promise<Use | undefined> =>
  scene === 'PLAN'
    ? port('coupons.pricePlanUse')(actor, { ...wish, scene })
    : port('coupons.priceCardUse')(actor, { ...wish, scene })

/** The ones that take most off come first; the first is the best. */
export const usableCoupons: Answer<typeof contract.usableCoupons> = async (actor, wish) => {
  const use = await priceUse(actor, wish)
  if (!use) return []
  const types = (Object.keys(couponTypes) as CouponType[]).filter((type) =>
    (couponTypes[type].of as readonly CouponScene[]).includes(wish.scene),
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
