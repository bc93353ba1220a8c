import { lazy, Suspense, useEffect, useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { declineLadder } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import type { pageDeclines } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { HoldsBack } from '#web/parts/ColdStart.tsx'
import { store, stored } from '#web/parts/client/session.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { withText } from '#web/text.ts'
import { LadderPlace } from './LadderPlace.tsx'
import { sumLabel } from './TradeList.tsx'
import { percent } from './tradeTones.ts'
import { useText } from './text.ts'
import css from './Trades.module.css'

const DeclineLadder = lazy(withText(() => import('./DeclineLadder.tsx')))

type Listed = Output<typeof pageDeclines>

/** Keeps the line, so that nothing below moves when the answer comes. */
const NOT_YET = '\u00a0'

const shown = (count: number): string => count.toLocaleString('en')

/**
 * How far the account is from the threshold that stops all its cards: one line, which unfolds to the warning levels and what causes declines. It is unfolded on
 * the first visit, and then as it was left.
 */
export function DeclineRate({ page }: { page: Listed | undefined }) {
  const t = useText()
  const [open, setOpen] = useState(() => stored('declineRate') !== 'folded')
  useEffect(() => {
    if (stored('declineRate') === undefined) store('declineRate', 'folded')
  }, [])
  const unfold = (to: boolean) => {
    if (to === open) return
    setOpen(to)
    store('declineRate', to ? 'open' : 'folded')
  }
  const summary = page?.summary
  const rungs = useAsk(declineLadder, {}, { quiet: true, keep: true, everyMs: 5_000, live: ['trades'] }).data?.rungs
  const rung = (name: 'WARN' | 'STOP') => rungs?.find((one) => one.rung === name)
  const [stopAboveBps, warnAtBps] = [
    rung('STOP')?.atBps ?? declineRisk.stopAboveBps,
    rung('WARN')?.atBps ?? declineRisk.warnAtBps,
  ]
  const more = rung('STOP')?.more
  const limit = percent(stopAboveBps)
  const rate = summary?.declineRateBps ?? 0
  const says = rate > stopAboveBps ? 'over' : rate >= warnAtBps ? 'near' : 'fine'
  const title = t('trades.rate.title')
  return (
    <Panel label={title} flush>
      <details className={css.rateLine} open={open} onToggle={(event) => unfold(event.currentTarget.open)}>
        <summary>
          <strong className={css.rate} data-tone={says}>
            {summary ? percent(rate) : '–'}
          </strong>
          <span>{summary ? `${title} · ${t('trades.rate.window', { days: summary.windowDays })}` : title}</span>
          <Muted>
            {rungs === undefined
              ? NOT_YET
              : more === null || more === undefined
                ? t('trades.rate.stopsAbove', { limit })
                : more === 0
                  ? t('trades.rate.stopped')
                  : t('trades.rate.left', { count: more })}
          </Muted>
        </summary>
        {open && (
          <Stack gap={5} className={css.rateBody}>
            <Stack gap={2} className={css.meter}>
              <Meter
                label={title}
                value={rate}
                limit={stopAboveBps}
                full={Math.max(stopAboveBps * 2, rate)}
                shown={percent(rate)}
                shownLimit={t('trades.rate.limit', { limit })}
              />
              <Row as="p" gap={2}>
                <span data-tone={says}>{t(`trades.rate.${says}`, { limit })}</span>
                <Muted>
                  {summary
                    ? t('trades.rate.parts', {
                        approved: shown(summary.windowAttempts - summary.windowDeclined),
                        declined: shown(summary.windowDeclined),
                      })
                    : NOT_YET}
                </Muted>
              </Row>
            </Stack>
            <Suspense
              fallback={
                <>
                  <HoldsBack />
                  <LadderPlace />
                </>
              }
            >
              <DeclineLadder />
            </Suspense>
          </Stack>
        )}
      </details>
    </Panel>
  )
}

/** The totals of the listed declines, which may be of any time: apart from the rate, which is always of the last 30 days. */
export function DeclineSums({ page }: { page: Listed | undefined }) {
  const t = useText()
  const summary = page?.summary
  return (
    <Stats
      stats={[
        [sumLabel(t, page), <Money cents={summary?.sumBalance} />],
        [t('trades.rate.listed'), summary ? `${shown(summary.count)}${page?.totalCapped ? '+' : ''}` : '–'],
        [
          page?.summaryCapped && summary
            ? t('trades.rate.countedNewest', { newest: shown(summary.count) })
            : t('trades.rate.counted'),
          summary ? shown(summary.counted) : '–',
        ],
      ]}
    />
  )
}
