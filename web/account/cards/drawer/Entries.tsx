import type { ReactNode } from 'react'
import { Muted, Rows, Stack } from '#web/ui/layout.tsx'
import css from './Entries.module.css'

/** Movements on a card, one below the other. */
export function Entries({ children }: { children: ReactNode }) {
  return <Rows className={css.entries}>{children}</Rows>
}

/** What it was, a tag for its kind or status, and what it came to. */
export function Entry({
  title,
  text,
  tag,
  off,
  children,
}: {
  title: ReactNode
  text: ReactNode
  tag?: ReactNode
  /** It came to nothing. */
  off?: boolean
  children: ReactNode
}) {
  return (
    <li>
      <Stack gap={1} className={css.what}>
        <b>{title}</b>
        <Muted>{text}</Muted>
      </Stack>
      {tag}
      <Stack gap={1} className={css.sum} data-off={off}>
        {children}
      </Stack>
    </li>
  )
}
