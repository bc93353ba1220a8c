import type { Cents } from '#contract/core/money.ts'
import { percentOf, share } from '#contract/core/money.ts'
import type { CouponType } from '#contract/coupons/coupons.ts'
import { port } from '#server/core/composition.ts'
import type { Database, Tx } from '#server/core/db.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Fees are known above: the dearest that a coupon can be held against. */
    'coupons.dearestOpening'(on: Tx | Database): Promise<Cents>
    'coupons.dearestLoad'(on: Tx | Database): Promise<Cents>
    'coupons.dearestPlanMonth'(on: Tx | Database): Promise<Cents>
  }
}

/** What one coupon can take off at most: its own amount, or the dearest fee that there is. */
export async function mostOfOne(
  on: Tx | Database,
  { type, value }: { type: CouponType; value: number },
): Promise<Cents> {
  switch (type) {
    case 'OPEN_OFF':
      return Math.min(value, await port('coupons.dearestOpening')(on))
    case 'OPEN_FREE':
      return port('coupons.dearestOpening')(on)
    case 'LOAD_OFF':
      return percentOf(await port('coupons.dearestLoad')(on), Math.min(value, 10_000), 'ceil')
    case 'PLAN_OFF':
      return value
    case 'PLAN_DAYS':
      return share(await port('coupons.dearestPlanMonth')(on), value, 30, 'ceil')
  }
}
