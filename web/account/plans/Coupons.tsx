import { useState } from 'react'
import { couponStatuses, listCoupons, type CouponStatus } from '#contract/coupons/coupons.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { showDay } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { rate } from './PlanCard.tsx'
import { useText } from './text.ts'
import css from './Plans.module.css'

type Coupon = Output<typeof listCoupons>['data'][number]
const PAGE = 12

export function Coupons() {
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
          options={(Object.keys(couponStatuses) as CouponStatus[]).map((value) => ({
            value,
            label: t(`plans.couponState.${value}`),
          }))}
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
      <div>
        <b>{coupon.name}</b>
        <small>
          {coupon.typeText}
          {coupon.minAmount > 0 && ` · ${t('plans.couponMin', { min: show(coupon.minAmount) })}`}
        </small>
        <small>
          {coupon.bizNo
            ? t('plans.couponUsed', { bizNo: coupon.bizNo })
            : t('plans.couponUntil', { date: showDay(coupon.expireTime) })}
        </small>
      </div>
    </li>
  )
}
