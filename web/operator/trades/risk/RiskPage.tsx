import { Link } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { declineRungs, type Rung } from '#contract/trades/declineLadder.ts'
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
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { langNow } from '#web/text.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { useHolds } from '#web/operator/desk.ts'
import { optionsOf, useFiltered } from '#web/operator/parts/filters.ts'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { useText, say } from '../text.ts'
import css from './Risk.module.css'

const LIVE_MS = 15_000

/** Whether authorizations are being decided, and the accounts by decline rate. */
export default function RiskPage() {
  const t = useText()
  const filters: Filter[] = [{ kind: 'choice', name: 'rung', label: t('risk.rung'), options: optionsOf(declineRungs) }]
  const list = useFiltered(filters)
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
      <Stack as="span" gap={1}>
        <Link to={paths.account(row.accountId)}>{row.nickname || row.userNo}</Link>
        <Muted>{row.userNo}</Muted>
      </Stack>
    ),
  },
  {
    key: 'rung',
    title: () => say('risk.rung'),
    cell: (row) => (
      <Stack as="span" gap={1}>
        <span>
          <StatusTag tone={rungTone[row.rung]} text={declineRungs[row.rung][langNow()]} />
        </span>
        {row.stoppedBy && <Muted>{say('risk.stoppedBy', { name: row.stoppedBy })}</Muted>}
        {row.probationUntil && <Muted>{say('risk.probation', { time: showDay(row.probationUntil) })}</Muted>}
      </Stack>
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
    <Tip className={css.bars} role="img" aria-label={label} text={label}>
      {days.map(({ date, declined }) => (
        <i key={date} data-some={declined > 0} style={{ height: `${(declined / most) * 100}%` }} />
      ))}
    </Tip>
  )
}

/** Stops the account, or requests its restoration from a second approver. */
function AccountMove({ row }: { row: BoardRow }) {
  const t = useText()
  const makes = useHolds('staff:risk.make')
  if (row.pendingApprovalId) return <Link to={paths.approval(row.pendingApprovalId)}>{t('risk.waiting')}</Link>
  if (!makes) return null
  const stopped = row.stopped === 1
  return (
    <ReasonButton
      call={stopped ? askRestore : shutAccount}
      input={{ accountId: row.accountId }}
      size="s"
      look={stopped ? 'plain' : 'danger'}
      label={t(stopped ? 'risk.restore' : 'risk.stop')}
      about={row.nickname || row.userNo}
      text={t(stopped ? 'risk.restoreText' : 'risk.stopText')}
      done={t(stopped ? 'risk.asked' : 'risk.stopped')}
      refreshes={[declineBoard, riskState, listApprovals]}
    />
  )
}

/** The global switch. While stopped, it always shows who stopped it and why. */
function StateOfAll() {
  const t = useText()
  const makes = useHolds('staff:risk.make')
  const { data: state } = useAsk(riskState, {}, { everyMs: 5000 })
  if (!state) return <Skeleton height={64} radius={12} />
  const halted = state.halted === 1
  return (
    <div className={css.state} data-halted={halted} role="status">
      <Icon name={halted ? 'warn' : 'check'} />
      <p>
        <strong>{t(halted ? 'risk.haltedTitle' : 'risk.running')}</strong>
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
          <ReasonButton
            call={halted ? askResume : haltDecisions}
            input={{}}
            look={halted ? 'primary' : 'danger'}
            label={t(halted ? 'risk.resume' : 'risk.halt')}
            text={t(halted ? 'risk.resumeText' : 'risk.haltText')}
            done={t(halted ? 'risk.asked' : 'risk.haltDone')}
            refreshes={[riskState, listApprovals]}
          />
        )
      )}
    </div>
  )
}
