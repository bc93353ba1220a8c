import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './Layer.module.css'

/** Open layers, the topmost last. All below it are inert, so focus and screen readers stay inside. */
const open: HTMLElement[] = []

function settle(): void {
  const root = document.getElementById('root')
  if (root) root.inert = open.length > 0
  open.forEach((layer, index) => (layer.inert = index < open.length - 1))
}

/**
 * A modal layer above the page. Custom instead of `<dialog>.showModal()`, which would make antd's pop-ups and our notifications inert, because they live in
 * `body`.
 */
export function Layer({
  label,
  onClose,
  className,
  children,
}: {
  label: string
  onClose: () => void
  className: string | undefined
  children: ReactNode
}) {
  const veil = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const layer = veil.current!
    const before = document.activeElement
    open.push(layer)
    settle()
    const first =
      layer.querySelector<HTMLElement>('[autofocus], [data-autofocus]') ??
      layer.querySelector<HTMLElement>('[role=dialog]')
    first?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && open.at(-1) === layer) close()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      open.splice(open.indexOf(layer), 1)
      settle()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return createPortal(
    <div ref={veil} className={css.veil} onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div role="dialog" aria-modal="true" aria-label={label} tabIndex={-1} className={className}>
        {children}
      </div>
    </div>,
    document.body,
  )
}
