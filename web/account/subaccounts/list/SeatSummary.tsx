import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '#web/account/paths.ts'
import type { Page } from '../changed.ts'
import { useText } from '../text.ts'
import css from '../Subaccounts.module.css'

/** How many seats there are, what the next one costs, and who waits for an answer. */
export function SeatSummary({ summary }: { summary: Page['summary'] | undefined }) {
  const t = useText()
  const seats = summary?.seats
  return (
    <Panel>
      <div className={css.stats} aria-busy={!seats}>
        <Stat
          label={t('subaccounts.seats.used')}
          value={seats ? t('subaccounts.seats.usedOf', seats) : '–'}
          note={
            seats &&
            (seats.max === 0 ? (
              <Link to={paths.shop}>{t('subaccounts.toPlans')}</Link>
            ) : (
              t('subaccounts.seats.free', { free: Math.min(seats.free, seats.used - seats.paid), paid: seats.paid })
            ))
          }
        />
        <Stat
          label={t('subaccounts.seats.price')}
          value={summary && seats?.max ? t('subaccounts.seats.priceOf', { price: show(summary.seatPriceMonth) }) : '–'}
          note={t('subaccounts.seats.priceNote')}
        />
        <Stat label={t('subaccounts.seats.online')} value={seats?.online ?? '–'} />
        <Stat
          label={t('subaccounts.seats.expired')}
          value={seats?.expired ?? '–'}
          note={t('subaccounts.seats.expiredNote')}
        />
        <Stat
          label={t('subaccounts.seats.asks')}
          value={seats?.asks ?? '–'}
          note={seats?.asks ? <Link to="?tab=asks">{t('subaccounts.seats.asksSee')}</Link> : undefined}
        />
      </div>
    </Panel>
  )
}
