import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { percent } from '../RailCard.tsx'
import type { YuanQuote } from './useYuanQuote.ts'
import { useText } from '../text.ts'

/** The payment, its fee, the rate, and what arrives. */
export function YuanPrice({ price: { quote, terms, waiting } }: { price: YuanQuote }) {
  const t = useText()
  const dash = waiting ? <Skeleton width={96} height={16} /> : '–'
  return (
    <Facts
      facts={[
        [t('funding.rail.pay'), quote ? <Money cents={quote.payAmount} unit="CNY" /> : dash],
        [
          terms ? t('funding.usdt.fee', { rate: percent(terms.feeBps) }) : t('funding.rail.fee'),
          quote ? <Money cents={-quote.fee} unit="CNY" sign="always" /> : dash,
        ],
        [
          t('funding.yuan.rate'),
          quote ? t('funding.yuan.rateIs', { rate: quote.rate, mid: terms?.midRate ?? '' }) : dash,
        ],
        [<strong>{t('funding.usdt.arrives')}</strong>, quote ? <Money cents={quote.creditAmount} size="l" /> : dash],
      ]}
    />
  )
}
