/** Short notifications. Errors are also kept, so that users who missed them find them under the bell. */
export type Toast = {
  id: number
  tone: 'ok' | 'bad' | 'info'
  text: string
  forMs: number
  at: number
  /** A button in it, which also closes it. */
  action?: { label: string; run: () => void } | undefined
}

/** How long a message is shown (docs/reference/numbers.md#console). */
const SHOWN_FOR_MS = 2000

/** Long enough to read what was done and to take it back. */
const UNDO_FOR_MS = 8000

let toasts: readonly Toast[] = []
let kept: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const changed = () => listeners.forEach((listen) => listen())

function show(tone: Toast['tone'], text: string, forMs = SHOWN_FOR_MS, action?: Toast['action']): void {
  if (!text) return
  // The same words again are news only if they can be taken back: then by the last of them.
  const same = toasts.find((toast) => toast.text === text && toast.tone === tone)
  if (same && !action) return
  if (same) toasts = toasts.filter((toast) => toast !== same)
  const toast = { id: nextId++, tone, text, forMs, at: Date.now(), action }
  toasts = [...toasts, toast].slice(-4)
  if (tone === 'bad') kept = [toast, ...kept].slice(0, 20)
  changed()
}

export const toast = {
  ok: (text: string, forMs?: number) => show('ok', text, forMs),
  bad: (text: string, forMs?: number) => show('bad', text, forMs),
  info: (text: string, forMs?: number) => show('info', text, forMs),
  /** What was done, with a button that takes it back. */
  undoable: (text: string, label: string, run: () => void) => show('ok', text, UNDO_FOR_MS, { label, run }),
}

export function dismiss(id: number): void {
  toasts = toasts.filter((one) => one.id !== id)
  changed()
}
export function forgetKept(): void {
  kept = []
  changed()
}
export const shownToasts = () => toasts
export const keptErrors = () => kept
export function onToasts(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
