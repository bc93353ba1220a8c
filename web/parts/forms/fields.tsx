/**
 * Controls bound to one field of a form: `<TextField form={form} name="remark" label={…} />`. Whether the field is required and how long its text may be comes from
 * the call's own schema; the value, what is wrong with it and its changes from the form.
 */
import { useEffect, type ReactNode } from 'react'
import type { Call, Input as CallInput } from '#contract/core/call.ts'
import { Field, type FieldWiring } from '#web/ui/forms/Field.tsx'
import {
  Checkbox,
  Choices,
  Input,
  MoneyInput,
  PasswordInput,
  Select,
  Switch,
  TextArea,
  type Option,
} from '#web/ui/forms/Input.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { rulesOf, type Form } from './useForm.ts'

type Name<C extends Call> = keyof CallInput<C> & string

export type FieldProps<C extends Call> = {
  form: Form<C>
  name: Name<C>
  label: ReactNode
  hint?: ReactNode
  /** A problem that only the page knows; it stands instead of the form's own. */
  problem?: ReactNode
  /** Where the page asks for more than the call does: it may not be left empty. */
  required?: boolean
  /** To the right of the label. */
  extra?: ReactNode
}

/** Where the page asks for more than the call does, the form refuses to be sent without it. */
export function useNeeded<C extends Call>({
  form: { need },
  name,
  required,
}: {
  form: Form<C>
  name: Name<C>
  required?: boolean | undefined
}): void {
  useEffect(() => {
    const needless = required ? need(name) : undefined
    return needless
  }, [required, need, name])
}

/** Any control under a bound label: for those that no component below covers. */
export function BoundField<C extends Call>({
  form,
  name,
  required,
  problem,
  children,
  ...field
}: FieldProps<C> & {
  /** Several controls under one label. */
  group?: boolean
  children: (wiring: FieldWiring) => ReactNode
}) {
  useNeeded({ form, name, required })
  return (
    <Field
      {...field}
      problem={problem ?? form.problemOf(name)}
      required={required ?? rulesOf(form.call, name).required}
    >
      {children}
    </Field>
  )
}

type Typing = {
  placeholder?: string | undefined
  autoFocus?: boolean
  disabled?: boolean
  autoComplete?: string
  maxLength?: number
  /** What becomes of the typed text: only digits, or groups of four. */
  tidy?: ((typed: string) => string) | undefined
}

/** Dialogs focus what is marked `data-autofocus` themselves, once they know where to return the focus to. */
const focusOnPage = (element: HTMLElement | null) => {
  if (element && !element.closest('[role=dialog]')) element.focus()
}

/** What every typed control shares: the value, its handlers, and how long it may be. */
function typed<C extends Call>(
  { form, name }: Pick<FieldProps<C>, 'form' | 'name'>,
  { autoFocus, tidy, ...typing }: Typing,
) {
  const { problem: _, ...bound } = form.field(name)
  const { maxLength } = rulesOf(form.call, name)
  return {
    autoComplete: 'off',
    ...(maxLength !== undefined && { maxLength }),
    ...typing,
    ...bound,
    ...(tidy && { onChange: (text: string) => bound.onChange(tidy(text)) }),
    ...(autoFocus && { 'data-autofocus': true, ref: focusOnPage }),
  }
}

/** Splits what belongs to the control from what belongs to its label. */
function split<P extends Typing>({ placeholder, autoFocus, disabled, autoComplete, maxLength, tidy, ...field }: P) {
  const typing = { placeholder, autoFocus, disabled, autoComplete, maxLength, tidy }
  return [
    field,
    Object.fromEntries(Object.entries(typing).filter(([, value]) => value !== undefined)) as Typing,
  ] as const
}

/** The input of a text field alone, for a field in which a second control stands beside it. */
export function BoundInput<C extends Call>({
  form,
  name,
  wiring,
  inputMode,
  ...typing
}: Pick<FieldProps<C>, 'form' | 'name'> & Typing & { wiring: FieldWiring; inputMode?: 'numeric' | 'tel' }) {
  return <Input {...wiring} {...typed({ form, name }, typing)} inputMode={inputMode} />
}

export function TextField<C extends Call>({
  prefix,
  suffix,
  inputMode,
  type,
  ...rest
}: FieldProps<C> &
  Typing & {
    prefix?: ReactNode
    suffix?: ReactNode
    inputMode?: 'numeric' | 'decimal' | 'tel' | 'email' | 'url'
    type?: 'text' | 'email' | 'url'
  }) {
  const [field, typing] = split(rest)
  return (
    <BoundField {...field}>
      {(wiring) => <Input {...wiring} {...typed(field, typing)} {...{ prefix, suffix, inputMode, type }} />}
    </BoundField>
  )
}

