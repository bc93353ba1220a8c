/** What an account may do with a plan, and the current price. */
import type { Lang } from '#contract/core/fields.ts'
import { add, percentOf, share, type Cents } from '#contract/core/money.ts'
import { Refusal, refuse, wordsOf } from '#contract/core/refusals.ts'
import { discountFor, type planActions } from '#contract/plans/plans.ts'
import { ahead, DAY, now } from '#server/core/clock.ts'
import type { Ports } from '#server/core/composition.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { couponWorth } from '#server/coupons/coupons.ts'
import { creditOf, daysBought, daysLeft } from '../lots/lots.ts'
import { lotsOf, type LotRow } from '../lots/queries.ts'
import { maybePlan, planOf, type EntitlementRow, type PlanRow } from '../queries.ts'

export type Action = keyof typeof planActions
type Bought = Extract<Action, 'BUY' | 'STACK' | 'UPGRADE'>

/** The rules of docs/reference/numbers.md#plans, for the catalogue, which disables actions, and the purchase, which refuses them. */
export function actionOn(plan: PlanRow, own: EntitlementRow): Action {
  // A plan that is off sale is, like one by contract, handled by customer service.
  if (plan.level > 0 && plan.purchase_mode !== 'SELF') return 'CONTACT'
  if (plan.level === 0 || plan.level < own.level) return 'NONE'
  return plan.level === own.level ? 'STACK' : own.level === 0 ? 'BUY' : 'UPGRADE'
}
export const whyNot = (action: Action, lang: Lang): string | undefined =>
  action === 'CONTACT'
    ? wordsOf('plan_by_service', lang)
    : action === 'NONE'
      ? wordsOf('plan_downgrade', lang)
      : undefined

/** Amounts in cents. The price paid is `list − bundle − credit − coupon`. */
export type PlanPrice = {
  readonly action: Bought
  readonly plan: PlanRow
  /** Months at the monthly price; for an upgrade, the new price for the remaining days. */
  readonly list: Cents
  readonly bundleOff: Cents
  readonly credit: Cents
  readonly couponOff: Cents
  readonly payable: Cents
  /** The amount deferred as future income; for an upgrade with more credit than charge, the credit. */
  readonly deferred: Cents
  readonly days: number
  /** Only for an upgrade. */
  readonly remainDays: number
  readonly startsAt: Date
  readonly endsAt: Date
  /** The lots replaced by it. */
  readonly lots: readonly LotRow[]
}
export type Wanted = { groupId: string; months: number; couponId?: string | undefined }

/** Refuses what {@link actionOn} does not allow, and a coupon that is not valid for it. */
export async function planPrice(
  on: Tx | Database,
  accountId: string,
  { groupId, months, couponId }: Wanted,
): Promise<PlanPrice> {
  const plan = await maybePlan(on, groupId)
  if (!plan) throw refuse('not_found', { field: 'groupId' })
  const own = await planOf(on, accountId)
  const action = actionOn(plan, own)
  if (action === 'CONTACT') throw refuse('plan_by_service')
  if (action === 'NONE') throw refuse('plan_downgrade', { until: own.expires_at?.getTime() })
  const use = (amount: Cents) => couponWorth(on, accountId, couponId, { scene: 'PLAN', groupId, amount })

  if (action === 'UPGRADE') {
    const lots = await lotsOf(on, accountId)
    const remainDays = daysLeft(own.expires_at!, now())
    const credit = creditOf(lots, now())
    const charge = share(plan.price_month_cents, remainDays, 30, 'ceil')
    const { off, days: giftDays } = await use(Math.max(0, charge - credit))
    // Excess credit extends the new plan: money paid for days remains days.
    const surplusDays = daysBought(credit - charge, plan.price_month_cents)
    const used = Math.min(credit, charge)
    const more = surplusDays + giftDays
    return {
      action,
      plan,
      list: charge,
      bundleOff: 0,
      credit: used,
      couponOff: off,
      payable: charge - used - off,
      deferred: Math.max(charge, credit),
      days: remainDays + more,
      remainDays,
      startsAt: now(),
      endsAt: new Date(own.expires_at!.getTime() + more * DAY),
      lots,
    }
  }
  const list = share(plan.price_month_cents, months, 1, 'floor')
  const bundleOff = percentOf(list, discountFor(months), 'floor')
  const { off, days: giftDays } = await use(list - bundleOff)
  const days = 30 * months + giftDays
  const startsAt = action === 'STACK' ? own.expires_at! : now()
  const price = add(list, -bundleOff)
  return {
    action,
    plan,
    list,
    bundleOff,
    credit: 0,
    couponOff: off,
    payable: price - off,
    deferred: price,
    days,
    remainDays: 0,
    startsAt,
    endsAt: action === 'STACK' ? new Date(startsAt.getTime() + days * DAY) : ahead(days * DAY),
    lots: [],
  }
}

/** The price to which a coupon for a plan is applied. */
export const planUse: Ports['coupons.pricePlanUse'] = async ({ accountId }, { groupId, months }) => {
  if (groupId === undefined) return undefined
  try {
    const { list, bundleOff, credit } = await planPrice(db, accountId, { groupId, months })
    return { scene: 'PLAN', groupId, amount: list - bundleOff - credit }
  } catch (error) {
    if (error instanceof Refusal) return undefined // no coupon applies to what cannot be bought
    throw error
  }
}
