import type { Output } from '#contract/core/call.ts'
import { declineLadder } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import type { pageDeclines } from '#contract/trades/trades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Panel, Stat, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { sumLabel } from './TradeList.tsx'
import { percent } from './tradeTones.ts'
import { useText } from './text.ts'
import css from './Trades.module.css'

/** Keeps the line, so that nothing below moves when the answer comes. */
const NOT_YET = '\u00a0'

const shown = (count: number): string => count.toLocaleString('en')

/** As high as the warning levels, which are loaded after the list: otherwise the list would be pushed down while somebody reads it. */
export const LadderPlace = () => (
  <div className={css.ladderPlace}>
    <Skeleton height="100%" radius={12} />
  </div>
)

/** How far the account is from the threshold that stops all its cards, and which declines contribute. */
export function DeclineRate({ page }: { page: Output<typeof pageDeclines> | undefined }) {
  const t = useText()
  const summary = page?.summary
  const rungs = useAsk(declineLadder, {}, { quiet: true, keep: true }).data?.rungs
  const atBps = (rung: 'WARN' | 'STOP') => rungs?.find((one) => one.rung === rung)?.atBps
  const [stopAboveBps, warnAtBps] = [atBps('STOP') ?? declineRisk.stopAboveBps, atBps('WARN') ?? declineRisk.warnAtBps]
  const limit = percent(stopAboveBps)
  const rate = summary?.declineRateBps ?? 0
  const says = rate > stopAboveBps ? 'over' : rate >= warnAtBps ? 'near' : 'fine'
  const title = t('trades.rate.title')
  return (
    <Panel label={title}>
      <Row between gap={6}>
        <Stat
          label={summary ? `${title} · ${t('trades.rate.window', { days: summary.windowDays })}` : title}
          value={
            <span className={css.rate} data-tone={says}>
              {summary ? percent(rate) : '–'}
            </span>
          }
          note={
            summary
              ? t('trades.rate.parts', {
                  approved: shown(summary.windowAttempts - summary.windowDeclined),
                  declined: shown(summary.windowDeclined),
                })
              : NOT_YET
          }
        />
        <Stack gap={2} className={css.meter}>
          <Meter
            label={title}
            value={rate}
            limit={stopAboveBps}
            full={Math.max(stopAboveBps * 2, rate)}
            shown={percent(rate)}
            shownLimit={t('trades.rate.limit', { limit })}
          />
          <p data-tone={says}>{t(`trades.rate.${says}`, { limit })}</p>
        </Stack>
        <Stats
          stats={[
            [
              t('trades.rate.listed'),
              summary ? `${shown(summary.count)}${page?.totalCapped ? '+' : ''}` : '–',
              summary
                ? t(page?.summaryCapped ? 'trades.rate.countedNewest' : 'trades.rate.counted', {
                    count: shown(summary.counted),
                    newest: shown(summary.count),
                  })
                : NOT_YET,
            ],
            [sumLabel(t, page), <Money cents={summary?.sumBalance} />],
          ]}
        />
      </Row>
    </Panel>
  )
}
