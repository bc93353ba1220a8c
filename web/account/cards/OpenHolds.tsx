import { useTranslation } from 'react-i18next'
import { add, show, type Cents } from '../../../contract/money.ts'
import { pageAuthorizations } from '../../../contract/trades.ts'
import { showTime } from '../../parts/dates.ts'
import { useAsk } from '../../parts/queries.ts'
import { useMay } from '../../parts/useMay.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Note } from './Notes.tsx'
import css from './Actions.module.css'

/** The rehearsal of freezing and deleting: what merchants may still take, one by one. */
export function OpenHolds({ cardId, pending }: { cardId: string; pending: Cents }) {
  const { t } = useTranslation()
  const may = useMay(pageAuthorizations).shown
  const reading = { quiet: true, everyMs: 5_000, enabled: may }
  const held = useAsk(pageAuthorizations, { cardId, status: 'PENDING', pageSize: 50, scope: 'all' }, reading)
  const partly = useAsk(pageAuthorizations, { cardId, status: 'PARTIAL', pageSize: 50, scope: 'all' }, reading)
  const sumOnly = pending > 0 && (!may || held.isError || partly.isError)
  if (sumOnly) return <Note tone="warn">{t('cards.holds.sumOnly', { total: show(pending) })}</Note>
  if (may && (held.isPending || partly.isPending)) return <Skeleton height={64} radius={8} />

  const rows = [...(held.data?.data ?? []), ...(partly.data?.data ?? [])].sort((a, b) => b.tradeTime - a.tradeTime)
  if (rows.length === 0) {
    if (pending > 0) return <Note tone="warn">{t('cards.holds.sumOnly', { total: show(pending) })}</Note>
    return (
      <p className={css.calm}>
        <Icon name="check" size={16} />
        <span>
          {t('cards.holds.none')} · {t('cards.holds.noneText')}
        </span>
      </p>
    )
  }
  const total = add(...rows.map(({ remainingHold }) => remainingHold))
  return (
    <section className={css.holds} aria-label={t('cards.holds.title')}>
      <header>
        <strong>{t('cards.holds.title')}</strong>
        <span>{t('cards.holds.sum', { count: rows.length, total: show(total) })}</span>
      </header>
      <ul tabIndex={0}>
        {rows.map((row) => (
          <li key={row.cardAuthId}>
            <span>
              {row.merchantName || row.desc}
              <small>
                {row.expireTime ? t('cards.holds.until', { time: showTime(row.expireTime) }) : row.statusText}
              </small>
            </span>
            <Money cents={row.remainingHold} unit={row.unit} strong />
          </li>
        ))}
      </ul>
    </section>
  )
}
