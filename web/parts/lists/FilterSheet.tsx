import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { useText } from '#web/text.ts'
import { FilterField, type Filter } from './FilterField.tsx'
import type { Filters } from './useListState.ts'
import css from './FilterPanel.module.css'

/** All filters of a list: in a dialog, or at the bottom of a phone. */
export default function FilterSheet({
  filters,
  draft,
  set,
  onSearch,
  onClose,
}: {
  filters: readonly Filter[]
  draft: Filters
  set: (name: string, value: string) => void
  onSearch: (filters: Filters) => void
  onClose: () => void
}) {
  const t = useText()
  return (
    <Dialog
      title={t('parts.filters')}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button guardMs={0} onClick={() => onSearch({})}>
            {t('parts.clear')}
          </Button>
          <Button look="primary" icon="search" guardMs={0} onClick={() => onSearch(draft)}>
            {t('parts.search')}
          </Button>
        </>
      }
    >
      <form
        className={css.sheet}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(draft)
        }}
      >
        {filters.map((filter) => (
          <div key={filter.label} className={css.filter} data-kind={filter.kind}>
            <FilterField filter={filter} draft={draft} set={set} />
          </div>
        ))}
        {/* Enter in a field submits only a form that has such a button. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
