import type * as contract from '#contract/plans/plans.ts'
import { bundles } from '#contract/plans/plans.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { benefitsOf } from './privilege.ts'
import { actionOn, whyNot } from './price.ts'
import { allPlans, planOf } from './queries.ts'

export const listPlans: Answer<typeof contract.listPlans> = async ({ accountId, from: { lang } }) => {
  const [own, plans] = await Promise.all([planOf(db, accountId), allPlans(db)])
  // What is off sale is shown to those who are on it; everybody begins with the lowest, which is never sold.
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
