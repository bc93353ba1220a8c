import { useId } from 'react'
import css from './TagChip.module.css'

/** A user-defined tag in its colour. The longest, of 16 characters, fits. */
export function TagChip({ name, hue }: { name: string; hue: string }) {
  return (
    <span className={css.chip} data-hue={hue}>
      <i />
      <span>{name}</span>
    </span>
  )
}

/** A few colours to choose from. Built on radio buttons, so arrows, Tab and screen readers work. */
export function Swatches<V extends string>({
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
    <div role="radiogroup" aria-label={label} className={css.swatches}>
      {options.map((option) => (
        <label key={option.value} className={css.swatch} data-hue={option.value}>
          <input
            type="radio"
            name={name}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <i />
        </label>
      ))}
      <span aria-hidden>{options.find((option) => option.value === value)?.label}</span>
    </div>
  )
}
