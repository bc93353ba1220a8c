import type { ReactNode } from 'react'
import { show } from '#contract/core/money.ts'
import type { Card } from '#contract/cards/shapes.ts'
import { rehearse } from '#contract/trades/rehearsals.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText } from './text.ts'
import css from '../Actions.module.css'

/** So many of a kind are written out; the rest are counted. */
const NAMED = 5

type Line = { icon: IconName; tone?: 'bad' | 'warn'; text: ReactNode; note?: ReactNode; cents?: number }

/** What deleting a card does, as one list: the money first, then what merchants may still do, and that it is final. */
export function Consequences({ card }: { card: Pick<Card, 'cardId' | 'available' | 'balance' | 'pending' | 'unit'> }) {
  const t = useText()
  const query = useAsk(
    rehearse,
    { cardIds: [card.cardId], move: 'delete' },
    { quiet: true, everyMs: 5_000, keep: true },
  )
  const plan = query.data
  if (!plan) return query.isError ? <Note tone="warn">{query.error.says}</Note> : <Skeleton height={180} radius={8} />
  const { holds, holdCount, recurring, refunds, money } = plan
  const named = <R extends { merchantName: string }>(rows: readonly R[], count: number, textOf: (row: R) => string) =>
    [
      ...rows.slice(0, NAMED).map((row) => `${row.merchantName} ${textOf(row)}`),
      ...(count > NAMED ? [t('acting.delete.others', { count: count - NAMED })] : []),
    ].join(' · ')
  const lines: Line[] = [
    card.balance < 0
      ? { icon: 'warn', tone: 'bad', text: t('acting.delete.debt'), cents: card.balance }
      : { icon: 'wallet', text: t('acting.delete.now'), cents: Math.max(0, card.available) },
    ...(card.pending > 0
      ? [
          {
            icon: 'log',
            text: money.laterBy
              ? t('acting.delete.laterBy', { time: showTime(money.laterBy) })
              : t('acting.delete.later'),
            note: plan.detailed ? named(holds, holdCount, ({ amount }) => show(amount)) : t('acting.delete.laterNote'),
            cents: card.pending,
          } as const,
        ]
      : []),
    ...refunds
      .slice(0, NAMED)
      .map(
        ({ merchantName, refunded, rest }) =>
          ({
            icon: 'refresh',
            text: t('acting.delete.refund', { merchant: merchantName }),
            note: t('acting.rehearsal.refunded', { amount: show(refunded) }),
            cents: rest,
          }) as const,
      ),
    recurring.length > 0
      ? {
          icon: 'warn',
          tone: 'warn',
          text: t('acting.delete.recurring'),
          note: named(recurring, recurring.length, ({ amount, nextTime }) => `${show(amount)}, ${showDay(nextTime)}`),
        }
      : { icon: 'warn', tone: 'warn', text: t('acting.delete.unbind') },
    { icon: 'trash', tone: 'bad', text: t('acting.delete.forever') },
  ]
  return (
    <ul className={css.consequences} aria-label={t('acting.rehearsal.title')}>
      {lines.map(({ icon, tone, text, note, cents }, at) => (
        <li key={at} data-tone={tone}>
          <Icon name={icon} size={18} />
          <span>
            {text}
            {note && <Muted as="small">{note}</Muted>}
          </span>
          {cents !== undefined && <Money cents={cents} unit={card.unit} strong />}
        </li>
      ))}
    </ul>
  )
}
