import type { Output } from '#contract/core/call.ts'
import { leavingFilters, listLeaving } from '#contract/identity/desk/closing.ts'
import { column, moneyColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { showTime } from '#web/parts/dates.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { say, title, useText } from '../text.ts'

type Row = Output<typeof listLeaving>['data'][number]

export const leavingTag = ({ accountStatus, accountStatusText }: Pick<Row, 'accountStatus' | 'accountStatusText'>) => (
  <StatusTag tone={accountStatus === 'CLOSED' ? 'quiet' : 'info'} text={accountStatusText} />
)

const columns: readonly Column<Row>[] = [
  column('account', title('closing.account'), (row) => <strong>{`${row.userNo} ${row.nickname}`}</strong>, {
    phone: 'head',
  }),
  moneyColumn('waiting', title('closing.waiting'), { strong: true }),
  column('since', title('closing.since'), (row) => (row.waitingSince === null ? '–' : showTime(row.waitingSince))),
  column('status', title('closing.status'), (row) => (
    <>
      {leavingTag(row)} {row.sent === 1 && <StatusTag tone="warn" text={say('closing.filter.SENT')} />}
    </>
  )),
  timeColumn('createTime', title('closing.closedAt'), { key: 'time' }),
]

/** Closing accounts: those with money to pay out first, the longest waiting on top. */
export default function LeavingPage() {
  const t = useText()
  const queue = useQueue(listLeaving, leavingFilters, { name: 'show' })
  return (
    <QueuePage
      label={t('closing.list')}
      of={queue}
      scopeText={(scope) => t(`closing.filter.${scope}`)}
      columns={columns}
      rowKey={({ caseId }) => caseId}
      path={paths.leavingCase}
      empty={{ icon: 'check', title: t('closing.empty'), text: t('closing.emptyText') }}
    />
  )
}
