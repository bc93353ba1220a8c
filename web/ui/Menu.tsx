import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './Menu.module.css'

export type MenuItem = { key: string; label: ReactNode; icon?: IconName; tone?: 'bad'; onSelect: () => void }

/** A button with a list of actions under it: arrows move, Escape closes, focus comes back. */
export function Menu({
  label,
  trigger,
  items,
  head,
}: {
  label: string
  trigger: ReactNode
  items: readonly MenuItem[]
  head?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    place.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const away = (event: PointerEvent) => place.current?.contains(event.target as Node) || setOpen(false)
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const move = (by: number) => {
    const all = [...place.current!.querySelectorAll<HTMLElement>('[role=menuitem]')]
    all.at((all.indexOf(document.activeElement as HTMLElement) + by) % all.length)?.focus()
  }
  return (
    <div
      ref={place}
      className={css.place}
      onKeyDown={(event) => {
        if (!open) return
        if (event.key === 'Escape' || event.key === 'Tab') close()
        if (event.key === 'ArrowDown') move(1)
        if (event.key === 'ArrowUp') move(-1)
        if (event.key.startsWith('Arrow') || event.key === 'Escape') event.preventDefault()
      }}
    >
      <button
        ref={button}
        type="button"
        className={css.trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div className={css.card}>
          {head && <div className={css.headline}>{head}</div>}
          <div id={id} role="menu" aria-label={label}>
            {items.map((item) => (
              <button
                key={item.key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={css.item}
                data-tone={item.tone}
                onClick={() => {
                  close()
                  item.onSelect()
                }}
              >
                {item.icon && <Icon name={item.icon} />}
                {item.label}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
