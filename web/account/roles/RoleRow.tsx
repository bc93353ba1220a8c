import { Link } from 'react-router'
import { elementKeys, elements, pages, type PageId } from '#contract/core/permissions.ts'
import type { Role } from '#contract/roles/editing.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu, type MenuItem } from '#web/ui/dialogs/Menu.tsx'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { type say, useText } from './text.ts'
import css from './Roles.module.css'

/** The role's users, by name as far as there is space. */
export function users(t: typeof say, { userCount, users: names }: Role): string {
  if (userCount === 0) return t('roles.nobody')
  const named = names.join(langNow() === 'cn' ? '、' : ', ')
  return userCount > names.length ? t('roles.usersNamed', { names: named, count: userCount }) : named
}

/** How many of its actions are listed by name. */
const NAMED = 4

export function RoleRow({
  role,
  onCopy,
  onRename,
  onRemove,
}: {
  role: Role
  onCopy: () => void
  onRename: () => void
  onRemove: () => void
}) {
  const t = useText()
  const lang = langNow()
  const { name, remark, userCount, system, keys } = role
  // Groups open nothing, and everyone has the home page and their own account.
  const own = role.pageIds.filter((id) => pages[id as PageId].grant === 'yes' && pages[id as PageId].parentId !== '0')
  const some = elementKeys.filter((key) => keys.includes(key)).map((key) => elements[key].name[lang])
  const items: MenuItem[] = [{ key: 'copy', label: t('roles.copy'), icon: 'copy', onSelect: onCopy }]
  if (!system)
    items.push(
      { key: 'rename', label: t('roles.rename'), icon: 'folder', onSelect: onRename },
      {
        key: 'remove',
        label: t('roles.remove'),
        icon: 'trash',
        tone: 'bad',
        disabled: userCount > 0 ? t('roles.inUse', { count: userCount }) : undefined,
        onSelect: onRemove,
      },
    )
  return (
    <li className={css.role} aria-label={name}>
      <div className={css.what}>
        <Link to={paths.role(role.roleId)} aria-label={t('roles.open', { name })}>
          {name}
        </Link>
        {remark && <span>{remark}</span>}
      </div>
      <div className={css.gives}>
        <span>
          {t('roles.pages', { count: own.length })} · {t('roles.keys', { count: keys.length })}
        </span>
        <small>
          {some.slice(0, NAMED).join(lang === 'cn' ? '、' : ', ')}
          {some.length > NAMED && ' …'}
        </small>
      </div>
      <div className={css.who} data-nobody={userCount === 0}>
        <Icon name="people" size={15} />
        <span>{users(t, role)}</span>
      </div>
      <Menu label={t('roles.actions', { name })} trigger={<Icon name="more" />} items={items} />
    </li>
  )
}
