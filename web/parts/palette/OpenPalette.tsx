import { Suspense, useLayoutEffect, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'

/** The header's search: by click, or by Ctrl-K and ⌘K from anywhere. */
export function OpenPalette({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  // Registered as soon as the button is visible: an effect after painting misses fast users.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((now) => !now)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        look="quiet"
        icon="search"
        guardMs={0}
        aria-label={label}
        aria-keyshortcuts="Control+K Meta+K"
        title={label}
        onClick={() => setOpen(true)}
      />
      {open && <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>}
    </>
  )
}
