import { useEffect } from 'react'
import { usableCoupons, type CouponScene } from '#contract/coupons/coupons.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'

/**
 * The usable coupons, best first; hidden if there are none. A coupon that no longer applies after a change of segment or amount is deselected, so that the
 * displayed price can be charged.
 */
export function CouponField({
  scene,
  segment,
  amount,
  value,
  onChange,
  problem,
}: {
  scene: CouponScene
  /** Its id or its first digits. */
  segment: string | undefined
  amount: Cents | undefined
  value: string
  onChange: (couponId: string) => void
  problem?: string | undefined
}) {
  const t = useText()
  const may = useMay(usableCoupons)
  const known = may.shown && segment !== undefined && amount !== undefined
  const { data: offers, isPlaceholderData } = useAsk(
    usableCoupons,
    { scene, vid: segment ?? '', amount: amount ?? 0 },
    { quiet: true, enabled: known, keep: true },
  )
  const gone = known && offers && !isPlaceholderData && value !== '' && !offers.some((one) => one.couponId === value)
  useEffect(() => {
    if (gone) onChange('')
    // oxlint-disable-next-line react/exhaustive-deps
  }, [gone])
  if (!known || !offers?.length) return null
  return (
    <Field label={t('cards.coupon.label')} problem={problem}>
      {(wiring) => (
        <Select
          {...wiring}
          value={value}
          onChange={onChange}
          placeholder={t('cards.coupon.none')}
          options={offers.map(({ couponId, name, off }) => ({
            value: couponId,
            label: t('cards.coupon.off', { name, off: show(off) }),
          }))}
        />
      )}
    </Field>
  )
}
