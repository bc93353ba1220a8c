import type { Output } from '#contract/core/call.ts'
import { declineLadder } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import type { pageDeclines } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Money } from '#web/ui/Money.tsx'
import { sumLabel } from './Sums.tsx'
import { percent } from './tradeLook.ts'
import { useText } from './text.ts'
import css from './Trades.module.css'

const shown = (count: number): string => count.toLocaleString('en')

/** How far the account is from the line that stops all of its cards, and which declines bring it there. */
export function DeclineRate({ page }: { page: Output<typeof pageDeclines> | undefined }) {
  const t = useText()
  const summary = page?.summary
  const rungs = useAsk(declineLadder, {}, { quiet: true, keep: true }).data?.rungs
  const atBps = (rung: 'WARN' | 'STOP') => rungs?.find((one) => one.rung === rung)?.atBps
  const [stopAboveBps, warnAtBps] = [atBps('STOP') ?? declineRisk.stopAboveBps, atBps('WARN') ?? declineRisk.warnAtBps]
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
        {summary && (
          <small className={css.label}>
            {t('trades.rate.parts', {
              approved: shown(summary.windowAttempts - summary.windowDeclined),
              declined: shown(summary.windowDeclined),
            })}
          </small>
        )}
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
          <dt>{t('trades.rate.listed')}</dt>
          <dd className={css.count}>
            {summary ? `${shown(summary.count)}${page?.totalCapped ? '+' : ''}` : '–'}
            {summary && (
              <small>
                {t(page?.summaryCapped ? 'trades.rate.countedNewest' : 'trades.rate.counted', {
                  count: shown(summary.counted),
                  newest: shown(summary.count),
                })}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{sumLabel(t, page)}</dt>
          <dd>
            <Money cents={summary?.sumBalance} size="l" />
          </dd>
        </div>
      </dl>
    </section>
  )
}
