import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import css from './Menu.module.css'

export type MenuItem = {
  key: string
  label: ReactNode
  icon?: IconName
  tone?: 'bad' | undefined
  /** Why it is unavailable: shown under the label. */
  disabled?: string | undefined
  /** On or off, with a tick. */
  checked?: boolean
  /** The menu stays open after it. */
  stays?: boolean
  onSelect: () => void
}

/** A button with a menu of actions: arrows move, Escape closes, focus returns. */
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
  const card = useRef<HTMLDivElement>(null)

  // In the top layer, because a surrounding table or drawer would clip it; so it is positioned under its button by code.
  useLayoutEffect(() => {
    if (!open || !card.current || !button.current) return
    card.current.showPopover()
    const [at, size] = [button.current.getBoundingClientRect(), card.current.getBoundingClientRect()]
    const below = at.bottom + 6
    const top = below + size.height > innerHeight - 8 ? Math.max(8, at.top - 6 - size.height) : below
    card.current.style.top = `${top}px`
    card.current.style.left = `${Math.max(8, Math.min(at.right - size.width, innerWidth - size.width - 8))}px`
  }, [open])

  useEffect(() => {
    if (!open) return
    place.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
    const away = (event: PointerEvent) => place.current?.contains(event.target as Node) || setOpen(false)
    // Only what moves the button away from its menu.
    const gone = ({ target }: Event) =>
      (target === window || (target as Node).contains(button.current)) && setOpen(false)
    document.addEventListener('pointerdown', away)
    document.addEventListener('scroll', gone, true)
    addEventListener('resize', gone)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('scroll', gone, true)
      removeEventListener('resize', gone)
    }
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const move = (by: number) => {
    const all = [...place.current!.querySelectorAll<HTMLElement>('[role^=menuitem]')]
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
        <div ref={card} popover="manual" className={css.card}>
          {head && (
            // A link in it navigates away and closes the menu.
            <div className={css.headline} onClick={(event) => (event.target as Element).closest('a') && setOpen(false)}>
              {head}
            </div>
          )}
          <div id={id} role="menu" aria-label={label}>
            {items.map((item) => (
              <button
                key={item.key}
                type="button"
                role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                aria-checked={item.checked}
                tabIndex={-1}
                className={css.item}
                data-tone={item.tone}
                aria-disabled={item.disabled !== undefined || undefined}
                onClick={() => {
                  if (item.disabled !== undefined) return
                  if (!item.stays) close()
                  item.onSelect()
                }}
              >
                {item.icon && <Icon name={item.icon} />}
                {item.checked !== undefined && <Icon name="check" className={css.tick} />}
                <span>
                  {item.label}
                  {item.disabled && <small className={css.why}>{item.disabled}</small>}
                </span>
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
