import { useState } from 'react'
import { listPlans, privilege, comparePlans } from '#contract/plans/plans.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { couponStatuses, listCoupons, type CouponStatus } from '#contract/coupons/coupons.ts'
import { optionsFrom } from '#web/parts/lists/filters.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { BuyDialog } from './BuyDialog.tsx'
import { PlanCard, rate, type ShownPlan } from './PlanCard.tsx'
import { useText } from './text.ts'
import css from './Plans.module.css'

/** Prices and features of each plan, the one that would have been cheapest, and the coupons. */
export default function ShopPage() {
  const t = useText()
  const plans = useAsk(listPlans, {})
  const own = useAsk(privilege, {}).data
  const [buying, setBuying] = useState<ShownPlan>()

  return (
    <PageFrame>
      {own && (
        <Panel>
          <Grid gap={5} min={200}>
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
          </Grid>
        </Panel>
      )}
      {plans.data ? (
        <Grid as="ul" gap={3} min={216}>
          {plans.data.map((plan) => (
            <PlanCard key={plan.groupId} plan={plan} onBuy={() => setBuying(plan)} />
          ))}
        </Grid>
      ) : (
        <SkeletonLines lines={8} />
      )}
      <Compare />
      <Coupons />
      {buying && <BuyDialog plan={buying} onClose={() => setBuying(undefined)} />}
    </PageFrame>
  )
}

/** The account's own recent months at every plan's prices. */
function Compare() {
  const t = useText()
  const past = useAsk(comparePlans, {}, { quiet: true }).data
  if (!past) return <SkeletonLines lines={5} />
  const { days, opened, loaded, plans } = past
  const most = Math.max(1, ...plans.map(({ total }) => total))
  return (
    <Panel title={t('plans.compare', { days })}>
      {loaded === 0 ? (
        <p>{t('plans.compareNone', { days })}</p>
      ) : (
        <>
          <p>{t('plans.compareText', { opened, loaded: show(loaded) })}</p>
          <Stack as="ul" gap={4} className={css.bars}>
            {plans.map(({ groupId, name, openFees, loadFees, planPrice, total, cheapest, tooSmall }) => (
              <li key={groupId} data-best={cheapest} data-off={tooSmall}>
                <Row between>
                  <Row as="span">
                    {name} {cheapest && <Tag tone="ok">{t('plans.cheapest')}</Tag>}
                    {tooSmall && <Tag>{t('plans.tooSmall')}</Tag>}
                  </Row>
                  <Money cents={total} strong />
                </Row>
                <span className={css.bar} aria-hidden>
                  <i style={{ width: `${(openFees / most) * 100}%` }} data-part="open" />
                  <i style={{ width: `${(loadFees / most) * 100}%` }} data-part="load" />
                  <i style={{ width: `${(planPrice / most) * 100}%` }} data-part="plan" />
                </span>
                <Muted as="small">
                  {t('plans.compareCards', { open: show(openFees), load: show(loadFees), plan: show(planPrice) })}
                </Muted>
              </li>
            ))}
          </Stack>
        </>
      )}
    </Panel>
  )
}

type Coupon = Output<typeof listCoupons>['data'][number]
const PAGE = 12

function Coupons() {
  const t = useText()
  const [status, setStatus] = useState<CouponStatus>('UNUSED')
  const [pages, setPages] = useState(1)
  const mine = useAsk(listCoupons, { status, pageNo: 1, pageSize: PAGE * pages }, { quiet: true }).data
  return (
    <Panel
      title={t('plans.coupons')}
      extra={
        <Segmented
          label={t('plans.coupons')}
          value={status}
          options={optionsFrom(Object.keys(couponStatuses) as CouponStatus[], (value) =>
            t(`plans.couponState.${value}`),
          )}
          onChange={setStatus}
        />
      }
    >
      {mine?.data.length === 0 ? (
        <Empty icon="gift" title={t('plans.couponsNone')} text={t('plans.couponsNoneText')} />
      ) : (
        <ul className={css.coupons}>
          {mine?.data.map((coupon) => (
            <CouponTicket key={coupon.couponId} coupon={coupon} />
          ))}
        </ul>
      )}
      {mine?.haveNext && (
        <Button onClick={() => setPages(pages + 1)} guardMs={0}>
          {t('plans.more')}
        </Button>
      )}
    </Panel>
  )
}

function CouponTicket({ coupon }: { coupon: Coupon }) {
  const t = useText()
  const worth = {
    OPEN_OFF: () => show(coupon.value),
    PLAN_OFF: () => show(coupon.value),
    OPEN_FREE: () => t('plans.worth.free'),
    LOAD_OFF: () => t('plans.worth.percent', { rate: rate(coupon.value) }),
    PLAN_DAYS: () => t('plans.worth.days', { days: coupon.value, count: coupon.value }),
  }[coupon.type]()
  return (
    <li className={css.coupon} data-off={coupon.status !== 'UNUSED'}>
      <strong>{worth}</strong>
      <Stack gap={1}>
        <b>{coupon.name}</b>
        <Muted as="small">
          {coupon.typeText}
          {coupon.minAmount > 0 && ` · ${t('plans.couponMin', { min: show(coupon.minAmount) })}`}
        </Muted>
        <Muted as="small">
          {coupon.bizNo
            ? t('plans.couponUsed', { bizNo: coupon.bizNo })
            : t('plans.couponUntil', { date: showDay(coupon.expireTime) })}
        </Muted>
      </Stack>
    </li>
  )
}
