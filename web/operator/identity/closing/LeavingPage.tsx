import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Output, Input } from '#contract/core/call.ts'
import { leavingFilters, listLeaving } from '#contract/identity/desk/closing.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { say, useText } from '../text.ts'

type Row = Output<typeof listLeaving>['data'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'account',
    title: () => say('closing.account'),
    cell: (row) => <strong>{`${row.userNo} ${row.nickname}`}</strong>,
    phone: 'head',
  },
  {
    key: 'waiting',
    title: () => say('closing.waiting'),
    align: 'right',
    cell: (row) => <Money cents={row.waiting} strong />,
  },
  {
    key: 'since',
    title: () => say('closing.since'),
    cell: (row) => (row.waitingSince === null ? '–' : showTime(row.waitingSince)),
  },
  {
    key: 'status',
    title: () => say('closing.status'),
    cell: (row) => (
      <>
        <StatusTag tone={row.accountStatus === 'CLOSED' ? 'quiet' : 'info'} text={row.accountStatusText} />{' '}
        {row.sent === 1 && <StatusTag tone="warn" text={say('closing.filter.SENT')} />}
      </>
    ),
  },
  { key: 'time', title: () => say('closing.closedAt'), cell: (row) => showTime(row.createTime) },
]
const names: string[] = []

/** Closing accounts: those with money to pay out first, the longest waiting on top. */
export default function LeavingPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const show = leavingFilters.find((one) => one === params.get('show')) ?? 'WAITING'
  const list = useListState(names)
  const query = useAsk(listLeaving, { ...list.asked, show } as Input<typeof listLeaving>, { everyMs: 15_000 })
  return (
    <PageFrame>
      <div>
        <Segmented
          label={t('closing.list')}
          value={show}
          options={leavingFilters.map((value) => ({ value, label: t(`closing.filter.${value}`) }))}
          onChange={(value) => setParams(value === 'WAITING' ? {} : { show: value })}
        />
      </div>
      <QueryTable
        label={t('closing.list')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ caseId }) => caseId}
        onOpen={({ caseId }) => void navigate({ pathname: paths.leavingCase(caseId), search })}
        empty={<Empty icon="check" title={t('closing.empty')} text={t('closing.emptyText')} />}
      />
      <Outlet />
    </PageFrame>
  )
}
