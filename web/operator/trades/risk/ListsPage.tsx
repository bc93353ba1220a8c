import { useMemo, useState } from 'react'
import type { Wish } from '#contract/core/call.ts'
import { listEffects, listKinds, riskLists } from '#contract/trades/desk/lists.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { AddDialog } from './AddDialog.tsx'
import { listColumns } from './listColumns.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** Merchants, kinds and countries that are blocked or allowed by hand. */
export default function ListsPage() {
  const t = useText()
  const lang = langNow()
  const makes = useHolds('staff:risk.make')
  const [adding, setAdding] = useState(false)
  const filters = useMemo<Filter[]>(() => {
    const options = (words: Record<string, { cn: string; en: string }>) =>
      Object.entries(words).map(([value, said]) => ({ value, label: said[lang] }))
    return [
      { kind: 'choice', name: 'kind', label: t('risk.kind'), options: options(listKinds) },
      { kind: 'choice', name: 'effect', label: t('risk.effect'), options: options(listEffects) },
    ]
  }, [t, lang])
  const names = useMemo(() => namesOf(filters), [filters])
  const list = useListState(names)
  const query = useAsk(riskLists, list.asked as Wish<typeof riskLists>)
  return (
    <PageFrame>
      <FilterPanel
        filters={filters}
        list={list}
        extra={
          makes && (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('risk.add')}
            </Button>
          )
        }
      />
      <QueryTable
        label={t('risk.lists')}
        query={query}
        list={list}
        columns={listColumns}
        rowKey={({ entryId }) => entryId}
        empty={<Empty icon="shield" title={t('risk.listEmpty')} text={t('risk.listEmptyText')} />}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </PageFrame>
  )
}
