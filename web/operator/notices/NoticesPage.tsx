import { audiences, listDeskNotices, noticeKinds, noticeStates, type DeskNotice } from '#contract/notices/content.ts'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { column, numberColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsOf, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { ContentList, Moves, stateColumn, titleColumn } from './ContentList.tsx'
import { title, useText } from './text.ts'

const tone = { DRAFT: 'quiet', SCHEDULED: 'info', PUBLISHED: 'ok', ENDED: 'quiet', WITHDRAWN: 'warn' } as const

/** A few of them by name; many as a number. */
const forWhom = ({ audience, audienceIds: ids }: DeskNotice): string => {
  const what = audiences[audience][langNow()]
  if (!ids.length) return what
  return `${what} · ${ids.length > 2 ? ids.length : ids.join(', ')}`
}

const columns: readonly Column<DeskNotice>[] = [
  titleColumn,
  column('kind', title('notices.kind'), (row) => <Tag>{noticeKinds[row.kind][langNow()]}</Tag>, { width: 104 }),
  column('audience', title('notices.audience'), (row) => forWhom(row), { width: 120 }),
  stateColumn(tone, noticeStates),
  timeColumn('startTime', title('notices.start'), { key: 'start' }),
  timeColumn('endTime', title('notices.end'), { key: 'end', width: 120 }),
  numberColumn('readCount', title('notices.reads'), { key: 'reads', width: 80 }),
  textColumn('madeBy', title('notices.by'), { key: 'by', width: 110 }),
  column('actions', title('parts.actions'), ({ id, state, pendingApprovalId }) => {
    const draft = state === 'DRAFT' && !pendingApprovalId
    const live = state === 'PUBLISHED' || state === 'SCHEDULED'
    const moves = [draft && 'edit', draft && 'publish', live && 'withdraw', state !== 'DRAFT' && 'copy'] as const
    return <Moves id={id} path={paths.notice} moves={moves} />
  }),
]

export default function NoticesPage() {
  const t = useText()
  const filters: Filter[] = [
    { kind: 'text', name: 'keyword', label: t('notices.keyword') },
    { kind: 'choice', name: 'kind', label: t('notices.kind'), options: optionsOf(noticeKinds) },
    { kind: 'choice', name: 'state', label: t('notices.state'), options: optionsOf(noticeStates) },
  ]
  const listed = useList(listDeskNotices, { filters })
  return (
    <ContentList
      label={t('notices.list')}
      add={t('notices.add')}
      addPath={paths.noticeNew}
      of={listed}
      columns={columns}
      empty={{ icon: 'bell', title: t('notices.noNotices'), text: t('notices.noNoticesText') }}
    />
  )
}
