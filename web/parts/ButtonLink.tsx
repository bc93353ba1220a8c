import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonLook, type Button } from '#web/ui/forms/Button.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'

/** A link that looks like a button: what leads to a page can be opened in a tab of its own. */
export function ButtonLink({
  to,
  icon,
  children,
  ...look
}: Pick<ComponentProps<typeof Button>, 'look' | 'size'> & { to: string; icon?: IconName; children: ReactNode }) {
  return (
    <Link className={buttonLook(look)} to={to}>
      {icon && <Icon name={icon} size={17} />}
      {children}
    </Link>
  )
}
