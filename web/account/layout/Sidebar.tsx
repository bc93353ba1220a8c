import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#web/ui/forms/Button.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Layer } from '#web/ui/dialogs/Layer.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import { useTooltip } from '#web/ui/onDemand/useTooltip.tsx'
import type { Entry } from '../menu.ts'
import { langNow } from '#web/text.ts'
import { useOpenGroups } from './menuState.ts'
import { useText } from './text.ts'
import css from './Sidebar.module.css'

/** Expanded until folded. */
const openAtFirst = ['finance', 'card', 'personal']

/** What waits on a page, by its path. */
type Badges = Readonly<Record<string, number>>
type Props = { menu: readonly Entry[]; current: string; badges: Badges }

/** A menu at the left, which folds to icons; on a narrow screen, a sheet that the header's button opens. */
export function Sidebar({
  open,
  folded,
  onFold,
  onClose,
  ...tree
}: Props & { open: boolean; folded: boolean; onFold: () => void; onClose: () => void }) {
  const t = useText()
  return (
    <>
      <aside className={css.bar} aria-label="Kaika" data-folded={folded}>
        <div className={css.head}>
          {!folded && <Wordmark />}
          <Button
            look="quiet"
            size="s"
            icon={folded ? 'right' : 'left'}
            guardMs={0}
            aria-label={t(folded ? 'layout.unfold' : 'layout.fold')}
            aria-keyshortcuts="Control+\ Meta+\"
            title={`${t(folded ? 'layout.unfold' : 'layout.fold')} (Ctrl \\)`}
            onClick={onFold}
          />
        </div>
        {folded ? <Icons {...tree} /> : <MenuTree {...tree} />}
      </aside>
      {open && (
        <Layer label={t('layout.menu')} onClose={onClose} className={css.sheet}>
          <div className={css.head}>
            <Wordmark />
            <Button look="quiet" icon="close" aria-label={t('ui.close')} guardMs={0} onClick={onClose} />
          </div>
          <MenuTree {...tree} />
        </Layer>
      )}
    </>
  )
}

const waitingIn = ({ path, children }: Entry, badges: Badges): number =>
  children ? children.reduce((sum, child) => sum + waitingIn(child, badges), 0) : (badges[path] ?? 0)

function MenuTree({ menu, current, badges }: Props) {
  const t = useText()
  const { groups, openGroup } = useOpenGroups()
  const isOpen = (entry: Entry) =>
    groups[entry.name] ??
    (openAtFirst.includes(entry.name) || Boolean(entry.children?.some(({ path }) => path === current)))
  return (
    <nav className={css.menu} aria-label={t('layout.menu')}>
      <Stack as="ul" gap={1}>
        {menu.map((entry) =>
          entry.children ? (
            <li key={entry.name}>
              <button
                type="button"
                className={css.item}
                data-tag={entry.tag}
                aria-expanded={isOpen(entry)}
                onClick={() => openGroup(entry.name, !isOpen(entry))}
              >
                <Icon name={entry.icon} />
                {entry.title[langNow()]}
                {!isOpen(entry) && <Badge count={waitingIn(entry, badges)} />}
                <Icon name="down" size={15} className={css.caret} />
              </button>
              {isOpen(entry) && (
                <Stack as="ul" gap={1} className={css.inner}>
                  {entry.children.map((child) => (
                    <li key={child.name}>
                      <Item entry={child} current={current} badges={badges} />
                    </li>
                  ))}
                </Stack>
              )}
            </li>
          ) : (
            <li key={entry.name}>
              <Item entry={entry} current={current} badges={badges} />
            </li>
          ),
        )}
      </Stack>
    </nav>
  )
}

function Badge({ count }: { count: number }) {
  const t = useText()
  if (count === 0) return null
  return (
    <span className={css.badge}>
      {count > 99 ? '99+' : count}
      <span className="said"> {t('layout.waiting')}</span>
    </span>
  )
}

function Item({ entry, current, badges }: { entry: Entry; current: string; badges: Badges }) {
  return (
    <Link
      to={entry.path}
      className={css.item}
      data-tag={entry.tag}
      aria-current={entry.path === current ? 'page' : undefined}
    >
      <Icon name={entry.icon} />
      {entry.title[langNow()]}
      <Badge count={waitingIn(entry, badges)} />
    </Link>
  )
}

/** The folded menu: an icon for each entry, with its name beside it when it is pointed at; a group opens a menu of its pages. */
function Icons({ menu, current, badges }: Props) {
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
