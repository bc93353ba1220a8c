import { useState } from 'react'
import { Link } from 'react-router'
import { declineLadder, declinesLeft } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { paths } from '../paths.ts'
import { MustRead } from '../notices/MustRead.tsx'
import { hideRateToday, isRateHidden } from './rateHidden.ts'
import { useText } from './text.ts'
import css from './RiskBanner.module.css'

const percent = (bps: number): string => `${(bps / 100).toFixed(2)}%`

/** Below this rate the line can be dismissed for the day. */
const DISMISSABLE_BELOW_BPS = 400

/** One line above every page while the decline rate is high: the rate, the remaining margin, and where to see why. The rest is cut off, and stands on that page. */
export default function RiskBanner() {
  const t = useText()
  const shutdown = useSession().UserInfo?.statusList.risk === 'SHUTDOWN'
  const may = useMay(declineLadder).shown
  const [hidden, setHidden] = useState(isRateHidden)
  const ladder = useAsk(
    declineLadder,
    {},
    { quiet: true, everyMs: 15_000, live: ['trades'], enabled: may, keep: true },
  ).data
  const rung = shutdown ? 'STOP' : (ladder?.rung ?? 'WARN')
  const dismissable = rung !== 'STOP' && (ladder?.rateBps ?? 0) < DISMISSABLE_BELOW_BPS
  if (rung === 'FINE' || (hidden && dismissable)) return null
  const stop = ladder?.rungs.find((one) => one.rung === 'STOP')
  const limit = `${(stop?.atBps ?? declineRisk.stopAboveBps) / 100}%`
  const stopped = ladder?.stopped
  return (
    <>
      <div
        className={css.line}
        data-tone={rung === 'WARN' ? 'warn' : 'bad'}
        role="region"
        aria-label={t('layout.risk.title')}
      >
        <Icon name="warn" />
        <p>
          <strong>
            {rung !== 'STOP' && ladder && stop?.more != null
              ? t('layout.risk.line', { rate: percent(ladder.rateBps), count: declinesLeft(ladder) })
              : t(`layout.risk.${rung}.title`, { limit })}
          </strong>{' '}
          <span>
            {stopped &&
              `${t('layout.risk.STOP.figures', {
                rate: percent(stopped.rateBps),
                limit: `${stopped.limitBps / 100}%`,
                time: showTime(stopped.time),
              })} `}
            {t(`layout.risk.${rung}.next`, { limit })}
          </span>
        </p>
        {may && <Link to={paths.declines}>{t('layout.risk.see')}</Link>}
        {dismissable && ladder && (
          <Button
            look="quiet"
            icon="close"
            guardMs={0}
            aria-label={t('layout.risk.hide')}
            title={t('layout.risk.hide')}
            onClick={() => {
              hideRateToday()
              setHidden(true)
            }}
          />
        )}
      </div>
      {shutdown && <MustRead />}
    </>
  )
}
