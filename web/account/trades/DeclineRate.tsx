import { useTranslation } from 'react-i18next'
import type { Output } from '../../../contract/call.ts'
import { declineRisk } from '../../../contract/declines.ts'
import type { pageDeclines } from '../../../contract/trades.ts'
import { Meter } from '../../ui/charts/Meter.tsx'
import { Money } from '../../ui/Money.tsx'
import { percent } from './tradeLook.ts'
import css from './Trades.module.css'

/** How far the account is from the line that stops all of its cards, and which declines bring it there. */
export function DeclineRate({ summary }: { summary: Output<typeof pageDeclines>['summary'] | undefined }) {
  const { t } = useTranslation()
  const { stopAboveBps, warnAtBps } = declineRisk
  const limit = percent(stopAboveBps)
  const rate = summary?.declineRateBps ?? 0
  const says = rate > stopAboveBps ? 'over' : rate >= warnAtBps ? 'near' : 'fine'
  return (
    <section className={css.rate} aria-label={t('trades.rate.title')}>
      <div className={css.rateFigure}>
        <span className={css.label}>
          {t('trades.rate.title')}
          {summary && ` · ${t('trades.rate.window', { days: summary.windowDays })}`}
        </span>
        <strong data-tone={says}>{summary ? percent(rate) : '–'}</strong>
      </div>
      <div className={css.rateMeter}>
        <Meter
          label={t('trades.rate.title')}
          value={rate}
          limit={stopAboveBps}
          full={Math.max(stopAboveBps * 2, rate)}
          shown={percent(rate)}
          shownLimit={t('trades.rate.limit', { limit })}
        />
        <p data-tone={says}>{t(`trades.rate.${says}`, { limit })}</p>
      </div>
      <dl className={css.sums}>
        <div>
          <dt>{t('trades.rate.counted')}</dt>
          <dd className={css.count}>
            {summary?.counted.toLocaleString('en') ?? '–'}
            {summary && <small>{t('trades.rate.of', { count: summary.count })}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('trades.sum')}</dt>
          <dd>
            <Money cents={summary?.sumBalance} size="l" />
          </dd>
        </div>
      </dl>
    </section>
  )
}
