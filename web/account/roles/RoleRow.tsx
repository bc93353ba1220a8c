import { Link } from 'react-router'
import { elementKeys, elements, pages, type PageId } from '#contract/core/permissions.ts'
import type { Role } from '#contract/roles/editing.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu, type MenuItem } from '#web/ui/dialogs/Menu.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Roles.module.css'

/** The role's users, by name as far as there is space. */
export function Users({ role: { userCount, users: names } }: { role: Role }) {
  const t = useText()
  const named = names.join(langNow() === 'cn' ? '、' : ', ')
  return (
    <Row as="span">
      <Icon name="people" size={15} />
      <span>
        {userCount === 0
          ? t('roles.nobody')
          : userCount > names.length
            ? t('roles.usersNamed', { names: named, count: userCount })
            : named}
      </span>
    </Row>
  )
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
      <Stack gap={1}>
        <Link to={paths.role(role.roleId)} aria-label={t('roles.open', { name })}>
          {name}
        </Link>
        {remark && <Muted>{remark}</Muted>}
      </Stack>
      <Stack gap={1}>
        <span>
          {t('roles.pages', { count: own.length })} · {t('roles.keys', { count: keys.length })}
        </span>
        <Muted as="small">
          {some.slice(0, NAMED).join(lang === 'cn' ? '、' : ', ')}
          {some.length > NAMED && ' …'}
        </Muted>
      </Stack>
      <Users role={role} />
      <Menu label={t('roles.actions', { name })} trigger={<Icon name="more" />} items={items} />
    </li>
  )
}
