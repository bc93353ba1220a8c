import { useId, type ReactNode } from 'react'
import css from './Tabs.module.css'

/** Accessible tabs: one Tab stop, arrows between them, and a panel labelled by its tab. */
export function Tabs<V extends string>({
  label,
  value,
  options,
  onChange,
  children,
}: {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  children: ReactNode
}) {
  const id = useId()
  const move = (key: string, list: HTMLElement) => {
    const at = options.findIndex((option) => option.value === value)
    const last = options.length - 1
    const next = { ArrowRight: at < last ? at + 1 : 0, ArrowLeft: at > 0 ? at - 1 : last, Home: 0, End: last }[key]
    if (next === undefined) return false
    onChange(options[next]!.value)
    list.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    return true
  }
  return (
    <div className={css.place}>
      <div
        role="tablist"
        aria-label={label}
        className={css.tabs}
        onKeyDown={(event) => {
          if (move(event.key, event.currentTarget)) event.preventDefault()
        }}
      >
        {options.map((option) => {
          const chosen = option.value === value
          return (
            <button
              key={option.value}
              type="button"
              role="tab"
              id={`${id}-${option.value}`}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-panel` : undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(option.value)}
            >
              {option.label}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={css.panel}>
        {children}
      </div>
    </div>
  )
}
