import type { ReactNode } from 'react'
import { show } from '#contract/core/money.ts'
import { rehearse } from '#contract/trades/rehearsals.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useText } from '../text.ts'
import css from '../Actions.module.css'

/** A preview of the effect on these cards: captures that may still come, charges that will be declined, money that returns. */
export function Rehearsal({ cardIds, move }: { cardIds: readonly string[]; move: 'freeze' | 'delete' }) {
  const t = useText()
  const query = useAsk(rehearse, { cardIds: [...cardIds], move }, { quiet: true, everyMs: 5_000, keep: true })
  const plan = query.data
  if (!plan) return query.isError ? <Note tone="warn">{query.error.says}</Note> : <Skeleton height={96} radius={8} />
  const many = cardIds.length > 1
  const on = (lastFour: string) => (many ? ` · ···· ${lastFour}` : '')
  const { money, holds, holdCount, recurring, refunds, groups } = plan
  const pending = plan.cards.reduce((sum, card) => sum + (card.ok ? card.pending : 0), 0)
  const calm = holdCount === 0 && recurring.length === 0 && refunds.length === 0
  return (
    <div className={css.stack} role="group" aria-label={t('cards.rehearsal.title')}>
      {move === 'delete' && many && (
        <dl className={css.returns}>
          <div>
            <dt>{t('cards.delete.now')}</dt>
            <dd>
              <Money cents={money.now} size="l" />
            </dd>
          </div>
        </dl>
      )}
      {many && groups.some(({ name }) => name !== null) && (
        <p className={css.aside}>
          {groups
            .map(({ name, count }) =>
              t('cards.rehearsal.group', { name: name ?? t('cards.rehearsal.ungrouped'), count }),
            )
            .join('，')}
        </p>
      )}
      {calm && (
        <p className={css.calm}>
          <Icon name="check" size={16} />
          <span>
            {t('cards.holds.none')} · {t('cards.holds.noneText')}
          </span>
        </p>
      )}
      {holdCount > 0 && !plan.detailed && <Note tone="warn">{t('cards.holds.sumOnly', { total: show(pending) })}</Note>}
      {holds.length > 0 && (
        <Rows
          title={t('cards.holds.title')}
          sum={t('cards.holds.sum', { count: holdCount, total: show(pending) })}
          note={
            money.laterBy !== null &&
            t('cards.rehearsal.back', { total: show(money.later), time: showTime(money.laterBy) })
          }
        >
          {holds.map((hold, index) => (
            <li key={index}>
              <span>
                {hold.merchantName}
                <small>
                  {hold.expireTime
                    ? t('cards.holds.until', { time: showTime(hold.expireTime) })
                    : showTime(hold.tradeTime)}
                  {on(hold.lastFour)}
                </small>
              </span>
              <Money cents={hold.amount} strong />
            </li>
          ))}
        </Rows>
      )}
      {recurring.length > 0 && (
        <Rows
          title={t('cards.rehearsal.recurring')}
          sum={t('cards.rehearsal.times', { count: recurring.length })}
          note={t('cards.rehearsal.recurringText')}
        >
          {recurring.map((charge) => (
            <li key={`${charge.cardId} ${charge.merchantName}`}>
              <span>
                {charge.merchantName}
                <small>
                  {t('cards.rehearsal.next', {
                    days: charge.everyDays,
                    count: charge.everyDays,
                    day: showDay(charge.nextTime),
                  })}
                  {on(charge.lastFour)}
                </small>
              </span>
              <Money cents={charge.amount} strong />
            </li>
          ))}
        </Rows>
      )}
      {refunds.length > 0 && (
        <Rows
          title={t('cards.rehearsal.refunds')}
          sum={t('cards.rehearsal.times', { count: refunds.length })}
          note={move === 'delete' ? t('cards.rehearsal.refundsText') : undefined}
        >
          {refunds.map((refund, index) => (
            <li key={index}>
              <span>
                {refund.merchantName}
                <small>
                  {t('cards.rehearsal.refunded', { amount: show(refund.refunded) })}
                  {on(refund.lastFour)}
                </small>
              </span>
              <Money cents={refund.rest} strong />
            </li>
          ))}
        </Rows>
      )}
    </div>
  )
}

function Rows({ title, sum, note, children }: { title: string; sum: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.holds} aria-label={title}>
      <header>
        <strong>{title}</strong>
        <span>{sum}</span>
      </header>
      <ul tabIndex={0}>{children}</ul>
      {note && <footer>{note}</footer>}
    </section>
  )
}
