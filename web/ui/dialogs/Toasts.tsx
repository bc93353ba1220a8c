import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../Icon.tsx'
import { dismiss, onToasts, shownToasts, type Toast } from './toast.ts'
import css from './Toasts.module.css'

const icons = { ok: 'check', bad: 'warn', info: 'info' } as const

/** The container of notifications; once per console, above every layer and, by the mark that React Aria looks for, never inert. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  return createPortal(
    <div className={css.place} role="status" aria-live="polite" data-react-aria-top-layer="true">
      {toasts.map((toast) => (
        <One key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  )
}

function One({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.id), toast.forMs)
    return () => clearTimeout(timer)
  }, [held, toast])
  return (
    <div
      className={css.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[toast.tone]} />
      <span>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            dismiss(toast.id)
            toast.action!.run()
          }}
        >
          {toast.action.label}
        </button>
      )}
    </div>
  )
}
