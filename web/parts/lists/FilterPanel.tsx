import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { FilterField, type Filter } from './FilterField.tsx'
import type { Filters, ListState } from './useListState.ts'
import { useDensity } from './table/tableSettings.ts'
import { useText, withText } from '#web/text.ts'
import css from './FilterPanel.module.css'

export type { Filter } from './FilterField.tsx'

export const namesOf = (filters: readonly Filter[]): string[] => filters.flatMap(({ name }) => name)

const FilterSheet = lazy(withText(() => import('./FilterSheet.tsx')))

/** On a phone, and where rows are compact: one line with a search field, and all filters behind a button. */
const phone = matchMedia('(width <= 640px)')
const usePhone = (): boolean =>
  useSyncExternalStore(
    (listen) => {
      phone.addEventListener('change', listen)
      return () => phone.removeEventListener('change', listen)
    },
    () => phone.matches,
  )

/** The first filters are always visible, the rest are collapsible. Nothing is requested until the search is submitted. */
export function FilterPanel({
  filters,
  list,
  onExport,
  onType,
  always = 3,
  extra,
  lead,
}: {
  filters: readonly Filter[]
  list: ListState
  onExport?: () => void
  /** Called with the unsubmitted values; pass a stable function. */
  onType?: (draft: Filters) => void
  always?: number
  extra?: ReactNode
  /** What the list sums up: above the filters, or before them where they are one line on a wide screen. */
  lead?: ReactNode
}) {
  const t = useText()
  const slim = useDensity() === 'compact'
  const narrow = usePhone()
  const [draft, setDraft] = useState<Filters>(list.filters)
  const usedFrom = (first: number) => namesOf(filters.slice(first)).filter((name) => list.filters[name]).length
  const [open, setOpen] = useState(() => usedFrom(always) > 0)
  useEffect(() => {
    setDraft(list.filters)
  }, [list.filters])

  useEffect(() => {
    onType?.(draft)
  }, [draft, onType])

  const set = (name: string, value: string) => setDraft((before) => ({ ...before, [name]: value }))
  const panel = { filters, list, draft, set, setDraft, onExport, extra }
  if (narrow)
    return (
      <>
        {lead}
        <OneLine {...panel} lead={null} />
      </>
    )
  if (slim) return <OneLine {...panel} lead={lead ?? <span />} />
  return (
    <>
      {lead}
      <form
        className={css.panel}
        data-open={open}
        role="search"
        aria-label={t('parts.filters')}
        onSubmit={(event) => {
          event.preventDefault()
          list.setFilters(draft)
        }}
      >
        <div className={css.grid}>
          {filters.map((filter, at) => (
            <div
              key={filter.label}
              className={css.filter}
              data-kind={filter.kind}
              data-more={at >= always || undefined}
            >
              <FilterField filter={filter} draft={draft} set={set} />
            </div>
          ))}
          <div className={css.actions}>
            <Button look="primary" type="submit" icon="search" guardMs={0}>
              {t('parts.search')}
            </Button>
            <Button
              guardMs={0}
              onClick={() => {
                setDraft({})
                list.setFilters({})
              }}
            >
              {t('parts.clear')}
            </Button>
            {onExport && (
              <Button icon="download" onClick={onExport}>
                {t('parts.export')}
              </Button>
            )}
            {filters.length > always && (
              <Button
                look="quiet"
                icon="filter"
                guardMs={0}
                className={css.more!}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {open ? t('parts.closeFilters') : t('parts.openFilters')}
                {!open && <Used count={usedFrom(always)} />}
              </Button>
            )}
            {extra}
          </div>
        </div>
      </form>
    </>
  )
}

/** How many of the hidden filters are in use. */
const Used = ({ count }: { count: number }) => count > 0 && <Tag tone="brand">{count}</Tag>

type Panel = Pick<ComponentProps<typeof FilterPanel>, 'filters' | 'list' | 'onExport' | 'extra' | 'lead'> & {
  draft: Filters
  set: (name: string, value: string) => void
  setDraft: (draft: Filters) => void
}

/** The first filter by text to type at once, and a button with the number of filters in use, which opens all of them. */
function OneLine({ filters, list, draft, set, setDraft, onExport, extra, lead }: Panel) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const quick = filters.find(({ kind }) => kind === 'text')
  const hidden = filters.filter((filter) => filter !== quick)
  const used = hidden.filter(({ name }) => [name].flat().some((one) => list.filters[one])).length
  const search = (filters: Filters) => {
    setOpen(false)
    setDraft(filters)
    list.setFilters(filters)
  }
  return (
    <>
      <form
        className={css.line}
        data-slim={lead !== null}
        role="search"
        aria-label={t('parts.filters')}
        onSubmit={(event) => {
          event.preventDefault()
          search(draft)
        }}
      >
        {lead}
        {quick?.kind === 'text' && (
          <Input
            className={css.quick}
            prefix={<Icon name="search" size={16} />}
            type="search"
            enterKeyHint="search"
            aria-label={quick.label}
            placeholder={quick.placeholder ?? quick.label}
            inputMode={quick.inputMode}
            autoComplete="off"
            value={draft[quick.name] ?? ''}
            onChange={(value) => {
              set(quick.name, value.trim())
              // The browser's own cross empties the field: then there is nothing to submit.
              if (value === '' && list.filters[quick.name]) search({ ...draft, [quick.name]: '' })
            }}
          />
        )}
        {hidden.length > 0 && (
          <Button icon="filter" guardMs={0} aria-haspopup="dialog" data-used={used > 0} onClick={() => setOpen(true)}>
            {used > 0 ? t('parts.filterCount', { count: used }) : t('parts.filter')}
          </Button>
        )}
        {onExport && (
          <Button icon="download" aria-label={t('parts.export')} title={t('parts.export')} onClick={onExport} />
        )}
        {extra}
      </form>
      {open && (
        <Suspense fallback={null}>
          <FilterSheet
            filters={filters}
            draft={draft}
            set={set}
            onSearch={search}
            onClose={() => {
              setOpen(false)
              setDraft(list.filters)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
