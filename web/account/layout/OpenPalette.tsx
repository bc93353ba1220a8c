import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'

const Palette = lazy(withText(() => import('./palette/Palette.tsx')))

/** The search of the header: pressed, or by Ctrl-K and ⌘K from anywhere. */
export function OpenPalette() {
  const t = useText()
  const [open, setOpen] = useState(false)
  // Heard as soon as the button is seen: an effect after the painting misses a quick hand.
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
        aria-label={t('layout.search')}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('layout.search')}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
