import { Link } from 'react-router'
import { declineLadder, declinesLeft } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { showDay } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '../paths.ts'
import { percent, rateParts, type Figures } from './figures.ts'
import { useText } from './text.ts'
import css from './Overview.module.css'

/** How far the account is from the line that stops all of its cards; after a restoration, how much it can take on probation. */
export function DeclinePanel({ figures: { auth } }: { figures: Figures }) {
  const t = useText()
  const ladder = useAsk(declineLadder, {}, { quiet: true, everyMs: 15_000, keep: true }).data
  const { declineRateBps: rate, thresholdBps: limit } = auth
  const says = rate > limit ? 'over' : rate >= limit * 0.6 ? 'near' : 'fine'
  return (
    <Panel
      title={t('overview.declineRate')}
      extra={<Link to={{ pathname: paths.cardRecord, search: '?tab=declined' }}>{t('overview.declineSee')}</Link>}
    >
      <p className={css.rate}>
        {percent(rate)}
        <small>{t('overview.declineOf', rateParts(auth))}</small>
      </p>
      <Meter
        label={t('overview.declineRate')}
        value={rate}
        limit={limit}
        full={Math.max(limit * 2, rate)}
        shown={percent(rate)}
        shownLimit={t('overview.limit', { limit: percent(limit) })}
      />
      {ladder?.restoredTime && ladder.probationUntil && (
        <p className={css.says}>
          {t('overview.declineRestored', {
            count: declinesLeft(ladder),
            time: showDay(ladder.restoredTime),
            days: declineRisk.probation.days,
            until: showDay(ladder.probationUntil),
          })}
        </p>
      )}
      <p className={css.says}>{t(`overview.declineSays.${says}`, { limit: percent(limit) })}</p>
    </Panel>
  )
}
