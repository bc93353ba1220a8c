import { useState, type ReactNode } from 'react'
import type { Call } from '#contract/core/call.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { ToApproval } from '../parts/Case.tsx'
import { QueuePage, scopes, useQueue } from '../parts/QueuePage.tsx'
import { useText } from './text.ts'

const LIVE_MS = 10_000
export const useCases = <C extends Call>(call: C) => useQueue(call, scopes, { everyMs: LIVE_MS })

/**
 * A list of cases, open or all, each opened in a drawer over it. The drawer shows the list's current data, and closes when the case leaves the list.
 */
export function CasesInDrawer<Row extends { approvalId: string | null }>({
  title,
  tag,
  detail,
  moves,
  ...list
}: Omit<Parameters<typeof QueuePage<Row, 'open' | 'all'>>[0], 'title' | 'scopeText' | 'children'> & {
  title: (row: Row) => string
  tag: (row: Row) => ReactNode
  detail: (row: Row) => ReactNode
  moves: (row: Row) => ReactNode
}) {
  const t = useText()
  const [openKey, open] = useState<string>()
  const shown = list.of.page.data?.data.find((row) => list.rowKey(row) === openKey)
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
