import { Link } from 'react-router'
import { declineRungs, type Rung } from '#contract/trades/declineLadder.ts'
import {
  declineBoard,
  type BoardRow,
  riskState,
  shutAccount,
  askResume,
  haltDecisions,
} from '#contract/trades/desk/board.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { column, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, optionsOf, type Filter } from '#web/parts/lists/QueryList.tsx'
import { langNow } from '#web/text.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { say, title, useText } from '../text.ts'
import { RestoreButton } from './RestoreButton.tsx'
import { percent } from '#web/operator/parts/percent.ts'
import css from './Risk.module.css'

const LIVE_MS = 15_000

/** Whether authorizations are being decided, and the accounts by decline rate. */
export default function RiskPage() {
  const t = useText()
  const filters: Filter[] = [{ kind: 'choice', name: 'rung', label: t('risk.rung'), options: optionsOf(declineRungs) }]
  const listed = useList(declineBoard, { filters, everyMs: LIVE_MS })
  return (
    <PageFrame>
      <StateOfAll />
      <QueryList
        label={t('risk.board')}
        of={listed}
        columns={boardColumns}
        rowKey={({ accountId }) => accountId}
        empty={{ icon: 'shield', title: t('risk.empty'), text: t('risk.emptyText') }}
      />
    </PageFrame>
  )
}

const rungTone = { FINE: 'ok', WARN: 'warn', URGENT: 'warn', STOP: 'bad' } as const satisfies Record<Rung, Tone>

const boardColumns: readonly Column<BoardRow>[] = [
  column(
    'account',
    title('risk.account'),
    (row) => (
      <Stack as="span" gap={1}>
        <Link to={paths.account(row.accountId)}>{row.nickname || row.userNo}</Link>
        <Muted>{row.userNo}</Muted>
      </Stack>
    ),
    { phone: 'head' },
  ),
  column('rung', title('risk.rung'), (row) => (
    <Stack as="span" gap={1}>
      <span>
        <StatusTag tone={rungTone[row.rung]} text={declineRungs[row.rung][langNow()]} />
      </span>
      {row.stoppedBy && <Muted>{say('risk.stoppedBy', { name: row.stoppedBy })}</Muted>}
      {row.probationUntil && <Muted>{say('risk.probation', { time: showDay(row.probationUntil) })}</Muted>}
    </Stack>
  )),
  column('rate', title('risk.rate'), (row) => <strong>{percent(row.rateBps)}</strong>, { align: 'right' }),
  column('attempts', title('risk.attempts'), (row) => `${row.approved + row.declined} / ${row.declined}`, {
    align: 'right',
  }),
  column('trend', title('risk.trend'), (row) => <Trend days={row.trend} />),
  column('move', title('parts.actions'), (row) => <AccountMove row={row} />),
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
  const about = row.nickname || row.userNo
  if (row.stopped === 1) return <RestoreButton accountId={row.accountId} about={about} />
  return (
    <ReasonButton
      call={shutAccount}
      input={{ accountId: row.accountId }}
      size="s"
      look="danger"
      label={t('risk.stop')}
      about={about}
      text={t('risk.stopText')}
      done={t('risk.stopped')}
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
