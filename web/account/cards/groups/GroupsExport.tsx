import { useState } from 'react'
import { exportGroupCards, usualCardColumns, type CardExportColumn } from '#contract/exports/exports.ts'
import type { Group } from '../tags/labels.ts'
import { ColumnChoice } from '#web/account/exports/ColumnChoice.tsx'
import { ExportDialog } from '#web/account/exports/ExportDialog.tsx'
import { useText } from '#web/account/exports/text.ts'

/** The cards of these groups as a file, those of sub-accounts too. */
export function GroupsExport({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  const t = useText()
  const [columns, setColumns] = useState<CardExportColumn[]>([...usualCardColumns])
  return (
    <ExportDialog
      title={t('exports.cards')}
      call={exportGroupCards}
      wish={{ gid: groups.map(({ gid }) => gid), columns }}
      count={{ total: groups.reduce((sum, { cardCount }) => sum + cardCount, 0) }}
      problem={columns.length ? undefined : t('exports.columnsNone')}
      onClose={onClose}
    >
      <ColumnChoice chosen={columns} onChange={setColumns} />
    </ExportDialog>
  )
}
