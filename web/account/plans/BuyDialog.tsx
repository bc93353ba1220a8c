import { useEffect } from 'react'
import { Link } from 'react-router'
import { listCoupons, usableCoupons } from '#contract/coupons/coupons.ts'
import { buyPlan, listPlans, pricePlan, privilege } from '#contract/plans/plans.ts'
import { show } from '#contract/core/money.ts'
import { wallet } from '#contract/notices/notices.ts'
import { SegmentedField, SelectField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { showDay } from '#web/parts/dates.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Row } from '#web/ui/layout.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { paths } from '../paths.ts'
import { rate, type ShownPlan } from './PlanCard.tsx'
import { useText } from './text.ts'

/** Duration, coupon and price; the displayed price is charged. */
export function BuyDialog({ plan, onClose }: { plan: ShownPlan; onClose: () => void }) {
  const t = useText()
  const may = useMay(buyPlan)
  const { groupId, action } = plan
  const form = useForm(buyPlan, { initial: { groupId, months: '1', couponId: '' } })
  const [months, couponId] = [Number(form.text('months')), form.text('couponId')]
  const priced = useAsk(
    pricePlan,
    { groupId, months, ...(couponId && { couponId }) },
    { keep: true, quiet: true, everyMs: 4 * 60_000 },
  )
  const coupons = useAsk(usableCoupons, { scene: 'PLAN', groupId, months }, { quiet: true }).data
  const stale = form.refused?.refusal === 'quote_changed' || form.refused?.refusal === 'quote_expired'
  useEffect(() => {
    if (stale) refresh(pricePlan)
  }, [stale])
  const price = priced.data
  const days = price?.remainDays ?? 0
  const short = price !== undefined && !price.enough
  return (
    <FormDialog
      form={form}
      title={t(`plans.buyTitle.${action === 'STACK' || action === 'UPGRADE' ? action : 'BUY'}`, { plan: plan.name })}
      problem={stale ? t('plans.requoted') : (form.submitError ?? priced.error?.says)}
      submit={price ? t('plans.pay', { amount: show(price.payable) }) : t(`plans.act.${action}`)}
      submitOff={may.reason ?? (short ? t('plans.short') : price && !priced.isFetching ? undefined : '…')}
      send={() => form.submit({ quoteId: price!.quoteId })}
      refreshes={[listPlans, pricePlan, privilege, wallet, listCoupons, usableCoupons]}
      outcome={({ paid, expireTime }) => (
        <Outcome
          title={t('plans.done')}
          text={t('plans.doneText', { amount: show(paid), date: showDay(expireTime) })}
          onClose={onClose}
        />
      )}
      onClose={onClose}
      summary={
        price && (
          <PriceLines
            stale={priced.isFetching}
            lines={price.lines.map(({ label, amount }) => ({ label, cents: Math.abs(amount), minus: amount < 0 }))}
            total={{ label: t('plans.payable'), cents: price.payable }}
            note={
              <Row as="span" between gap={4}>
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
              </Row>
            }
          />
        )
      }
    >
      {action === 'UPGRADE' ? (
        <p>{t('plans.upgradeNote', { days, count: days })}</p>
      ) : (
        <SegmentedField
          form={form}
          name="months"
          label={t('plans.months')}
          hint={action === 'STACK' ? t('plans.stackNote') : undefined}
          options={plan.months.map(({ n, discountBps }) => ({
            value: String(n),
            label: discountBps
              ? t('plans.monthsOff', { n, count: n, off: rate(discountBps) })
              : t('plans.monthsOf', { n, count: n }),
          }))}
          onChange={() => form.set({ couponId: '' })}
        />
      )}
      {coupons && coupons.length > 0 && (
        <SelectField
          form={form}
          name="couponId"
          label={t('plans.coupon')}
          placeholder={t('plans.noCoupon')}
          options={coupons.map(({ couponId: value, name, off, days: more }) => ({
            value,
            label: more
              ? t('plans.couponDays', { name, days: more, count: more })
              : t('plans.couponOff', { name, off: show(off) }),
          }))}
        />
      )}
    </FormDialog>
  )
}
