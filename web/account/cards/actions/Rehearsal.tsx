import type { ReactNode } from 'react'
import { show } from '#contract/core/money.ts'
import { rehearse } from '#contract/trades/rehearsals.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Facts, Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useText } from './text.ts'
import css from '../Actions.module.css'

/** A preview of the effect on these cards: captures that may still come, charges that will be declined, money that returns. */
export function Rehearsal({ cardIds, move }: { cardIds: readonly string[]; move: 'freeze' | 'delete' }) {
  const t = useText()
  const query = useAsk(rehearse, { cardIds: [...cardIds], move }, { quiet: true, everyMs: 5_000, keep: true })
  const plan = query.data
  if (!plan) return query.isError ? <Note tone="warn">{query.error.says}</Note> : <Skeleton height={96} radius={8} />
  const many = cardIds.length > 1
  const { money, holds, holdCount, recurring, refunds, groups } = plan
  const pending = plan.cards.reduce((sum, card) => sum + (card.ok ? card.pending : 0), 0)
  const calm = holdCount === 0 && recurring.length === 0 && refunds.length === 0
  return (
    <Stack gap={4} role="group" aria-label={t('acting.rehearsal.title')}>
      {move === 'delete' && many && (
        <Facts framed facts={[[t('acting.delete.now'), <Money cents={money.now} size="l" />]]} />
      )}
      {many && groups.some(({ name }) => name !== null) && (
        <Muted as="p">
          {groups
            .map(({ name, count }) =>
              t('acting.rehearsal.group', { name: name ?? t('acting.rehearsal.ungrouped'), count }),
            )
            .join('，')}
        </Muted>
      )}
      {calm && (
        <Note icon="check">
          {t('acting.holds.none')} · {t('acting.holds.noneText')}
        </Note>
      )}
      {holdCount > 0 && !plan.detailed && (
        <Note tone="warn">{t('acting.holds.sumOnly', { total: show(pending) })}</Note>
      )}
      <Expected
        many={many}
        title={t('acting.holds.title')}
        sum={t('acting.holds.sum', { count: holdCount, total: show(pending) })}
        note={
          money.laterBy !== null &&
          t('acting.rehearsal.back', { total: show(money.later), time: showTime(money.laterBy) })
        }
        rows={holds.map(({ amount, expireTime, tradeTime, ...hold }) => ({
          ...hold,
          text: expireTime ? t('acting.holds.until', { time: showTime(expireTime) }) : showTime(tradeTime),
          cents: amount,
        }))}
      />
      <Expected
        many={many}
        title={t('acting.rehearsal.recurring')}
        sum={t('acting.rehearsal.times', { count: recurring.length })}
        note={t('acting.rehearsal.recurringText')}
        rows={recurring.map(({ amount, everyDays, nextTime, ...charge }) => ({
          ...charge,
          text: t('acting.rehearsal.next', { days: everyDays, count: everyDays, day: showDay(nextTime) }),
          cents: amount,
        }))}
      />
      <Expected
        many={many}
        title={t('acting.rehearsal.refunds')}
        sum={t('acting.rehearsal.times', { count: refunds.length })}
        note={move === 'delete' && t('acting.rehearsal.refundsText')}
        rows={refunds.map(({ refunded, rest, ...refund }) => ({
          ...refund,
          text: t('acting.rehearsal.refunded', { amount: show(refunded) }),
          cents: rest,
        }))}
      />
    </Stack>
  )
}

type Expectation = { merchantName: string; lastFour: string; text: string; cents: number }

/** One kind of what merchants may still do, if there is any. */
function Expected({
  title,
  sum,
  note,
  rows,
  many,
}: {
  title: string
  sum: string
  note: ReactNode
  rows: readonly Expectation[]
  /** Names the card in each row. */
  many: boolean
}) {
  if (rows.length === 0) return null
  return (
    <section className={css.expected} aria-label={title}>
      <Row as="header" between>
        <strong>{title}</strong>
        <span>{sum}</span>
      </Row>
      <Rows tabIndex={0}>
        {rows.map(({ merchantName, lastFour, text, cents }, index) => (
          <li key={index}>
            <Stack gap={1}>
              {merchantName}
              <Muted>
                {text}
                {many && ` · ···· ${lastFour}`}
              </Muted>
            </Stack>
            <Money cents={cents} strong />
          </li>
        ))}
      </Rows>
      {note && (
        <footer>
          <Muted>{note}</Muted>
        </footer>
      )}
    </section>
  )
}
