import { useEffect, useEffectEvent, type RefObject } from 'react'
import { copyCode } from './copyCode.ts'

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

/**
 * C copies the code that is focused, or the newest that is open; the arrows go through the list. Nothing is taken from
 * somebody who types, or from the browser's own Ctrl-C.
 */
export function useCopyKey(list: RefObject<HTMLElement | null>, newest: string | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-code]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    if (event.key === 'c' || event.key === 'C') {
      const focused = rows[at]
      const code = focused?.dataset['open'] === 'true' ? focused.dataset['code'] : focused ? undefined : newest
      if (code) copyCode(code)
    } else if (rows.length && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const to = at + (event.key === 'ArrowDown' ? 1 : -1)
      rows[Math.max(0, Math.min(rows.length - 1, to))]!.focus()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
