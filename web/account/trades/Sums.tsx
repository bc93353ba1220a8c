import type { Output } from '#contract/core/call.ts'
import type { pageTrades } from '#contract/trades/trades.ts'
import { Money } from '#web/ui/Money.tsx'
import { type say, useText } from './text.ts'
import css from './Trades.module.css'

type Page = Pick<Output<typeof pageTrades>, 'totalCapped' | 'summaryCapped' | 'summary'>

/** Sums cover everything the filters match, or state how much of it. */
export const sumLabel = (t: typeof say, page: Pick<Page, 'summaryCapped' | 'summary'> | undefined): string =>
  page?.summaryCapped ? t('trades.sumNewest', { shown: page.summary.totalNum.toLocaleString('en') }) : t('trades.sum')

/** The totals of the filtered rows. */
export function Sums({ page, sign }: { page: Page | undefined; sign?: 'always' }) {
  const t = useText()
  const sums = page?.summary
  return (
    <dl className={css.sums}>
      <div>
        <dt>{sumLabel(t, page)}</dt>
        <dd>
          <Money cents={sums?.sumBalance} size="l" sign={sign} />
        </dd>
      </div>
      <div>
        <dt>{t('trades.sumPage')}</dt>
        <dd>
          <Money cents={sums?.sumBalancePage} size="l" sign={sign} />
        </dd>
      </div>
      <div>
        <dt>{t('trades.count')}</dt>
        <dd className={css.count}>
          {sums ? `${sums.totalNum.toLocaleString('en')}${page?.totalCapped ? '+' : ''}` : '–'}
        </dd>
      </div>
    </dl>
  )
}
