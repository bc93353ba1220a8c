/** A campaign of the service's: what people find in their plan page three days later. */
import type { Actor } from '#server/core/actor.ts'
import { giveCoupons, makeTemplate } from '#server/coupons/coupons.ts'
import { transaction } from '#server/core/db.ts'

const campaign = [
  { name: { cn: '开卡立减券', en: 'New card discount' }, type: 'OPEN_OFF', value: 1_00, pieces: 3 },
  { name: { cn: '免开卡费券', en: 'Free card opening' }, type: 'OPEN_FREE', value: 0, pieces: 1 },
  { name: { cn: '充值手续费半价', en: '50% off load fee' }, type: 'LOAD_OFF', value: 5000, pieces: 2 },
  { name: { cn: '套餐立减券', en: 'Plan discount' }, type: 'PLAN_OFF', value: 10_00, pieces: 4 },
  { name: { cn: '赠送 7 天', en: '7 extra days' }, type: 'PLAN_DAYS', value: 7, pieces: 1 },
] as const

export const getsCoupons = ({ accountId }: Actor): Promise<void> =>
  transaction(async (tx) => {
    for (const { pieces, ...template } of campaign) {
      const { templateId } = await makeTemplate(tx, { ...template, validDays: 60, budget: 1000 })
      await giveCoupons(
        tx,
        templateId,
        Array.from({ length: pieces }, () => accountId),
      )
    }
  })
