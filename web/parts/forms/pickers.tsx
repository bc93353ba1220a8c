/** Bound fields whose widgets load when first used: one of a long list, a day, a range of days. */
import type { Call } from '#contract/core/call.ts'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import { DateField, DateRange } from '#web/ui/forms/DateRange.tsx'
import { SHORT_LIST, type Option } from '#web/ui/forms/Input.tsx'
import { dayEnd, dayStart, dayText } from '../lists/filterValues.ts'
import { SelectField, useNeeded, type FieldProps } from './fields.tsx'
import { rulesOf, type Form } from './useForm.ts'

type Props<C extends Call> = Omit<FieldProps<C>, 'label' | 'extra'> & { label: string; disabled?: boolean }

/** What the form knows of a field: the label's hint, what is wrong with it, whether it may stay empty. */
function about<C extends Call>({ form, name, label, hint, problem, required, disabled }: Props<C>) {
  return {
    label,
    hint,
    problem: problem ?? form.problemOf(name),
    required: required ?? rulesOf(form.call, name).required,
    disabled: disabled ?? false,
  }
}

/** One of a list by typing a part of it. A list that turns out to be short is a select. `onChange` may change other fields with it. */
export function ComboboxField<C extends Call, V extends string>({
  options,
  placeholder,
  onChange,
  ...field
}: Props<C> & { options: readonly Option<V>[]; placeholder?: string; onChange?: (value: V) => void }) {
  const { form, name } = field
  useNeeded(field)
  if (options.length <= SHORT_LIST)
    return (
      <SelectField
        {...field}
        options={options}
        {...(placeholder !== undefined && { placeholder })}
        {...(onChange && { onChange })}
      />
    )
  return (
    <Combobox
      {...about(field)}
      items={options.map(({ value, label }) => ({ id: value, text: label }))}
      value={form.text(name) || null}
      placeholder={placeholder}
      onBlur={form.field(name).onBlur}
      onChange={(id) => {
        form.set({ [name]: id ?? '' } as Form<C>['values'])
        if (id !== null) onChange?.(id as V)
      }}
    />
  )
}

/** A day or, with `minutes`, a moment. A form that holds it as something other than text says how to read and write it. */
export function DayField<C extends Call>({
  read = (value) => String(value ?? ''),
  write = (text) => text,
  min,
  max,
  minutes,
  ...field
}: Props<C> & {
  read?: (value: unknown) => string
  write?: (text: string) => unknown
  min?: string
  max?: string
  minutes?: boolean
}) {
  const { form, name } = field
  useNeeded(field)
  return (
    <DateField
      {...about(field)}
      {...{ min, max, minutes: minutes ?? false }}
      value={read(form.values[name])}
      onChange={(text) => form.set({ [name]: write(text) } as Form<C>['values'])}
    />
  )
}

/** From a day to a day, each of Shanghai, from its first to its last millisecond; either end can stay open if the call lets it. */
export function DateRangeField<C extends Call>({
  name: [start, end],
  ...field
}: Omit<Props<C>, 'name'> & { name: readonly [FieldProps<C>['name'], FieldProps<C>['name']] }) {
  const { form } = field
  const day = (name: FieldProps<C>['name']) => dayText(form.text(name))
  const time = (text: string) => (text ? Number(text) : undefined)
  return (
    <DateRange
      {...about({ ...field, name: start })}
      problem={field.problem ?? form.problemOf(start) ?? form.problemOf(end)}
      value={{ start: day(start), end: day(end) }}
      onChange={(days) =>
        form.set({ [start]: time(dayStart(days.start)), [end]: time(dayEnd(days.end)) } as Form<C>['values'])
      }
    />
  )
}
