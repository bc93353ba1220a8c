import type { ReactNode } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { priceOpening } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { CardFace } from '#web/ui/CardFace.tsx'
import { ChargeLines } from '../ChargeLines.tsx'
import { Note } from '#web/ui/Notes.tsx'
import type { Priced } from '#web/parts/forms/usePrice.ts'
import type { Segment } from './SegmentTiles.tsx'
import { useText } from '../text.ts'
import css from './Open.module.css'

/** Always in sight: the card as it will be, what it costs, and the button that charges exactly that. */
export function PricePanel({
  segment,
  holder,
  priced,
  loading,
  off,
  again,
  problem,
  cure,
}: {
  segment: Segment | undefined
  holder: string
  priced: Priced<Output<typeof priceOpening>>
  loading: boolean
  off: string | undefined
  again: boolean
  problem: string | undefined
  cure: ReactNode
}) {
  const t = useText()
  const { price } = priced
  const button = again
    ? t('cards.action.retry')
    : price && !off
      ? t('cards.open.submitFor', { total: show(price.total) })
      : t('cards.open.submit')
  return (
    <aside className={css.price} aria-label={t('cards.open.priceTitle')}>
      <div className={css.preview} aria-label={t('cards.open.preview')} role="img">
        <CardFace
          network={segment?.network ?? 'VISA'}
          segment={segment?.name ?? '0000'}
          lastFour={null}
          holder={holder || t('cards.open.yourName')}
        />
      </div>
      <ChargeLines priced={priced} feeBps={segment?.loadFeeBps} />
      {price?.suggest && <Note>{price.suggest}</Note>}
      <FormError text={problem} />
      {cure}
      <div className={css.pay}>
        <Button look="primary" size="l" wide type="submit" loading={loading} disabled={off}>
          {button}
        </Button>
      </div>
    </aside>
  )
}
