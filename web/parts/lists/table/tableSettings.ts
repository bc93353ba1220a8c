/** How this browser shows its lists: one density for all of them, and for each list the widths and pinned columns. */
import { useSyncExternalStore } from 'react'
import { store, stored, storedJson } from '#web/parts/client/session.ts'

export type Density = 'comfortable' | 'compact'
export const rowHeights = { comfortable: 56, compact: 40 } satisfies Record<Density, number>

/** Without `pinned`, the first column is. */
export type Layout = { widths?: Readonly<Record<string, number>>; pinned?: readonly string[] }

const listeners = new Set<() => void>()
const densityNow = (): Density => (stored('density') === 'compact' ? 'compact' : 'comfortable')

export function chooseDensity(density: Density): void {
  store('density', density)
  listeners.forEach((listen) => listen())
}

export const useDensity = (): Density =>
  useSyncExternalStore((listen) => {
    listeners.add(listen)
    return () => listeners.delete(listen)
  }, densityNow)

const layouts = (): Record<string, Layout> => storedJson<Record<string, Layout>>('tables') ?? {}

/** `list` is the names of all its columns: what was kept for other columns no longer fits. */
export const layoutOf = (list: string): Layout => layouts()[list] ?? {}

export function keepLayout(list: string, layout: Layout): void {
  const { [list]: before, ...others } = layouts()
  const isDefault = Object.keys(layout.widths ?? {}).length === 0 && layout.pinned === undefined
  if (isDefault && !before) return
  store('tables', JSON.stringify(isDefault ? others : { ...others, [list]: layout }))
}
