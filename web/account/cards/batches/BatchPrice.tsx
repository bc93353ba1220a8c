import type { ReactNode } from 'react'
import type { priceBatchOpening } from '#contract/cards/batches.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { ChargeLines } from '../ChargeLines.tsx'
import { Note } from '#web/ui/Notes.tsx'
import type { Priced } from '#web/parts/forms/usePrice.ts'
import open from '../opening/Open.module.css'
import { useText } from './text.ts'

/** What all cards cost together, what happens to the money, and the button that holds exactly that. */
export function BatchPrice({
  priced,
  feeBps,
  loading,
  off,
  again,
  problem,
  cure,
}: {
  priced: Priced<Output<typeof priceBatchOpening>>
  feeBps: number | undefined
  loading: boolean
  off: string | undefined
  again: boolean
  problem: string | undefined
  cure: ReactNode
}) {
  const t = useText()
  const { price } = priced
  return (
    <aside className={open.price} aria-label={t('cards.open.priceTitle')}>
      {price && (
        <p>
          <b>
            {price.num} × {t('batches.open.perCard', { total: show(price.perCard) })}
          </b>
        </p>
      )}
      <ChargeLines priced={priced} feeBps={feeBps} />
      <Note>{t('batches.open.held')}</Note>
      <FormError text={problem} />
      {cure}
      <div className={open.pay}>
        <Button look="primary" size="l" wide type="submit" loading={loading} disabled={off}>
          {again
            ? t('cards.action.retry')
            : price && !off
              ? t('batches.open.submitFor', { total: show(price.total), count: price.num })
              : t('batches.open.submit')}
        </Button>
      </div>
    </aside>
  )
}
