import type { Entry } from '#web/account/menu.ts'
import { useText } from './text.ts'
import css from './Sidebar.module.css'

/** What waits on a page, by its path. */
export type Badges = Readonly<Record<string, number>>
export type MenuProps = { menu: readonly Entry[]; current: string; badges: Badges }

export const waitingIn = ({ path, children }: Entry, badges: Badges): number =>
  children ? children.reduce((sum, child) => sum + waitingIn(child, badges), 0) : (badges[path] ?? 0)

export function Badge({ count }: { count: number }) {
  const t = useText()
  if (count === 0) return null
  return (
    <span className={css.badge}>
      {count > 99 ? '99+' : count}
      <span className="said"> {t('layout.waiting')}</span>
    </span>
  )
}
