import type { ReactNode } from 'react'

/** The column of a page: its blocks in one order, one distance apart. */
export function PageFrame({ children }: { children: ReactNode }) {
  return <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>{children}</div>
}
