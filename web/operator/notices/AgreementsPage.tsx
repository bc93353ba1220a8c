import { useMemo } from 'react'
import { Link, Outlet, useNavigate } from 'react-router'
import {
  agreementKinds,
  agreementStates,
  listDeskAgreements,
  type DeskAgreement,
} from '#contract/notices/agreements.ts'
import type { Input } from '#contract/core/call.ts'
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

const tone = { DRAFT: 'quiet', SCHEDULED: 'info', IN_FORCE: 'ok', REPLACED: 'quiet' } as const

const columns: readonly Column<DeskAgreement>[] = [
  {
    key: 'title',
    title: () => say('notices.title'),
    cell: (row) => <strong>{langNow() === 'cn' ? row.titleCn : row.titleEn}</strong>,
    phone: 'head',
  },
  {
    key: 'kind',
    title: () => say('notices.agreement'),
    cell: (row) => <Tag>{agreementKinds[row.kind][langNow()]}</Tag>,
  },
  { key: 'version', title: () => say('notices.version'), cell: (row) => `v${row.version}` },
  {
    key: 'state',
    title: () => say('notices.state'),
    cell: (row) =>
      row.pendingApprovalId ? (
        <Link to={paths.approval(row.pendingApprovalId)}>{say('notices.pending')}</Link>
      ) : (
        <StatusTag tone={tone[row.state]} text={agreementStates[row.state][langNow()]} />
      ),
  },
  { key: 'effective', title: () => say('notices.effective'), cell: (row) => showTime(row.effectiveTime) },
  { key: 'accepts', title: () => say('notices.accepts'), align: 'right', cell: (row) => row.acceptCount },
  { key: 'by', title: () => say('notices.by'), cell: (row) => row.madeBy },
  { key: 'actions', title: () => say('parts.actions'), cell: (row) => <Actions row={row} /> },
]

function Actions({ row: { id, state, pendingApprovalId } }: { row: DeskAgreement }) {
  const t = useText()
  if (!useHolds('staff:content.make') || pendingApprovalId) return null
  return (
    <span className={css.actions}>
      {state === 'DRAFT' && <Link to={paths.agreement(id, 'edit')}>{t('notices.edit')}</Link>}
      {state === 'DRAFT' && <Link to={paths.agreement(id, 'publish')}>{t('notices.publish')}</Link>}
      {state !== 'DRAFT' && <Link to={paths.agreement(id, 'copy')}>{t('notices.copy')}</Link>}
    </span>
  )
}

export default function AgreementsPage() {
  const t = useText()
  const navigate = useNavigate()
  const lang = langNow()
  const may = useHolds('staff:content.make')
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'kind',
        label: t('notices.agreement'),
        options: Object.entries(agreementKinds).map(([value, words]) => ({ value, label: words[lang] })),
      },
    ],
    [t, lang],
  )
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(listDeskAgreements, list.asked as Input<typeof listDeskAgreements>)
  const add = may && (
    <Button look="primary" icon="plus" guardMs={0} onClick={() => void navigate(paths.agreementNew)}>
      {t('notices.addVersion')}
    </Button>
  )
  return (
    <PageFrame>
      {add && <div className={css.head}>{add}</div>}
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('notices.agreements')}
        query={query}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty icon="log" title={t('notices.noAgreements')} text={t('notices.noAgreementsText')} />}
      />
      <Outlet />
    </PageFrame>
  )
}
