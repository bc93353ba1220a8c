import { Link } from 'react-router'
import { importFields } from '#contract/cards/imports.ts'
import { parse, show } from '#contract/core/money.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { CouponField } from '../CouponField.tsx'
import { Note } from '#web/ui/Notes.tsx'
import type { Told } from './lines.ts'
import open from '../opening/Open.module.css'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Imports.module.css'

/** The row that a coupon would be for: the first that is right. */
function firstOf(told: Told | undefined) {
  const cells = told?.rows.find(({ cost }) => cost !== null)?.cells
  const cell = (name: (typeof importFields)[number]) => cells?.[importFields.indexOf(name)]
  return { segment: cell('vid'), amount: parse(cell('rechargeAmount') ?? '') }
}

/** Always in sight: what the whole file costs, and the button that charges exactly that. */
export function ImportPrice({
  told,
  off,
  loading,
  problem,
  couponId,
  onCoupon,
  onOpen,
}: {
  told: Told | undefined
  /** Why it cannot be opened now. */
  off: string | undefined
  loading: boolean
  problem: string | undefined
  couponId: string
  onCoupon: (couponId: string) => void
  onOpen: () => void
}) {
  const t = useText()
  const reachable = useReachable()
  const { parts, totalCost = 0, valid = 0, walletBalance = null, stop = null, unit } = told ?? {}
  return (
    <aside className={open.price} aria-label={t('imports.price')}>
      <h2 className={css.title}>{t('imports.price')}</h2>
      <dl className={css.count}>
        <dt>{t('imports.cards')}</dt>
        <dd>{valid}</dd>
      </dl>
      <PriceLines
        unit={unit ?? 'USD'}
        lines={[
          { label: t('imports.openFee'), cents: parts?.openFee ?? 0 },
          { label: t('imports.amount'), cents: parts?.amount ?? 0 },
          { label: t('imports.serviceFee'), cents: parts?.serviceFee ?? 0 },
          ...(parts?.couponOff ? [{ label: t('cards.price.coupon'), cents: parts.couponOff, minus: true }] : []),
        ]}
        total={{ label: t('imports.total'), cents: totalCost }}
      />
      <CouponField scene="BATCH_OPEN" {...firstOf(told)} value={couponId} onChange={onCoupon} />
      {walletBalance !== null && (
        <dl className={css.count} data-short={walletBalance < totalCost}>
          <dt>{t('imports.walletBefore')}</dt>
          <dd>{show(walletBalance)}</dd>
          <dt>{t('imports.walletAfter')}</dt>
          <dd>{show(walletBalance - totalCost)}</dd>
        </dl>
      )}
      {stop && (
        <Note tone="warn">
          {stop.words[langNow()]}{' '}
          {stop.reason === 'INSUFFICIENT_WALLET' && reachable(paths.rechargeIndex) && (
            <Link to={paths.rechargeIndex}>{t('cards.price.short')}</Link>
          )}
        </Note>
      )}
      <FormError text={problem} />
      <div className={open.pay}>
        <Button look="primary" size="l" wide loading={loading} disabled={off} onClick={onOpen}>
          {told?.status === 'READY' && !stop
            ? t('imports.submitFor', { total: show(totalCost), count: valid })
            : t('imports.submit')}
        </Button>
        {off && <p className={css.why}>{off}</p>}
      </div>
    </aside>
  )
}
