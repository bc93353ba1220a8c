import { useState } from 'react'
import { listPlans, privilege } from '#contract/plans/plans.ts'
import type { Output } from '#contract/core/call.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { BuyDialog } from './BuyDialog.tsx'
import { Compare } from './Compare.tsx'
import { Coupons } from './Coupons.tsx'
import { PlanCard } from './PlanCard.tsx'
import { useText } from './text.ts'
import css from './Plans.module.css'

export type ShownPlan = Output<typeof listPlans>[number]

/** What each plan costs and gives, which would have been cheapest, and the coupons. */
export default function ShopPage() {
  const t = useText()
  const plans = useAsk(listPlans, {})
  const own = useAsk(privilege, {}).data
  const [buying, setBuying] = useState<ShownPlan>()

  return (
    <PageFrame>
      {own && (
        <Panel>
          <div className={css.own}>
            <Stat
              label={t('plans.now')}
              value={own.name}
              note={
                own.expireTime === null
                  ? t('plans.forever')
                  : t('plans.until', { date: showDay(own.expireTime), days: own.remainDays, count: own.remainDays })
              }
            />
            <Stat
              label={t('plans.maxCards')}
              value={`${own.usage.cards.toLocaleString('en')} / ${own.benefits.maxCards.toLocaleString('en')}`}
            />
            <Stat label={t('plans.seats')} value={`${own.usage.subSeats} / ${own.benefits.maxSubSeats}`} />
          </div>
        </Panel>
      )}
      {plans.data ? (
        <ul className={css.plans}>
          {plans.data.map((plan) => (
            <PlanCard key={plan.groupId} plan={plan} onBuy={() => setBuying(plan)} />
          ))}
        </ul>
      ) : (
        <SkeletonLines lines={8} />
      )}
      <Compare />
      <Coupons />
      {buying && <BuyDialog plan={buying} onClose={() => setBuying(undefined)} />}
    </PageFrame>
  )
}
