import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Input, Output } from '#contract/core/call.ts'
import { pageDeclines, pageSubDeclines } from '#contract/trades/trades.ts'
import { declineLadder } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useArrived } from '#web/parts/lists/useArrived.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { withText } from '#web/text.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Money } from '#web/ui/Money.tsx'
import { useListPath } from '../listPath.ts'
import { paths } from '../paths.ts'
import { useToExport } from '../useToExport.ts'
import { Views } from '../views/lazyViews.tsx'
import { ListBar } from './ListBar.tsx'
import { NoTrades } from './NoTrades.tsx'
import { declineColumns } from './tradeColumns.tsx'
import { useTradeList } from './useTradeList.ts'
import { useText } from './text.ts'
import { sumLabel } from './Sums.tsx'
import { percent } from './tradeTones.ts'
import css from './Trades.module.css'

const DeclineLadder = lazy(withText(() => import('./DeclineLadder.tsx')))

export function DeclinesTab({ whose }: { whose?: Filter | undefined }) {
  const here = useListPath()
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const toExport = useToExport('trade:export', paths.cardRecord)
  const { filters, list, live, everyMs, question } = useTradeList('declined', whose)
  const query = useAsk(whose ? pageSubDeclines : pageDeclines, list.asked as Input<typeof pageDeclines>, { everyMs })
  const rows = query.isPlaceholderData ? undefined : query.data?.data
  const arrived = useArrived(
    rows?.map((row) => row.refuseId),
    question,
  )
  return (
    <>
      <DeclineRate page={query.data} />
      <Suspense fallback={<Skeleton height={72} radius={12} />}>
        <DeclineLadder />
      </Suspense>
      <FilterPanel filters={filters} list={list} onExport={whose ? undefined : toExport} />
      <Views list="declined" />
      <QueryTable
        label={t('trades.tab.declined')}
        query={query}
        list={list}
        columns={declineColumns}
        rowKey={(row) => row.refuseId}
        onOpen={(row) => void navigate({ pathname: here(paths.trade(row.cardAuthId)), search })}
        live={live}
        arrived={live ? arrived : undefined}
        toolbar={<ListBar list={list} live={live} />}
        empty={<NoTrades tab="declined" />}
      />
    </>
  )
}

const shown = (count: number): string => count.toLocaleString('en')

/** How far the account is from the threshold that stops all its cards, and which declines contribute. */
function DeclineRate({ page }: { page: Output<typeof pageDeclines> | undefined }) {
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
