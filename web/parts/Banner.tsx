import type { ReactNode } from 'react'
import { Icon, type IconName } from '../ui/Icon.tsx'
import css from './Banner.module.css'

/** Above a page or a form: what limits the account, with what to do about it. */
export function Banner({
  tone = 'warn',
  icon = 'warn',
  label,
  link,
  children,
}: {
  tone?: 'warn' | 'bad'
  icon?: IconName
  /** Makes it a region of the page that can be jumped to. */
  label?: string
  link?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.banner} data-tone={tone} role={label ? 'region' : 'note'} aria-label={label}>
      <Icon name={icon} />
      <p>{children}</p>
      {link}
    </div>
  )
}
