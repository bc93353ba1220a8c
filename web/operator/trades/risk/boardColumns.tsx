import { Link } from 'react-router'
import { declineRungs, type Rung } from '#contract/trades/declineLadder.ts'
import type { BoardRow } from '#contract/trades/desk/board.ts'
import { showDay } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { AccountMove } from './AccountMove.tsx'
import { langNow } from '#web/text.ts'
import { say } from '../text.ts'
import css from './Risk.module.css'

const rungTone = { FINE: 'ok', WARN: 'warn', URGENT: 'warn', STOP: 'bad' } as const satisfies Record<Rung, Tone>

export const boardColumns: readonly Column<BoardRow>[] = [
  {
    key: 'account',
    title: () => say('risk.account'),
    phone: 'head',
    cell: (row) => (
      <span className={css.who}>
        <Link to={paths.account(row.accountId)}>{row.nickname || row.userNo}</Link>
        <small>{row.userNo}</small>
      </span>
    ),
  },
  {
    key: 'rung',
    title: () => say('risk.rung'),
    cell: (row) => (
      <span className={css.who}>
        <span>
          <StatusTag tone={rungTone[row.rung]} text={declineRungs[row.rung][langNow()]} />
        </span>
        {row.stoppedBy && <small>{say('risk.stoppedBy', { name: row.stoppedBy })}</small>}
        {row.probationUntil && <small>{say('risk.probation', { time: showDay(row.probationUntil) })}</small>}
      </span>
    ),
  },
  {
    key: 'rate',
    title: () => say('risk.rate'),
    align: 'right',
    cell: (row) => <strong>{(row.rateBps / 100).toFixed(2)}%</strong>,
  },
  {
    key: 'attempts',
    title: () => say('risk.attempts'),
    align: 'right',
    cell: (row) => `${row.approved + row.declined} / ${row.declined}`,
  },
  { key: 'trend', title: () => say('risk.trend'), cell: (row) => <Trend days={row.trend} /> },
  { key: 'move', title: () => say('parts.actions'), cell: (row) => <AccountMove row={row} /> },
]

function Trend({ days }: { days: BoardRow['trend'] }) {
  const most = Math.max(1, ...days.map(({ declined }) => declined))
  const label = say('risk.trendText', { days: days.map(({ declined }) => declined).join(', ') })
  return (
    <span className={css.bars} role="img" aria-label={label} title={label}>
      {days.map(({ date, declined }) => (
        <i key={date} data-some={declined > 0} style={{ height: `${(declined / most) * 100}%` }} />
      ))}
    </span>
  )
}
