import { useMemo, useState } from 'react'
import type { Output, Wish } from '#contract/core/call.ts'
import { listStaffAudit, staffActions, verifyStaffAudit, type StaffAuditRow } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { AuditRowDialog } from './AuditRowDialog.tsx'
import { auditColumns } from './auditColumns.tsx'
import { Verdict } from './Verdict.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

/** What staff did, and the button that hashes the whole chain again. */
export default function AuditPage() {
  const t = useText()
  const lang = langNow()
  const [verdict, setVerdict] = useState<Output<typeof verifyStaffAudit>>()
  const [open, setOpen] = useState<StaffAuditRow>()
  const verify = useCall(verifyStaffAudit, { onDone: setVerdict })
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', name: 'keyword', label: t('audit.keyword') },
      {
        kind: 'choice',
        name: 'action',
        label: t('audit.action'),
        options: Object.entries(staffActions).map(([value, words]) => ({ value, label: words[lang] })),
      },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('audit.time') },
    ],
    [t, lang],
  )
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(listStaffAudit, list.asked as Wish<typeof listStaffAudit>)
  return (
    <PageFrame>
      <FilterPanel
        filters={filters}
        list={list}
        extra={
          <Button icon="shield" loading={verify.isPending} onClick={() => verify.mutate({})}>
            {t('audit.verify')}
          </Button>
        }
      />
      {verdict && <Verdict verdict={verdict} />}
      <QueryTable
        label={t('audit.list')}
        query={query}
        list={list}
        columns={auditColumns}
        rowKey={({ id }) => id}
        onOpen={setOpen}
        empty={<Empty icon="shield" title={t('audit.none')} />}
      />
      {open && <AuditRowDialog row={open} time={showTime(open.createTime)} onClose={() => setOpen(undefined)} />}
    </PageFrame>
  )
}