export function PasswordField<C extends Call>(props: FieldProps<C> & Typing) {
  const [field, typing] = split(props)
  return (
    <BoundField {...field}>
      {(wiring) => <PasswordInput {...wiring} {...typed(field, { autoComplete: 'new-password', ...typing })} />}
    </BoundField>
  )
}

/** An amount as it is typed; the form sends it in cents if it is listed in its `money`. */
export function MoneyField<C extends Call>({
  unit,
  prefix,
  ...rest
}: FieldProps<C> & Typing & { unit?: string; prefix?: string }) {
  const [field, typing] = split(rest)
  return (
    <BoundField {...field}>
      {(wiring) => (
        <MoneyInput {...wiring} {...typed(field, typing)} {...(unit && { unit })} {...(prefix && { prefix })} />
      )}
    </BoundField>
  )
}

export function TextAreaField<C extends Call>({ rows = 3, ...rest }: FieldProps<C> & Typing & { rows?: number }) {
  const [field, typing] = split(rest)
  return (
    <BoundField {...field}>{(wiring) => <TextArea {...wiring} {...typed(field, typing)} rows={rows} />}</BoundField>
  )
}

/** One of a short list. `onChange` may change other fields with it; the value itself is already set. */
export function SelectField<C extends Call, V extends string>({
  options,
  placeholder,
  onChange,
  disabled,
  ...field
}: FieldProps<C> & {
  options: readonly Option<V>[]
  placeholder?: string
  disabled?: boolean
  onChange?: (value: V) => void
}) {
  const { form, name } = field
  return (
    <BoundField {...field}>
      {(wiring) => (
        <Select
          {...wiring}
          {...(placeholder !== undefined && { placeholder })}
          disabled={disabled}
          options={options}
          value={form.text(name) as V | ''}
          onChange={(value) => {
            form.set({ [name]: value } as Form<C>['values'])
            onChange?.(value)
          }}
        />
      )}
    </BoundField>
  )
}

/** A small choice that is always visible. */
export function SegmentedField<C extends Call, V extends string>({
  options,
  onChange,
  ...field
}: FieldProps<C> & { label: string; options: readonly { value: V; label: string }[]; onChange?: (value: V) => void }) {
  const { form, name, label } = field
  return (
    <BoundField {...field} group>
      {() => (
        <Segmented
          label={label}
          options={options}
          value={form.text(name) as V}
          onChange={(value) => {
            form.set({ [name]: value } as Form<C>['values'])
            onChange?.(value)
          }}
        />
      )}
    </BoundField>
  )
}

type YesNoProps<C extends Call> = Pick<FieldProps<C>, 'form' | 'name' | 'hint'> & { label: ReactNode }

/** A yes or no that takes effect with the form. */
export function CheckField<C extends Call>({ form, name, label, hint }: YesNoProps<C>) {
  return (
    <Checkbox
      checked={form.values[name] === true}
      onChange={(on) => form.set({ [name]: on } as Form<C>['values'])}
      hint={form.problemOf(name) ?? hint}
      aria-invalid={form.problemOf(name) !== undefined || undefined}
    >
      {label}
    </Checkbox>
  )
}

/** The same as a switch: something is on or off from then on. */
export function SwitchField<C extends Call>({ form, name, label, hint }: YesNoProps<C>) {
  return (
    <Switch
      checked={form.values[name] === true}
      onChange={(on) => form.set({ [name]: on } as Form<C>['values'])}
      hint={form.problemOf(name) ?? hint}
      aria-invalid={form.problemOf(name) !== undefined || undefined}
    >
      {label}
    </Switch>
  )
}

/** Any number of a short list, as checkboxes. */
export function ChoicesField<C extends Call, V extends string>({
  options,
  ...field
}: FieldProps<C> & { options: readonly { value: V; label: ReactNode; disabled?: boolean }[] }) {
  const { form, name } = field
  const chosen = (form.values[name] ?? []) as readonly V[]
  const toggle = (value: V, on: boolean) =>
    form.set({ [name]: on ? [...chosen, value] : chosen.filter((one) => one !== value) } as Form<C>['values'])
  return (
    <BoundField {...field} group>
      {() => (
        <Choices>
          {options.map(({ value, label, disabled }) => (
            <Checkbox
              key={value}
              checked={chosen.includes(value)}
              disabled={disabled}
              onChange={(on) => toggle(value, on)}
            >
              {label}
            </Checkbox>
          ))}
        </Choices>
      )}
    </BoundField>
  )
}
