import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { AuthStatus } from '#contract/trades/trades.ts'
import { show } from '#contract/core/money.ts'
import { showClockOrDay } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '../paths.ts'
import { useReachable } from '../useReachable.ts'
import { useArrivals, type Row } from './latest.ts'
import { useText } from './text.ts'
import css from './Pulse.module.css'

/** Held money is hatched, collected money solid. */
const drawn = {
  PENDING: 'held',
  PARTIAL: 'held',
  COMPLETE: 'collected',
  REVERSED: 'released',
  EXPIRED: 'released',
  DECLINED: 'declined',
} as const satisfies Record<AuthStatus, string>

/** The latest authorizations as they come in, newest first. Space pauses; arrows move along, and each opens its story. */
export function Pulse({ ofSubs = false }) {
  const t = useText()
  const { rows: latest, isNew } = useArrivals(ofSubs)
  const [paused, setPaused] = useState<readonly Row[]>()
  const rows = paused ?? latest ?? []
  const missed = paused && latest ? latest.findIndex(({ cardAuthId }) => cardAuthId === paused[0]?.cardAuthId) : 0
  const toggle = () => setPaused(paused ? undefined : latest)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    const item = event.target.closest('li')
    const next = { ArrowRight: item?.nextElementSibling, ArrowLeft: item?.previousElementSibling }[event.key]
    if (next === undefined && event.key !== ' ') return
    event.preventDefault()
    if (event.key === ' ') toggle()
    else next?.querySelector('a')?.focus()
  }
  return (
    <section className={css.pulse} aria-label={t('overview.pulse.title')} onKeyDown={onKeyDown}>
      <Button
        look="quiet"
        size="s"
        icon={paused ? 'play' : 'pause'}
        guardMs={0}
        aria-pressed={paused !== undefined}
        aria-label={t('overview.pulse.pause')}
        title={t('overview.pulse.pauseHint')}
        onClick={toggle}
      >
        {missed !== 0 && (
          <span className={css.missed}>{t('overview.pulse.missed', { count: missed < 0 ? rows.length : missed })}</span>
        )}
      </Button>
      {rows.length === 0 ? (
        <p className={css.none}>{latest && t('overview.noRecentText')}</p>
      ) : (
        <ol className={css.strip}>
          {rows.map((row) => (
            <Chip key={row.cardAuthId} row={row} isNew={isNew(row)} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Chip({ row, isNew }: { row: Row; isNew: boolean }) {
  const reachable = useReachable()
  const { cardAuthId, status, statusText, merchantName, amount, unit, lastFour, tradeTime } = row
  const inside = (
    <>
      <b>{show(amount, unit)}</b>
      <span>{merchantName}</span>
      <small>
        ···· {lastFour} · {showClockOrDay(tradeTime)}
      </small>
      <span className="said">{statusText}</span>
    </>
  )
  return (
    <li className={css.chip} data-drawn={drawn[status]} data-new={isNew}>
      {reachable(paths.cardRecord) ? <Link to={paths.trade(cardAuthId)}>{inside}</Link> : <span>{inside}</span>}
    </li>
  )
}
