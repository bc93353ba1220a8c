import { useSyncExternalStore } from 'react'

/** Every place that says "through customer service" opens the one dialog, which the frame shows. */
let open = false
const listeners = new Set<() => void>()
function set(now: boolean): void {
  open = now
  listeners.forEach((listen) => listen())
}
export const openContact = (): void => set(true)
export const closeContact = (): void => set(false)
export const useContactOpen = (): boolean =>
  useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => open,
  )
