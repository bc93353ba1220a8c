import {
  agreementKinds,
  agreementStates,
  listDeskAgreements,
  type DeskAgreement,
} from '#contract/notices/agreements.ts'
import type { Input } from '#contract/core/call.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { optionsOf, useFiltered } from '../parts/filters.ts'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { ContentList, Moves, stateColumn, titleColumn } from './ContentList.tsx'
import { say, useText } from './text.ts'

const tone = { DRAFT: 'quiet', SCHEDULED: 'info', IN_FORCE: 'ok', REPLACED: 'quiet' } as const

const columns: readonly Column<DeskAgreement>[] = [
  titleColumn,
  {
    key: 'kind',
    title: () => say('notices.agreement'),
    cell: (row) => <Tag>{agreementKinds[row.kind][langNow()]}</Tag>,
  },
  { key: 'version', title: () => say('notices.version'), cell: (row) => `v${row.version}` },
  stateColumn(tone, agreementStates),
  { key: 'effective', title: () => say('notices.effective'), cell: (row) => showTime(row.effectiveTime) },
  { key: 'accepts', title: () => say('notices.accepts'), align: 'right', cell: (row) => row.acceptCount },
  { key: 'by', title: () => say('notices.by'), cell: (row) => row.madeBy },
  {
    key: 'actions',
    title: () => say('parts.actions'),
    cell: ({ id, state, pendingApprovalId }) =>
      !pendingApprovalId && (
        <Moves id={id} path={paths.agreement} moves={state === 'DRAFT' ? ['edit', 'publish'] : ['copy']} />
      ),
  },
]

export default function AgreementsPage() {
  const t = useText()
  const filters: Filter[] = [
    { kind: 'choice', name: 'kind', label: t('notices.agreement'), options: optionsOf(agreementKinds) },
  ]
  const list = useFiltered(filters)
  const query = useAsk(listDeskAgreements, list.asked as Input<typeof listDeskAgreements>)
  return (
    <ContentList
      label={t('notices.agreements')}
      add={t('notices.addVersion')}
      addPath={paths.agreementNew}
      filters={filters}
      list={list}
      query={query}
      columns={columns}
      empty={<Empty icon="log" title={t('notices.noAgreements')} text={t('notices.noAgreementsText')} />}
    />
  )
}
