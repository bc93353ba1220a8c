import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './Notes.module.css'

/** Something to know before continuing. */
export function Note({
  tone = 'info',
  icon = tone === 'info' ? 'info' : 'warn',
  role,
  children,
}: {
  tone?: 'info' | 'warn' | 'bad'
  icon?: IconName
  /** For what appears later: it is read out. */
  role?: 'status'
  children: ReactNode
}) {
  return (
    <p className={css.note} data-tone={tone} role={role}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </p>
  )
}
