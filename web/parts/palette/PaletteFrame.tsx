import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Layer } from '#web/ui/dialogs/Layer.tsx'
import css from './PaletteFrame.module.css'

/** One line of a palette: an address, an action, or words that complete what is typed. */
export type Find = { icon: IconName; title: string; note?: string | undefined; amount?: string | undefined } & (
  | { to: string; state?: unknown }
  | { act: () => void }
  | { complete: string }
)

export type FindGroup = { title: string; finds: readonly Find[] }

type Props = {
  label: string
  hint: string
  /** What the keys do. */
  keys: string
  typed: string
  onType: (text: string) => void
  /** The groups belong to an earlier text: Enter would open something else than what is typed. */
  stale: boolean
  groups: readonly FindGroup[]
  nothing: string
  onOpen?: (find: Find) => void
  onClose: () => void
}

/** One search field, and what is found in groups below it. Arrows select, Enter opens, also while another language is typed by an input method. */
export function PaletteFrame({ label, hint, keys, typed, onType, stale, groups, nothing, onOpen, onClose }: Props) {
  const navigate = useNavigate()
  const id = useId()
  const [at, setAt] = useState(0)
  const all = groups.flatMap(({ finds }) => finds)
  const chosen = all[Math.min(at, all.length - 1)]
  useEffect(() => {
    setAt(0)
  }, [typed])
  useEffect(() => {
    // In braces: newer browsers return a promise, which would be taken for the effect's clean-up.
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  function open(find: Find) {
    if ('complete' in find) {
      onType(find.complete)
      document.getElementById(`${id}-field`)?.focus()
      return
    }
    onOpen?.(find)
    onClose()
    if ('act' in find) find.act()
    else void navigate(find.to, { state: find.state })
  }
  function onKey(event: KeyboardEvent) {
    // The keys of an input method choose among its own words, and Escape leaves those.
    if (event.nativeEvent.isComposing) return event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((Math.min(at, all.length - 1) + step + all.length) % Math.max(1, all.length))
    } else if (event.key === 'Enter' && chosen && !stale) {
      event.preventDefault()
      open(chosen)
    }
  }
  let index = -1
  return (
    <Layer label={label} onClose={onClose} className={css.palette}>
      <div className={css.sheet}>
        <label className={css.field}>
          <Icon name="search" />
          <input
            id={`${id}-field`}
            data-autofocus
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKey}
            placeholder={hint}
            aria-label={label}
            role="combobox"
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen ? `${id}-${all.indexOf(chosen)}` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
          />
        </label>
        {/* A list without options would be none. */}
        <div id={`${id}-list`} className={css.list} {...(all.length > 0 && { role: 'listbox', 'aria-label': label })}>
          {groups.map(({ title, finds }) => (
            <div key={title} role="group" aria-label={title}>
              <p aria-hidden="true">{title}</p>
              {finds.map((find) => {
                const mine = ++index
                return (
                  <div
                    key={mine}
                    id={`${id}-${mine}`}
                    role="option"
                    aria-selected={find === chosen}
                    className={css.find}
                    onPointerMove={() => setAt(mine)}
                    onClick={() => open(find)}
                  >
                    <Icon name={find.icon} size={18} />
                    <span>
                      <b>{find.title}</b>
                      {find.note && <small>{find.note}</small>}
                    </span>
                    {find.amount && <span className={css.amount}>{find.amount}</span>}
                  </div>
                )
              })}
            </div>
          ))}
          {all.length === 0 && (
            <p role="status" className={css.nothing}>
              {nothing}
            </p>
          )}
        </div>
        <footer className={css.foot}>{keys}</footer>
      </div>
    </Layer>
  )
}
