import { useState } from 'react'
import { listApprovals } from '#contract/staff/approvals.ts'
import { riskLists, takeOffList, type ListEntry } from '#contract/trades/desk/lists.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { say, useText } from '../text.ts'

export const listColumns: readonly Column<ListEntry>[] = [
  { key: 'value', title: () => say('risk.value'), cell: (row) => <strong>{row.value}</strong>, phone: 'head' },
  { key: 'kind', title: () => say('risk.kind'), cell: (row) => row.kindText },
  {
    key: 'effect',
    title: () => say('risk.effect'),
    cell: (row) => <StatusTag tone={row.effect === 'BLOCK' ? 'bad' : 'ok'} text={row.effectText} />,
  },
  { key: 'reason', title: () => say('risk.reason'), cell: (row) => row.reason },
  { key: 'maker', title: () => say('risk.maker'), cell: (row) => row.makerName },
  { key: 'since', title: () => say('risk.since'), cell: (row) => showTime(row.createTime) },
  { key: 'move', title: () => say('parts.actions'), cell: (row) => <TakeOff row={row} /> },
]

function TakeOff({ row }: { row: ListEntry }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  if (!useHolds('staff:risk.make')) return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('risk.remove')}
      </Button>
      {open && (
        <ReasonDialog
          call={takeOffList}
          wish={{ entryId: row.entryId }}
          title={`${t('risk.remove')} · ${row.value}`}
          text={t('risk.removeText')}
          submit={t('risk.remove')}
          done={row.effect === 'BLOCK' ? t('risk.asked') : t('risk.removed')}
          refreshes={[riskLists, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
