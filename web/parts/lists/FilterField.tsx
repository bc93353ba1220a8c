import { useState, type ReactNode } from 'react'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, SHORT_LIST, type Option } from '#web/ui/forms/Input.tsx'
import { useText } from '#web/text.ts'
import type { Filters } from './useListState.ts'
import { DayRange } from './DayRange.tsx'
import { centsText, dayEnd, dayStart, dayText, moneyText } from './filterValues.ts'
import css from './FilterPanel.module.css'

/** One filter: its label, and the field or pair of fields of the call that it fills. */
export type Filter =
  | { kind: 'text'; name: string; label: string; placeholder?: string; inputMode?: 'numeric' }
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | { kind: 'money'; name: readonly [min: string, max: string]; label: string }
  | { kind: 'days'; name: readonly [start: string, end: string]; label: string }

/** The control of a filter, which fills the draft. */
export function FilterField({
  filter,
  draft,
  set,
}: {
  filter: Filter
  draft: Filters
  set: (name: string, value: string) => void
}) {
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
