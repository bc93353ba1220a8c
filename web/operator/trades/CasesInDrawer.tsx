import { useState, type ReactNode } from 'react'
import type { Column, PageQuery } from '#web/parts/lists/QueryTable.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { ToApproval } from '../parts/Case.tsx'
import { QueuePage, scopes, useQueue } from '../parts/QueuePage.tsx'
import { useText } from './text.ts'

export const LIVE_MS = 10_000
export const useCases = () => useQueue(scopes)

/**
 * A list of cases, open or all, each opened in a drawer over it. The drawer shows the list's current data, and closes when the case leaves the list.
 */
export function CasesInDrawer<Row extends { approvalId: string | null }>({
  title,
  tag,
  detail,
  moves,
  ...list
}: {
  label: string
  lead: string
  queue: ReturnType<typeof useCases>
  query: PageQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: ReactNode
  title: (row: Row) => string
  tag: (row: Row) => ReactNode
  detail: (row: Row) => ReactNode
  moves: (row: Row) => ReactNode
}) {
  const t = useText()
  const [openKey, open] = useState<string>()
  const shown = list.query.data?.data.find((row) => list.rowKey(row) === openKey)
  return (
    <QueuePage
      {...list}
      scopeLabel={t('desk.cases.status')}
      scopeText={(scope) => t(`desk.cases.${scope}`)}
      onOpen={(row) => open(list.rowKey(row))}
    >
      {shown && (
        <Drawer title={title(shown)} extra={tag(shown)} onClose={() => open(undefined)}>
          <Stack gap={5}>
            {detail(shown)}
            {shown.approvalId && <ToApproval approvalId={shown.approvalId}>{t('trades.toApproval')}</ToApproval>}
            {moves(shown)}
          </Stack>
        </Drawer>
      )}
    </QueuePage>
  )
}
