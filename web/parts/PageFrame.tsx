import type { ReactNode } from 'react'

/** The column layout of a page: its blocks in order, with equal spacing. */
export function PageFrame({ children }: { children: ReactNode }) {
  return <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>{children}</div>
}
