import { useState } from 'react'
import { listApprovals } from '#contract/staff/approvals.ts'
import { riskLists, takeOffList, type ListEntry } from '#contract/trades/desk/lists.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { say, useSay } from '#web/operator/say.ts'

export const listColumns: readonly Column<ListEntry>[] = [
  { key: 'value', title: () => say('riskDesk.value'), cell: (row) => <strong>{row.value}</strong>, phone: 'head' },
  { key: 'kind', title: () => say('riskDesk.kind'), cell: (row) => row.kindText },
  {
    key: 'effect',
    title: () => say('riskDesk.effect'),
    cell: (row) => <StatusTag tone={row.effect === 'BLOCK' ? 'bad' : 'ok'} text={row.effectText} />,
  },
  { key: 'reason', title: () => say('riskDesk.reason'), cell: (row) => row.reason },
  { key: 'maker', title: () => say('riskDesk.maker'), cell: (row) => row.makerName },
  { key: 'since', title: () => say('riskDesk.since'), cell: (row) => showTime(row.createTime) },
  { key: 'move', title: () => say('parts.actions'), cell: (row) => <TakeOff row={row} /> },
]

function TakeOff({ row }: { row: ListEntry }) {
  const { t } = useSay()
  const [open, setOpen] = useState(false)
  if (!useHolds('staff:risk.make')) return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('riskDesk.remove')}
      </Button>
      {open && (
        <ReasonDialog
          call={takeOffList}
          wish={{ entryId: row.entryId }}
          title={`${t('riskDesk.remove')} · ${row.value}`}
          text={t('riskDesk.removeText')}
          submit={t('riskDesk.remove')}
          done={row.effect === 'BLOCK' ? t('riskDesk.asked') : t('riskDesk.removed')}
          refreshes={[riskLists, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
