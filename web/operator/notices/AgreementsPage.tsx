import {
  agreementKinds,
  agreementStates,
  listDeskAgreements,
  type DeskAgreement,
} from '#contract/notices/agreements.ts'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { column, numberColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsOf, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { ContentList, Moves, stateColumn, titleColumn } from './ContentList.tsx'
import { title, useText } from './text.ts'

const tone = { DRAFT: 'quiet', SCHEDULED: 'info', IN_FORCE: 'ok', REPLACED: 'quiet' } as const

const columns: readonly Column<DeskAgreement>[] = [
  titleColumn,
  column('kind', title('notices.agreement'), (row) => <Tag>{agreementKinds[row.kind][langNow()]}</Tag>, { width: 136 }),
  column('version', title('notices.version'), (row) => `v${row.version}`, { width: 84 }),
  stateColumn(tone, agreementStates),
  timeColumn('effectiveTime', title('notices.effective'), { key: 'effective' }),
  numberColumn('acceptCount', title('notices.accepts'), { key: 'accepts', width: 116 }),
  textColumn('madeBy', title('notices.by'), { key: 'by', width: 120 }),
  column(
    'actions',
    title('parts.actions'),
    ({ id, state, pendingApprovalId }) =>
      !pendingApprovalId && (
        <Moves id={id} path={paths.agreement} moves={state === 'DRAFT' ? ['edit', 'publish'] : ['copy']} />
      ),
    { width: 190 },
  ),
]

export default function AgreementsPage() {
  const t = useText()
  const filters: Filter[] = [
    { kind: 'choice', name: 'kind', label: t('notices.agreement'), options: optionsOf(agreementKinds) },
  ]
  const listed = useList(listDeskAgreements, { filters })
  return (
    <ContentList
      label={t('notices.agreements')}
      add={t('notices.addVersion')}
      addPath={paths.agreementNew}
      of={listed}
      columns={columns}
      empty={{ icon: 'log', title: t('notices.noAgreements'), text: t('notices.noAgreementsText') }}
    />
  )
}
