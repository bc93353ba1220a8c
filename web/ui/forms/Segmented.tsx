import { useId } from 'react'
import css from './Segmented.module.css'

/** A small choice that is always visible. Built on radio buttons, so arrows, Tab and screen readers work. */
export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={css.row}>
      {options.map((option) => (
        <label key={option.value} className={css.item}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
