import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { accountMoves } from '#contract/accounts/desk.ts'
import type { Output } from '#contract/core/call.ts'
import { showTime } from '#web/parts/dates.ts'
import { Facts, Muted } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Accounts.module.css'

type Moves = Output<typeof accountMoves>
type Past = { approvalId: string; reason: string; maker: string; checker: string; time: number }

/** Adjustments and custom limits, each with its people and the approval that shows what they saw. */
export function PastMoves({ moves: { adjustments, history } }: { moves: Moves }) {
  const t = useText()
  const reads = {
    adjust: useHolds('staff:adjust.make', 'staff:money.check', 'staff:audit.view'),
    limit: useHolds('staff:account.make', 'staff:account.check', 'staff:audit.view'),
  }
  if (history.length + adjustments.length === 0) return null
  const line = (what: string, money: ReactNode, one: Past, may: boolean): [ReactNode, ReactNode] => [
    <>
      {what} {money}
    </>,
    <>
      {one.reason}{' '}
      <Muted>
        {t('moves.by', { maker: one.maker, checker: one.checker, time: showTime(one.time) })}{' '}
        {may && <Link to={paths.approval(one.approvalId)}>{t('moves.seeApproval')}</Link>}
      </Muted>
    </>,
  ]
  return (
    <details>
      <summary className={css.summary}>{t('moves.history', { count: history.length + adjustments.length })}</summary>
      <Facts
        facts={[
          ...adjustments.map((one) =>
            line(
              one.causeText,
              <Money cents={one.direction === 'IN' ? one.amount : -one.amount} sign="always" />,
              one,
              reads.adjust,
            ),
          ),
          ...history.map((one) =>
            line(
              one.name,
              one.amount === null ? t('moves.standard') : <Money cents={one.amount} unit={one.unit} />,
              one,
              reads.limit,
            ),
          ),
        ]}
      />
    </details>
  )
}
