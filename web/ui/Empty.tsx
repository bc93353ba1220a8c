import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './Empty.module.css'

/** An empty state: what will be here, and the first step. */
export function Empty({
  icon = 'list',
  title,
  text,
  action,
}: {
  icon?: IconName
  title: string
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <span className={css.picture}>
        <Icon name={icon} size={22} />
      </span>
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
