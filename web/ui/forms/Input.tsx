import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { useText } from '#web/text.ts'
import css from './Field.module.css'

type InputProps = Omit<ComponentProps<'input'>, 'prefix' | 'onChange' | 'value' | 'size'> & {
  value: string
  onChange: (value: string) => void
  prefix?: ReactNode
  suffix?: ReactNode
}

export function Input({ value, onChange, prefix, suffix, className, ...rest }: InputProps) {
  return (
    <span className={[css.box, className].filter(Boolean).join(' ')} data-invalid={rest['aria-invalid']}>
      {prefix && <span className={css.affix}>{prefix}</span>}
      <input {...rest} className={css.input} value={value} onChange={(event) => onChange(event.target.value)} />
      {suffix && <span className={css.affix}>{suffix}</span>}
    </span>
  )
}

export function PasswordInput(props: Omit<InputProps, 'type' | 'suffix'>) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <Input
      {...props}
      type={open ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      suffix={
        <button
          type="button"
          className={css.inside}
          aria-pressed={open}
          aria-label={t('ui.showPassword')}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}

/** A typed amount. The value stays text; contract/core/money.ts `parse` converts it to cents. */
export function MoneyInput({ unit = 'USD', ...props }: Omit<InputProps, 'suffix' | 'inputMode'> & { unit?: string }) {
  return <Input {...props} className={css.money} inputMode="decimal" autoComplete="off" suffix={unit} />
}

export function TextArea({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void }) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={css.area}
      data-invalid={rest['aria-invalid']}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export type Option<V extends string = string> = { value: V; label: string; disabled?: boolean }

/** The longest list that is chosen from by looking; a longer one is a `Combobox`. */
export const SHORT_LIST = 12

/** The system's own select: light, and at its best on a phone. */
export function Select<V extends string>({
  value,
  onChange,
  options,
  placeholder,
  shown,
  ...rest
}: Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  value: V | ''
  onChange: (value: V) => void
  options: readonly Option<V>[]
  placeholder?: string
  /** Stands in the closed field instead of the longer label of the list. */
  shown?: string
}) {
  return (
    <span className={css.box} data-invalid={rest['aria-invalid']} data-shown={shown}>
      <select
        {...rest}
        className={css.select}
        value={value}
        data-empty={value === ''}
        onChange={(event) => onChange(event.target.value as V)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} className={css.caret} />
    </span>
  )
}

type CheckProps = Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'type'> & {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  /** What it means, or what is wrong with it. */
  hint?: ReactNode
}

export function Checkbox({ checked, onChange, children, hint, ...rest }: CheckProps) {
  const id = useId()
  const problem = rest['aria-invalid']
  return (
    <span className={css.checkPlace}>
      <label className={css.check}>
        <input
          {...rest}
          {...(hint && { 'aria-describedby': id })}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {hint && (
        <small id={id} className={css.checkHint} data-invalid={problem} role={problem ? 'alert' : undefined}>
          {hint}
        </small>
      )}
    </span>
  )
}

/** For what is on or off, rather than agreed to. */
export function Switch(props: CheckProps) {
  return <Checkbox {...props} role="switch" />
}

/** Checkboxes in columns. */
export const Choices = ({ children }: { children: ReactNode }) => <div className={css.choices}>{children}</div>
