import { useMemo } from 'react'
import type { Wish } from '#contract/core/call.ts'
import { declineRungs, rungs } from '#contract/trades/declineLadder.ts'
import { declineBoard } from '#contract/trades/desk/board.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { boardColumns } from './boardColumns.tsx'
import { StateOfAll } from './StateOfAll.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

const LIVE_MS = 15_000

/** Whether anything is decided at all, and the accounts by their decline rate. */
export default function RiskPage() {
  const t = useText()
  const lang = langNow()
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'rung',
        label: t('risk.rung'),
        options: rungs.map((value) => ({ value, label: declineRungs[value][lang] })),
      },
    ],
    [t, lang],
  )
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(declineBoard, list.asked as Wish<typeof declineBoard>, { everyMs: LIVE_MS })
  return (
    <PageFrame>
      <StateOfAll />
      <FilterPanel filters={filters} list={list} />
      <QueryTable
        label={t('risk.board')}
        query={query}
        list={list}
        columns={boardColumns}
        rowKey={({ accountId }) => accountId}
        empty={<Empty icon="shield" title={t('risk.empty')} text={t('risk.emptyText')} />}
      />
    </PageFrame>
  )
}
