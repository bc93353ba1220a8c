import { useState, type ReactNode } from 'react'
import type { Column, PageQuery } from '#web/parts/lists/QueryTable.tsx'
import { useText } from '../text.ts'
import { QueuePage, scopes, useQueue } from './QueuePage.tsx'

export const LIVE_MS = 10_000

/** A list of cases, open or all, each opened in a drawer over it. */
export function CasesInDrawer<Row extends object>({
  drawer,
  ...list
}: {
  label: string
  lead: string
  queue: ReturnType<typeof useCases>
  query: PageQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: ReactNode
  /** One case beside the list. It shows the list's current data, and closes when the case leaves the list. */
  drawer: (row: Row, onClose: () => void) => ReactNode
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
      {shown && drawer(shown, () => open(undefined))}
    </QueuePage>
  )
}

export const useCases = () => useQueue(scopes)
