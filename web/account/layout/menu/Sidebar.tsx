import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/forms/Button.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Layer } from '#web/ui/dialogs/Layer.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import type { Entry } from '#web/account/menu.ts'
import { langNow, withText } from '#web/text.ts'
import { Badge, waitingIn, type Badges, type MenuProps } from './menuParts.tsx'
import { useOpenGroups } from './menuState.ts'
import { useText } from './text.ts'
import css from './Sidebar.module.css'

const MenuIcons = lazy(withText(() => import('./MenuIcons.tsx')))

/** Expanded until folded. */
const openAtFirst = ['finance', 'card', 'personal']

/** A menu at the left, which folds to icons; on a narrow screen, a sheet that the header's button opens. */
export function Sidebar({
  open,
  folded,
  onFold,
  onClose,
  ...tree
}: MenuProps & { open: boolean; folded: boolean; onFold: () => void; onClose: () => void }) {
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
        {folded ? (
          <Suspense fallback={null}>
            <MenuIcons {...tree} />
          </Suspense>
        ) : (
          <MenuTree {...tree} />
        )}
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

function MenuTree({ menu, current, badges }: MenuProps) {
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
