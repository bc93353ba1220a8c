import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './Notes.module.css'

/** Something to know before continuing. */
export function Note({
  tone = 'info',
  icon = tone === 'info' ? 'info' : 'warn',
  children,
}: {
  tone?: 'info' | 'warn' | 'bad'
  icon?: IconName
  children: ReactNode
}) {
  return (
    <p className={css.note} data-tone={tone}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </p>
  )
}
