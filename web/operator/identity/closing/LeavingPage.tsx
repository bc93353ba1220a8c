import type { Output } from '#contract/core/call.ts'
import { leavingFilters, listLeaving } from '#contract/identity/desk/closing.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { say, useText } from '../text.ts'

type Row = Output<typeof listLeaving>['data'][number]

export const leavingTag = ({ accountStatus, accountStatusText }: Pick<Row, 'accountStatus' | 'accountStatusText'>) => (
  <StatusTag tone={accountStatus === 'CLOSED' ? 'quiet' : 'info'} text={accountStatusText} />
)

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
        {leavingTag(row)} {row.sent === 1 && <StatusTag tone="warn" text={say('closing.filter.SENT')} />}
      </>
    ),
  },
  { key: 'time', title: () => say('closing.closedAt'), cell: (row) => showTime(row.createTime) },
]

/** Closing accounts: those with money to pay out first, the longest waiting on top. */
export default function LeavingPage() {
  const t = useText()
  const queue = useQueue(leavingFilters, 'show')
  const query = useAsk(listLeaving, { ...queue.page, show: queue.scope }, { everyMs: 15_000 })
  return (
    <QueuePage
      label={t('closing.list')}
      queue={queue}
      scopeText={(scope) => t(`closing.filter.${scope}`)}
      query={query}
      columns={columns}
      rowKey={({ caseId }) => caseId}
      path={paths.leavingCase}
      empty={<Empty icon="check" title={t('closing.empty')} text={t('closing.emptyText')} />}
    />
  )
}
