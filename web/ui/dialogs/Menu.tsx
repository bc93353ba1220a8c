import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { IconName } from '../Icon.tsx'
import css from './Menu.module.css'

export type MenuItem = {
  key: string
  label: ReactNode
  icon?: IconName
  tone?: 'bad' | undefined
  /** Why it is unavailable: shown under the label. */
  disabled?: string | undefined
  /** Of an item that is on or off. */
  checked?: boolean
  /** The menu stays open after a choice. */
  stays?: boolean
  onSelect: () => void
}

const load = () => import('./MenuCard.tsx')
const MenuCard = lazy(load)

/** A button with a menu of actions. The menu is React Aria's and loads when the button is pointed at, focused or pressed. */
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
  const [open, setOpen] = useState<'first' | 'last'>()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const show = (at: 'first' | 'last') => {
    // Safari does not focus a button that is clicked, and focus has to return here.
    button.current?.focus()
    setOpen(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = ({ ArrowDown: 'first', ArrowUp: 'last' } as const)[event.key]
    if (!at) return
    event.preventDefault()
    show(at)
  }
  /** The menu is gone and its button is focused before the action begins, so a dialog that it opens gives the focus back to the button. */
  const select = (item: MenuItem) => {
    if (!item.stays) {
      flushSync(() => setOpen(undefined))
      button.current?.focus()
    }
    item.onSelect()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onKeyDown={onKeyDown}
        onClick={() => (open ? setOpen(undefined) : show('first'))}
      >
        {trigger}
      </button>
      {open && (
        // A press in the menu is none on the row or tile that contains this button.
        <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
          <Suspense fallback={null}>
            <MenuCard
              {...{ id, label, items, head, select }}
              trigger={button}
              at={open}
              onClose={() => setOpen(undefined)}
            />
          </Suspense>
        </span>
      )}
    </>
  )
}
