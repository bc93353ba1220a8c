import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { declineRungs, rungs, type Rung } from '#contract/trades/declineLadder.ts'
import {
  declineBoard,
  type BoardRow,
  askRestore,
  riskState,
  shutAccount,
  askResume,
  haltDecisions,
} from '#contract/trades/desk/board.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { langNow } from '#web/text.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText, say } from '../text.ts'
import css from './Risk.module.css'

const LIVE_MS = 15_000

/** Whether authorizations are being decided, and the accounts by decline rate. */
export default function RiskPage() {
  const t = useText()
  const lang = langNow()
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'rung',
        label: t('risk.rung'),
        options: rungs.map((value) => ({ value, label: declineRungs[value][lang] })),
      },
    ],
    [t, lang],
  )
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(declineBoard, list.asked as Input<typeof declineBoard>, { everyMs: LIVE_MS })
  return (
    <PageFrame>
      <StateOfAll />
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('risk.board')}
        query={query}
        list={list}
        columns={boardColumns}
        rowKey={({ accountId }) => accountId}
        empty={<Empty icon="shield" title={t('risk.empty')} text={t('risk.emptyText')} />}
      />
    </PageFrame>
  )
}

const rungTone = { FINE: 'ok', WARN: 'warn', URGENT: 'warn', STOP: 'bad' } as const satisfies Record<Rung, Tone>

const boardColumns: readonly Column<BoardRow>[] = [
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

/** Stops the account, or requests its restoration from a second approver. */
function AccountMove({ row }: { row: BoardRow }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const makes = useHolds('staff:risk.make')
  if (row.pendingApprovalId) return <Link to={paths.approval(row.pendingApprovalId)}>{t('risk.waiting')}</Link>
  if (!makes) return null
  const stopped = row.stopped === 1
  const title = stopped ? t('risk.restore') : t('risk.stop')
  return (
    <>
      <Button size="s" look={stopped ? 'plain' : 'danger'} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <ReasonDialog
          call={stopped ? askRestore : shutAccount}
          input={{ accountId: row.accountId }}
          title={`${title} · ${row.nickname || row.userNo}`}
          text={stopped ? t('risk.restoreText') : t('risk.stopText')}
          submit={title}
          done={stopped ? t('risk.asked') : t('risk.stopped')}
          refreshes={[declineBoard, riskState, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** The global switch. While stopped, it always shows who stopped it and why. */
function StateOfAll() {
  const t = useText()
  const makes = useHolds('staff:risk.make')
  const [open, setOpen] = useState(false)
  const { data: state } = useAsk(riskState, {}, { everyMs: 5000 })
  if (!state) return <Skeleton height={64} radius={12} />
  const halted = state.halted === 1
  return (
    <>
      <div className={css.state} data-halted={halted} role="status">
        <Icon name={halted ? 'warn' : 'check'} />
        <p>
          <strong>{halted ? t('risk.haltedTitle') : t('risk.running')}</strong>
          <span>
            {halted
              ? t('risk.haltedText', {
                  name: state.haltedBy ?? '',
                  time: showTime(state.haltTime),
                  reason: state.haltReason ?? '',
                })
              : t('risk.runningText', { number: state.live.number }) +
                (state.shadow ? t('risk.shadowText', { number: state.shadow.number }) : '')}
          </span>
        </p>
        {state.resumeApprovalId ? (
          <Link to={paths.approval(state.resumeApprovalId)}>{t('risk.waiting')}</Link>
        ) : (
          makes && (
            <Button look={halted ? 'primary' : 'danger'} onClick={() => setOpen(true)}>
              {halted ? t('risk.resume') : t('risk.halt')}
            </Button>
          )
        )}
      </div>
      {open && (
        <ReasonDialog
          call={halted ? askResume : haltDecisions}
          input={{}}
          title={halted ? t('risk.resume') : t('risk.halt')}
          text={halted ? t('risk.resumeText') : t('risk.haltText')}
          submit={halted ? t('risk.resume') : t('risk.halt')}
          done={halted ? t('risk.asked') : t('risk.haltDone')}
          refreshes={[riskState, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
