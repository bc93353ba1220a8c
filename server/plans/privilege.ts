import type * as contract from '#contract/plans/plans.ts'
import type { Benefits } from '#contract/plans/plans.ts'
import type { Answer } from '../core/answer.ts'
import { DAY, nowMs } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import { db } from '../core/db.ts'
import { accountOf, subCountsOf } from '../identity/identity.ts'
import { planAbove, planOf, type PlanRow } from './queries.ts'

declare module '../core/composition.ts' {
  interface Ports {
    /** Cards stand above plans: how many of them an account has open. */
    'plans.liveCards'(accountId: string): Promise<number>
  }
}

export const privilege: Answer<typeof contract.privilege> = async ({ accountId, from }) => {
  const [plan, account, subs, cards] = await Promise.all([
    planOf(db, accountId),
    accountOf(db, accountId),
    subCountsOf(accountId),
    port('plans.liveCards')(accountId),
  ])
  const next = await planAbove(db, plan.level)
  const nameOf = (row: { name_cn: string; name_en: string }) => ({ cn: row.name_cn, en: row.name_en })[from.lang]
  return {
    groupId: plan.group_id,
    code: plan.code,
    name: nameOf(plan),
    level: plan.level,
    startTime: (plan.starts_at ?? account.created_at).getTime(),
    expireTime: plan.expires_at?.getTime() ?? null,
    remainDays: plan.expires_at ? Math.ceil((plan.expires_at.getTime() - nowMs()) / DAY) : 0,
    source: plan.source ?? 'GIFT',
    benefits: benefitsOf(plan),
    usage: { cards, subSeats: subs.total },
    next: next ? { groupId: next.group_id, name: nameOf(next) } : null,
  }
}

/** One fee for every range; none where the list price holds. */
const openFeesOf = (fee: number | null): Record<string, number> => (fee === null ? {} : { default: fee })

export const benefitsOf = (plan: PlanRow): Benefits => ({
  openFeeOff: 0,
  openFee: openFeesOf(plan.open_fee_cents),
  loadFeeBps: plan.load_fee_bps,
  topupFeeOffBps: 0,
  maxCards: plan.max_cards,
  batchMax: plan.batch_max,
  freeSubSeats: plan.free_seats,
  seatPriceMonth: plan.seat_price_cents,
  maxSubSeats: plan.max_seats,
  rangeVids: [],
  perLoadMax: plan.per_load_max_cents,
  supportLevel: plan.support_level,
})
