import { add, percentOf, share, type Cents } from '#contract/core/money.ts'
import type * as contract from '#contract/plans/plans.ts'
import { bundles } from '#contract/plans/plans.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db } from '#server/core/db.ts'
import { benefitsOf } from '../entitlements/privilege.ts'
import { paidSince } from '../lots/queries.ts'
import { allPlans, planOf } from '../queries.ts'
import { actionOn, whyNot } from './price.ts'

export const listPlans: Answer<typeof contract.listPlans> = async ({ accountId, from: { lang } }) => {
  const [own, plans] = await Promise.all([planOf(db, accountId), allPlans(db)])
  // A plan that is off sale is shown to its holders; everybody starts with the lowest, which is never sold.
  const shown = plans.filter(({ level, purchase_mode }) => purchase_mode !== 'NONE' || [0, own.level].includes(level))
  return shown.map((plan) => {
    const action = actionOn(plan, own)
    const reason = plan.level === 0 ? undefined : whyNot(action, lang)
    return {
      groupId: plan.group_id,
      code: plan.code,
      name: lang === 'cn' ? plan.name_cn : plan.name_en,
      level: plan.level,
      priceMonth: plan.price_month_cents,
      periodDays: plan.period_days,
      months: [...bundles],
      benefits: benefitsOf(plan),
      purchaseMode: plan.purchase_mode,
      current: plan.level === own.level,
      action,
      ...(reason !== undefined && { reason }),
    }
  })
}

const DAYS = 90

/** An account's use of cards in a period: openings by segment, and loads (including those of openings) by amount. */
export type PastUse = {
  readonly opened: readonly { count: number; listFee: Cents }[]
  readonly loads: readonly { amount: Cents; count: number }[]
  readonly paidFees: Cents
  /** Cards that are open now. */
  readonly live: number
}
declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by cards, a higher module. */
    'plans.pastUse'(accountId: string, since: Date): Promise<PastUse>
  }
}

/** Returns the cost of the same openings and loads under every plan, including the plan's own price for that period. */
export const comparePlans: Answer<typeof contract.comparePlans> = async ({ accountId, from: { lang } }) => {
  const since = ago(DAYS * DAY)
  const [use, plans, paid] = await Promise.all([
    port('plans.pastUse')(accountId, since),
    allPlans(db),
    paidSince(db, accountId, since),
  ])
  const costs = plans.map((plan) => {
    const openFees = add(...use.opened.map(({ count, listFee }) => count * (plan.open_fee_cents ?? listFee)))
    const loadFees = add(
      ...use.loads.map(({ amount, count }) => count * percentOf(amount, plan.load_fee_bps, 'half-up')),
    )
    const planPrice = share(plan.price_month_cents, DAYS, 30, 'ceil')
    return {
      groupId: plan.group_id,
      name: lang === 'cn' ? plan.name_cn : plan.name_en,
      openFees,
      loadFees,
      planPrice,
      total: add(openFees, loadFees, planPrice),
      tooSmall: use.live > plan.max_cards,
    }
  })
  const least = Math.min(...costs.filter(({ tooSmall }) => !tooSmall).map(({ total }) => total))
  return {
    days: DAYS,
    opened: use.opened.reduce((sum, { count }) => sum + count, 0),
    loaded: add(...use.loads.map(({ amount, count }) => amount * count)),
    paidFees: use.paidFees,
    paidPlan: paid,
    plans: costs.map((cost) => ({ ...cost, cheapest: !cost.tooSmall && cost.total === least })),
  }
}
