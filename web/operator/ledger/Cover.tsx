import type { Output } from '#contract/core/call.ts'
import type { trialBalance } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import css from './Books.module.css'
import { units } from './units.ts'
import { useText } from './text.ts'

type Book = Pick<Output<typeof trialBalance>, 'owed' | 'cover' | 'parts' | 'byCurrency'>

/** What customers are owed against the money that stands behind it, and what either is made of. */
export function Cover({ book: { owed, cover, parts, byCurrency } }: { book: Book }) {
  const t = useText()
  const most = Math.max(owed, cover, 1)
  const side = (counts: 'client' | 'cover', label: string, total: number) => (
    <section className={css.side} data-counts={counts}>
      <Stat label={label} value={<Money cents={total} />} />
      <span className={css.bar} role="presentation">
        <i style={{ width: `${(total / most) * 100}%` }} />
      </span>
      <dl className={css.parts}>
        {parts
          .filter((part) => part.counts === counts && part.cents !== 0)
          .map(({ code, name, cents }) => (
            <div key={code}>
              <dt>
                {code} {name}
              </dt>
              <dd>
                <Money cents={cents} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
  return (
    <Panel
      title={t('ledger.coverTitle')}
      extra={
        <StatusTag
          tone={cover >= owed ? 'ok' : 'bad'}
          text={`${t(cover >= owed ? 'ledger.covered' : 'ledger.uncovered')} ${percent(cover, owed)}`}
        />
      }
    >
      <div className={css.sides}>
        {side('client', t('ledger.owed'), owed)}
        {side('cover', t('ledger.cover'), cover)}
      </div>
      <dl className={css.parts} aria-label={t('ledger.byCurrency')}>
        {byCurrency.currencies
          .filter((one) => one.owed !== 0 || one.covered !== 0)
          .map(({ currency, scale, owed: due, covered }) => (
            <div key={currency}>
              <dt>{currency}</dt>
              <dd>{t('ledger.owedAndCovered', { owed: units(due, scale), covered: units(covered, scale) })}</dd>
            </div>
          ))}
      </dl>
      <p className={css.quiet}>
        {byCurrency.rate && byCurrency.rateTime !== null
          ? t('ledger.rates', { rate: byCurrency.rate, time: showTime(byCurrency.rateTime) })
          : t('ledger.noRate')}
      </p>
    </Panel>
  )
}

/** Cut off and never rounded up: 99.99 % is not covered. */
const percent = (cover: number, owed: number): string =>
  owed <= 0 ? '' : `${(Math.floor((cover * 1000) / owed) / 10).toFixed(1)}%`
