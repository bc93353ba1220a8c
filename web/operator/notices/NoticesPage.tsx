import { useMemo } from 'react'
import { Link, Outlet, useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { audiences, listDeskNotices, noticeKinds, noticeStates, type DeskNotice } from '#contract/notices/content.ts'
import { showTime } from '#web/parts/dates.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { say, useText } from './text.ts'
import css from './Content.module.css'

const tone = { DRAFT: 'quiet', SCHEDULED: 'info', PUBLISHED: 'ok', ENDED: 'quiet', WITHDRAWN: 'warn' } as const

/** A few of them by name; many as a number. */
const forWhom = ({ audience, audienceIds: ids }: DeskNotice): string => {
  const what = audiences[audience][langNow()]
  if (!ids.length) return what
  return `${what} · ${ids.length > 2 ? ids.length : ids.join(', ')}`
}

const columns: readonly Column<DeskNotice>[] = [
  {
    key: 'title',
    title: () => say('notices.title'),
    cell: (row) => <strong>{langNow() === 'cn' ? row.titleCn : row.titleEn}</strong>,
    phone: 'head',
  },
  { key: 'kind', title: () => say('notices.kind'), cell: (row) => <Tag>{noticeKinds[row.kind][langNow()]}</Tag> },
  { key: 'audience', title: () => say('notices.audience'), cell: (row) => forWhom(row) },
  {
    key: 'state',
    title: () => say('notices.state'),
    cell: (row) =>
      row.pendingApprovalId ? (
        <Link to={paths.approval(row.pendingApprovalId)}>{say('notices.pending')}</Link>
      ) : (
        <StatusTag tone={tone[row.state]} text={noticeStates[row.state][langNow()]} />
      ),
  },
  { key: 'start', title: () => say('notices.start'), cell: (row) => showTime(row.startTime) },
  { key: 'end', title: () => say('notices.end'), cell: (row) => (row.endTime ? showTime(row.endTime) : '–') },
  { key: 'reads', title: () => say('notices.reads'), align: 'right', cell: (row) => row.readCount },
  { key: 'by', title: () => say('notices.by'), cell: (row) => row.madeBy ?? '–' },
  { key: 'actions', title: () => say('parts.actions'), cell: (row) => <Actions notice={row} /> },
]

function Actions({ notice: { id, state, pendingApprovalId } }: { notice: DeskNotice }) {
  const t = useText()
  if (!useHolds('staff:content.make')) return null
  const draft = state === 'DRAFT' && !pendingApprovalId
  return (
    <span className={css.actions}>
      {draft && <Link to={paths.notice(id, 'edit')}>{t('notices.edit')}</Link>}
      {draft && <Link to={paths.notice(id, 'publish')}>{t('notices.publish')}</Link>}
      {(state === 'PUBLISHED' || state === 'SCHEDULED') && (
        <Link to={paths.notice(id, 'withdraw')}>{t('notices.withdraw')}</Link>
      )}
      {state !== 'DRAFT' && <Link to={paths.notice(id, 'copy')}>{t('notices.copy')}</Link>}
    </span>
  )
}

export default function NoticesPage() {
  const t = useText()
  const navigate = useNavigate()
  const lang = langNow()
  const may = useHolds('staff:content.make')
  const filters = useMemo<Filter[]>(() => {
    const options = (table: Record<string, { cn: string; en: string }>) =>
      Object.entries(table).map(([value, words]) => ({ value, label: words[lang] }))
    return [
      { kind: 'text', name: 'keyword', label: t('notices.keyword') },
      { kind: 'choice', name: 'kind', label: t('notices.kind'), options: options(noticeKinds) },
      { kind: 'choice', name: 'state', label: t('notices.state'), options: options(noticeStates) },
    ]
  }, [t, lang])
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(listDeskNotices, list.asked as Input<typeof listDeskNotices>)
  const add = may && (
    <Button look="primary" icon="plus" guardMs={0} onClick={() => void navigate(paths.noticeNew)}>
      {t('notices.add')}
    </Button>
  )
  return (
    <PageFrame>
      {add && <div className={css.head}>{add}</div>}
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('notices.list')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty icon="bell" title={t('notices.noNotices')} text={t('notices.noNoticesText')} />}
      />
      <Outlet />
    </PageFrame>
  )
}
