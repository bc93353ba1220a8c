import { useMemo, useState } from 'react'
import type { Wish } from '#contract/core/call.ts'
import { listEffects, listKinds, riskLists } from '#contract/trades/desk/lists.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { langNow } from '#web/text/i18n.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { useSay } from '#web/operator/say.ts'
import { AddDialog } from './AddDialog.tsx'
import { listColumns } from './listColumns.tsx'

/** Merchants, kinds and countries that are blocked or allowed by hand. */
export default function ListsPage() {
  const { t } = useSay()
  const lang = langNow()
  const makes = useHolds('staff:risk.make')
  const [adding, setAdding] = useState(false)
  const filters = useMemo<Filter[]>(() => {
    const options = (words: Record<string, { cn: string; en: string }>) =>
      Object.entries(words).map(([value, said]) => ({ value, label: said[lang] }))
    return [
      { kind: 'choice', name: 'kind', label: t('riskDesk.kind'), options: options(listKinds) },
      { kind: 'choice', name: 'effect', label: t('riskDesk.effect'), options: options(listEffects) },
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
              {t('riskDesk.add')}
            </Button>
          )
        }
      />
      <QueryTable
        label={t('riskDesk.lists')}
        query={query}
        list={list}
        columns={listColumns}
        rowKey={({ entryId }) => entryId}
        empty={<Empty icon="shield" title={t('riskDesk.listEmpty')} text={t('riskDesk.listEmptyText')} />}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </PageFrame>
  )
}
