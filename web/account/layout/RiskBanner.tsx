import { Link } from 'react-router'
import { declineLadder, declinesLeft } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Banner } from '#web/parts/Banner.tsx'
import { paths } from '../paths.ts'
import { MustRead } from '../notices/MustRead.tsx'
import { useText } from './text.ts'

const percent = (bps: number): string => `${(bps / 100).toFixed(2)}%`

/** Shown above every page while the decline rate is high: the rate, the remaining margin, and what to do next. */
export default function RiskBanner() {
  const t = useText()
  const shutdown = useSession().UserInfo?.statusList.risk === 'SHUTDOWN'
  const may = useMay(declineLadder).shown
  const ladder = useAsk(
    declineLadder,
    {},
    { quiet: true, everyMs: 15_000, live: ['trades'], enabled: may, keep: true },
  ).data
  const rung = shutdown ? 'STOP' : (ladder?.rung ?? 'WARN')
  if (rung === 'FINE') return null
  const stop = ladder?.rungs.find((one) => one.rung === 'STOP')
  const figures = ladder && { rate: percent(ladder.rateBps), count: declinesLeft(ladder) + 1 }
  const stopped = ladder?.stopped
  return (
    <>
      <Banner
        tone={rung === 'STOP' || rung === 'URGENT' ? 'bad' : 'warn'}
        label={t('layout.risk.title')}
        link={may && <Link to={paths.declines}>{t('layout.risk.see')}</Link>}
      >
        <strong>
          {t(`layout.risk.${rung}.title`, { limit: `${(stop?.atBps ?? declineRisk.stopAboveBps) / 100}%` })}
        </strong>{' '}
        {stopped
          ? t('layout.risk.STOP.figures', {
              rate: percent(stopped.rateBps),
              limit: `${stopped.limitBps / 100}%`,
              time: showTime(stopped.time),
            })
          : figures && stop?.more != null && rung !== 'STOP'
            ? t('layout.risk.left', figures)
            : ''}{' '}
        {t(`layout.risk.${rung}.next`)}
      </Banner>
      {shutdown && <MustRead />}
    </>
  )
}
