import { useSyncExternalStore } from 'react'

/** Something shown in one place and opened from many. */
export function opener(): { open: () => void; close: () => void; useOpen: () => boolean } {
  let isOpen = false
  const listeners = new Set<() => void>()
  const listen = (one: () => void) => {
    listeners.add(one)
    return () => listeners.delete(one)
  }
  const set = (now: boolean) => {
    isOpen = now
    listeners.forEach((one) => one())
  }
  return { open: () => set(true), close: () => set(false), useOpen: () => useSyncExternalStore(listen, () => isOpen) }
}
