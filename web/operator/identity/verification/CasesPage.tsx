import { listCases, type CaseRow } from '#contract/identity/desk/cases.ts'
import { showTime } from '#web/parts/dates.ts'
import { column, type Column } from '#web/parts/lists/columns.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { age } from '#web/operator/parts/age.ts'
import { openInput, QueuePage, scopes, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { statusTag, typeTag } from './caseTags.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { say, title, useText } from '../text.ts'

const isOpen = ({ status }: CaseRow): boolean => status === 'PENDING' || status === 'REVIEWING'

const columns: readonly Column<CaseRow>[] = [
  column(
    'account',
    title('verification.account'),
    (row) => (
      <>
        {row.nickname} <Muted>{row.userNo}</Muted>
      </>
    ),
    { phone: 'head' },
  ),
  column('type', title('verification.type'), typeTag),
  column('status', title('verification.status'), statusTag),
  column('taker', title('verification.taker'), (row) =>
    row.mine ? say('verification.me') : (row.taker ?? <Muted>{isOpen(row) ? say('verification.nobody') : '–'}</Muted>),
  ),
  column('sent', title('verification.sent'), (row) => (
    <>
      {showTime(row.sentTime)}
      {isOpen(row) && <Muted> · {age(serverNow() - row.sentTime)}</Muted>}
    </>
  )),
]

/** Verification cases: the longest waiting first. */
export default function CasesPage() {
  const t = useText()
  const queue = useQueue(listCases, scopes, { input: openInput })
  return (
    <QueuePage
      label={t('verification.list')}
      of={queue}
      scopeText={(scope) => t(`verification.scope.${scope}`)}
      search={t('verification.keyword')}
      columns={columns}
      rowKey={({ orderNo }) => orderNo}
      path={paths.identityCase}
      empty={{ icon: 'check', title: t('verification.empty'), text: t('verification.emptyText') }}
    />
  )
}
