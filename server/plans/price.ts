/** What an account may do with a plan, and what that costs now. */
import { discountFor, type planActions } from '#contract/plans/plans.ts'
import { add, percentOf, share, type Cents } from '#contract/core/money.ts'
import { Refusal, refuse, wordsOf } from '#contract/core/refusals.ts'
import { couponWorth } from '../coupons/coupons.ts'
import type { Ports } from '../core/composition.ts'
import { ahead, DAY, now } from '../core/clock.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import type { Lang } from '#contract/core/fields.ts'
import { creditOf, daysBought, daysLeft } from './lots.ts'
import { lotsOf, type LotRow } from './lotQueries.ts'
import { maybePlan, planOf, type EntitlementRow, type PlanRow } from './queries.ts'

export type Action = keyof typeof planActions
type Bought = Extract<Action, 'BUY' | 'STACK' | 'UPGRADE'>

/** The rules of docs/reference/numbers.md#plans, for the catalogue that greys out and the purchase that refuses. */
export function actionOn(plan: PlanRow, own: EntitlementRow): Action {
  // One that is off sale is, like one by contract, a matter for customer service.
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

/** Amounts in cents. Paid is `list − bundle − credit − coupon`. */
export type PlanPrice = {
  readonly action: Bought
  readonly plan: PlanRow
  /** Months at the price of one month; of an upgrade the new price for the days that are left. */
  readonly list: Cents
  readonly bundleOff: Cents
  readonly credit: Cents
  readonly couponOff: Cents
  readonly payable: Cents
  /** What is set aside as income to come: of an upgrade with more credit than charge, the credit. */
  readonly deferred: Cents
  readonly days: number
  /** Of an upgrade. */
  readonly remainDays: number
  readonly startsAt: Date
  readonly endsAt: Date
  /** Given up for it. */
  readonly lots: readonly LotRow[]
}
export type Wanted = { groupId: string; months: number; couponId?: string | undefined }

/** Refuses what {@link actionOn} does not allow, and a coupon that is not for it. */
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
    // More credit than charge makes the new plan longer: money that was paid for days stays days.
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

/** The price that a coupon for a plan is held against. */
export const planUse: Ports['coupons.pricePlanUse'] = async ({ accountId }, { groupId, months }) => {
  if (groupId === undefined) return undefined
  try {
    const { list, bundleOff, credit } = await planPrice(db, accountId, { groupId, months })
    return { scene: 'PLAN', groupId, amount: list - bundleOff - credit }
  } catch (error) {
    if (error instanceof Refusal) return undefined // what cannot be bought takes no coupon
    throw error
  }
}
