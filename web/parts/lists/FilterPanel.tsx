import { useEffect, useState, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, SHORT_LIST, type Option } from '#web/ui/forms/Input.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import type { Filters, ListState } from './useListState.ts'
import { DayRange } from './DayRange.tsx'
import { useDensity } from './table/tableSettings.ts'
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
              <One filter={filter} draft={draft} set={set} />
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
        <Dialog
          title={t('parts.filters')}
          width={640}
          onClose={() => {
            setOpen(false)
            setDraft(list.filters)
          }}
          footer={
            <>
              <Button guardMs={0} onClick={() => search({})}>
                {t('parts.clear')}
              </Button>
              <Button look="primary" icon="search" guardMs={0} onClick={() => search(draft)}>
                {t('parts.search')}
              </Button>
            </>
          }
        >
          <form
            className={css.sheet}
            onSubmit={(event) => {
              event.preventDefault()
              search(draft)
            }}
          >
            {filters.map((filter) => (
              <div key={filter.label} className={css.filter} data-kind={filter.kind}>
                <One filter={filter} draft={draft} set={set} />
              </div>
            ))}
            {/* Enter in a field submits only a form that has such a button. */}
            <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
          </form>
        </Dialog>
      )}
    </>
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
      if (filter.options.length > SHORT_LIST)
        return (
          <Combobox
            label={filter.label}
            items={filter.options.map(({ value, label }) => ({ id: value, text: label }))}
            value={draft[filter.name] || null}
            onChange={(value) => set(filter.name, value ?? '')}
            placeholder={t('parts.all')}
          />
        )
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
          <Amount name={filter.name[0]} label={t('parts.min')} draft={draft} set={set} />
          <Amount name={filter.name[1]} label={t('parts.max')} draft={draft} set={set} />
        </Pair>
      )
    case 'days':
      return (
        <DayRange
          label={filter.label}
          from={dayText(draft[filter.name[0]])}
          to={dayText(draft[filter.name[1]])}
          onChange={(from, to) => {
            set(filter.name[0], dayStart(from))
            set(filter.name[1], dayEnd(to))
          }}
        />
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

/** Two fields with one label: from and to. */
function Pair({ label, children: [first, second] }: { label: string; children: [ReactNode, ReactNode] }) {
  return (
    <fieldset className={css.pair}>
      <legend>{label}</legend>
      {first}
      <span aria-hidden="true">–</span>
      {second}
    </fieldset>
  )
}
