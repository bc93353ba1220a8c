import type * as contract from '#contract/plans/plans.ts'
import { add, percentOf, share, type Cents } from '#contract/core/money.ts'
import type { Answer } from '../core/answer.ts'
import { ago, DAY } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import { db, one, sql } from '../core/db.ts'
import { allPlans } from './queries.ts'

const DAYS = 90

/** What an account did with cards in a time: openings by segment, and loads (also those of openings) by amount. */
export type PastUse = {
  readonly opened: readonly { count: number; listFee: Cents }[]
  readonly loads: readonly { amount: Cents; count: number }[]
  readonly paidFees: Cents
  /** Cards that are open now. */
  readonly live: number
}
declare module '../core/composition.ts' {
  interface Ports {
    /** Cards stand above plans. */
    'plans.pastUse'(accountId: string, since: Date): Promise<PastUse>
  }
}

/** The same openings and loads at every plan's prices, with what the plan itself costs for that time. */
export const comparePlans: Answer<typeof contract.comparePlans> = async ({ accountId, from: { lang } }) => {
  const since = ago(DAYS * DAY)
  const [use, plans, { paid }] = await Promise.all([
    port('plans.pastUse')(accountId, since),
    allPlans(db),
    one(
      db,
      sql<{ paid: Cents }>`
      SELECT coalesce(sum(paid_cents), 0)::bigint AS paid
        FROM plan_order WHERE account_id = ${accountId} AND created_at >= ${since}`,
    ),
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
