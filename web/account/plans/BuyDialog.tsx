import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { listCoupons, usableCoupons } from '#contract/coupons/coupons.ts'
import { buyPlan, listPlans, pricePlan, privilege } from '#contract/plans/plans.ts'
import { show } from '#contract/core/money.ts'
import { wallet } from '#contract/notices/notices.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showDay } from '#web/parts/dates.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { paths } from '../paths.ts'
import { rate, type ShownPlan } from './PlanCard.tsx'
import { useText } from './text.ts'
import css from './Plans.module.css'

/** Duration, coupon and price; the displayed price is charged. */
export function BuyDialog({ plan, onClose }: { plan: ShownPlan; onClose: () => void }) {
  const t = useText()
  const may = useMay(buyPlan)
  const [months, setMonths] = useState('1')
  const [couponId, setCouponId] = useState('')
  const { groupId, action } = plan
  const input = { groupId, months: Number(months), ...(couponId && { couponId }) }
  const priced = useAsk(pricePlan, input, { keep: true, quiet: true, everyMs: 4 * 60_000 })
  const coupons = useAsk(usableCoupons, { scene: 'PLAN', groupId, months: Number(months) }, { quiet: true }).data
  const buy = useCall(buyPlan, {
    quiet: true,
    refreshes: [listPlans, pricePlan, privilege, wallet, listCoupons, usableCoupons],
  })
  const stale = buy.error?.refusal === 'quote_changed' || buy.error?.refusal === 'quote_expired'
  useEffect(() => {
    if (stale) refresh(pricePlan)
  }, [stale])
  const price = priced.data
  const title = action === 'STACK' || action === 'UPGRADE' ? action : 'BUY'

  if (buy.data)
    return (
      <Dialog title={t(`plans.buyTitle.${title}`, { plan: plan.name })} onClose={onClose}>
        <Outcome
          title={t('plans.done')}
          text={t('plans.doneText', { amount: show(buy.data.paid), date: showDay(buy.data.expireTime) })}
          onClose={onClose}
        />
      </Dialog>
    )
  const short = price !== undefined && !price.enough
  return (
    <Dialog title={t(`plans.buyTitle.${title}`, { plan: plan.name })} onClose={onClose}>
      <CallForm
        form={{
          loading: buy.isPending,
          submitError: stale ? t('plans.requoted') : (buy.error?.says ?? priced.error?.says),
        }}
        submit={price ? t('plans.pay', { amount: show(price.payable) }) : t(`plans.act.${action}`)}
        submitOff={may.reason ?? (short ? t('plans.short') : price && !priced.isFetching ? undefined : '…')}
        onSubmit={() => price && buy.mutate({ ...input, quoteId: price.quoteId })}
        onCancel={onClose}
        summary={
          price && (
            <>
              <PriceLines
                stale={priced.isFetching}
                lines={price.lines.map(({ label, amount }) => ({ label, cents: Math.abs(amount), minus: amount < 0 }))}
                total={{ label: t('plans.payable'), cents: price.payable }}
              />
              <p className={css.after}>
                <span>
                  {t('plans.newUntil')} <b>{showDay(price.newExpireTime)}</b>
                </span>
                {short ? (
                  <Link to={paths.rechargeIndex}>{t('plans.short')}</Link>
                ) : (
                  <span>
                    {t('plans.walletAfter')} <b>{show(price.walletBalance - price.payable)}</b>
                  </span>
                )}
              </p>
            </>
          )
        }
      >
        {action === 'UPGRADE' ? (
          <p className={css.note}>
            {t('plans.upgradeNote', { days: price?.remainDays ?? 0, count: price?.remainDays ?? 0 })}
          </p>
        ) : (
          <Field label={t('plans.months')} hint={action === 'STACK' ? t('plans.stackNote') : undefined}>
            {() => (
              <Segmented
                label={t('plans.months')}
                value={months}
                options={plan.months.map(({ n, discountBps }) => ({
                  value: String(n),
                  label: discountBps
                    ? t('plans.monthsOff', { n, count: n, off: rate(discountBps) })
                    : t('plans.monthsOf', { n, count: n }),
                }))}
                onChange={(value) => {
                  setMonths(value)
                  setCouponId('')
                }}
              />
            )}
          </Field>
        )}
        {coupons && coupons.length > 0 && (
          <Field label={t('plans.coupon')}>
            {(wiring) => (
              <Select
                {...wiring}
                value={couponId}
                onChange={setCouponId}
                placeholder={t('plans.noCoupon')}
                options={coupons.map(({ couponId: value, name, off, days }) => ({
                  value,
                  label: days
                    ? t('plans.couponDays', { name, days, count: days })
                    : t('plans.couponOff', { name, off: show(off) }),
                }))}
              />
            )}
          </Field>
        )}
      </CallForm>
    </Dialog>
  )
}
