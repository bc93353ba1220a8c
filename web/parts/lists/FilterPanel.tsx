import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, type Option } from '#web/ui/forms/Input.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useWidth } from '#web/ui/charts/useWidth.ts'
import type { Filters, ListState } from './useListState.ts'
import { centsText, dayEnd, dayStart, dayText, moneyText } from './filterValues.ts'
import { useText } from '#web/text.ts'
import css from './FilterPanel.module.css'

/** One filter: its label, and the field or pair of fields of the call that it fills. */
export type Filter =
  | { kind: 'text'; name: string; label: string; placeholder?: string; inputMode?: 'numeric' }
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | { kind: 'money'; name: readonly [min: string, max: string]; label: string }
  | { kind: 'days'; name: readonly [start: string, end: string]; label: string }

export const namesOf = (filters: readonly Filter[]): string[] => filters.flatMap(({ name }) => name)

/** The first filters are always visible, the rest are collapsible. Nothing is requested until the search is submitted. */
export function FilterPanel({
  filters,
  list,
  onExport,
  onType,
  always = 3,
  extra,
}: {
  filters: readonly Filter[]
  list: ListState
  onExport?: () => void
  /** Called with the unsubmitted values; pass a stable function. */
  onType?: (draft: Filters) => void
  always?: number
  extra?: ReactNode
}) {
  const t = useText()
  const [draft, setDraft] = useState<Filters>(list.filters)
  const place = useRef<HTMLFormElement>(null)
  const width = useWidth(place)
  const first = width > 0 && width < 560 ? 1 : always
  const hidden = filters.slice(first)
  const used = namesOf(hidden).filter((name) => list.filters[name]).length
  const [open, setOpen] = useState(used > 0)
  useEffect(() => {
    setDraft(list.filters)
  }, [list.filters])

  useEffect(() => {
    onType?.(draft)
  }, [draft, onType])

  const set = (name: string, value: string) => setDraft((before) => ({ ...before, [name]: value }))
  return (
    <form
      ref={place}
      className={css.panel}
      role="search"
      aria-label={t('parts.filters')}
      onSubmit={(event) => {
        event.preventDefault()
        list.setFilters(draft)
      }}
    >
      <div className={css.grid}>
        {(open ? filters : filters.slice(0, first)).map((filter) => (
          <One key={filter.label} filter={filter} draft={draft} set={set} />
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
          {hidden.length > 0 && (
            <Button look="quiet" icon="filter" guardMs={0} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t('parts.closeFilters') : t('parts.openFilters')}
              {!open && used > 0 && <Tag tone="brand">{used}</Tag>}
            </Button>
          )}
          {extra}
        </div>
      </div>
    </form>
  )
}

function One({ filter, draft, set }: { filter: Filter; draft: Filters; set: (name: string, value: string) => void }) {
  const t = useText()
  switch (filter.kind) {
    case 'text':
      return (
        <Field label={filter.label}>
          {(wiring) => (
            <Input
              {...wiring}
              value={draft[filter.name] ?? ''}
              onChange={(value) => set(filter.name, value.trim())}
              placeholder={filter.placeholder}
              inputMode={filter.inputMode}
              autoComplete="off"
            />
          )}
        </Field>
      )
    case 'choice':
      return (
        <Field label={filter.label}>
          {(wiring) => (
            <Select
              {...wiring}
              value={draft[filter.name] ?? ''}
              onChange={(value) => set(filter.name, value)}
              options={filter.options}
              placeholder={t('parts.all')}
            />
          )}
        </Field>
      )
    case 'money':
      return (
        <Pair label={filter.label}>
          {(end) => (
            <Amount
              key={end}
              name={filter.name[end]}
              label={end === 0 ? t('parts.min') : t('parts.max')}
              draft={draft}
              set={set}
            />
          )}
        </Pair>
      )
    case 'days':
      return (
        <Pair label={filter.label}>
          {(end) => (
            <Input
              key={end}
              type="date"
              aria-label={`${filter.label} ${end === 0 ? t('parts.from') : t('parts.to')}`}
              value={dayText(draft[filter.name[end]])}
              onChange={(day) => set(filter.name[end], end === 0 ? dayStart(day) : dayEnd(day))}
            />
          )}
        </Pair>
      )
  }
}

/** Keeps the typed text until it is a valid amount. */
function Amount({
  name,
  label,
  draft,
  set,
}: {
  name: string
  label: string
  draft: Filters
  set: (name: string, value: string) => void
}) {
  const value = draft[name] ?? ''
  const [typed, setTyped] = useState(() => moneyText(value))
  const [seen, setSeen] = useState(value)
  // Changed from outside, by the clear button or the address.
  if (value !== seen) {
    setSeen(value)
    if (value !== centsText(typed)) setTyped(moneyText(value))
  }
  return (
    <Input
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={(text) => {
        setTyped(text)
        set(name, centsText(text))
      }}
    />
  )
}

function Pair({ label, children }: { label: string; children: (end: 0 | 1) => ReactNode }) {
  return (
    <fieldset className={css.pair}>
      <legend>{label}</legend>
      {children(0)}
      <span aria-hidden="true">–</span>
      {children(1)}
    </fieldset>
  )
}
