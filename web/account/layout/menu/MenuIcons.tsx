import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Stack } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { useTooltip } from '#web/ui/onDemand/useTooltip.tsx'
import type { Entry } from '#web/account/menu.ts'
import { langNow } from '#web/text.ts'
import { Badge, waitingIn, type Badges, type MenuProps } from './menuParts.tsx'
import { useText } from './text.ts'
import css from './Sidebar.module.css'

/** The folded menu: an icon for each entry, with its name beside it when it is pointed at; a group opens a menu of its pages. */
export default function MenuIcons({ menu, current, badges }: MenuProps) {
  const t = useText()
  return (
    <nav className={css.menu} aria-label={t('layout.menu')}>
      <Stack as="ul" gap={1}>
        {menu.map((entry) => (
          <li key={entry.name}>
            {entry.children ? (
              <GroupIcon entry={entry} current={current} badges={badges} />
            ) : (
              <Named name={entry.title[langNow()]}>
                {(tip) => (
                  <Link
                    to={entry.path}
                    {...tip}
                    className={css.icon}
                    data-tag={entry.tag}
                    aria-label={entry.title[langNow()]}
                    aria-current={entry.path === current ? 'page' : undefined}
                  >
                    <IconOf entry={entry} badges={badges} />
                  </Link>
                )}
              </Named>
            )}
          </li>
        ))}
      </Stack>
    </nav>
  )
}

function GroupIcon({ entry, current, badges }: { entry: Entry; current: string; badges: Badges }) {
  const navigate = useNavigate()
  const name = entry.title[langNow()]
  const children = entry.children ?? []
  return (
    <Named name={name}>
      {(tip) => (
        <span
          {...tip}
          className={css.group}
          data-tag={entry.tag}
          data-current={children.some(({ path }) => path === current)}
        >
          <Menu
            label={name}
            trigger={<IconOf entry={entry} badges={badges} />}
            head={name}
            items={children.map((child) => ({
              key: child.name,
              icon: child.icon,
              label: (
                <>
                  {child.title[langNow()]} <Badge count={waitingIn(child, badges)} />
                </>
              ),
              onSelect: () => void navigate(child.path),
            }))}
          />
        </span>
      )}
    </Named>
  )
}

function IconOf({ entry, badges }: { entry: Entry; badges: Badges }) {
  return (
    <span className={css.iconBox}>
      <Icon name={entry.icon} />
      {waitingIn(entry, badges) > 0 && <i className={css.dot} />}
    </span>
  )
}

type TipProps = Omit<NonNullable<ReturnType<typeof useTooltip>>['props'], 'aria-description'>

/** The name is the label already, so it is only shown. */
function Named({ name, children }: { name: string; children: (tip: TipProps) => ReactNode }) {
  const { props, card } = useTooltip(name)!
  const { 'aria-description': _, ...tip } = props
  return (
    <>
      {children(tip)}
      {card}
    </>
  )
}
