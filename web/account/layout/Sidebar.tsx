import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/forms/Button.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Layer } from '#web/ui/dialogs/Layer.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import { openContact } from '../notices/contact/openContact.ts'
import type { Entry } from '../menu.ts'
import { signOut } from '../identity/signIn/signOut.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Sidebar.module.css'

/** Expanded on the first visit, until folded. */
const openAtFirst = ['finance', 'card', 'personal']

/** A menu at the left; on a narrow screen, a sheet that the header's button opens. */
export function Sidebar({
  menu,
  current,
  open,
  onClose,
}: {
  menu: readonly Entry[]
  current: string
  open: boolean
  onClose: () => void
}) {
  const t = useText()
  return (
    <>
      <aside className={css.bar} aria-label="Kaika">
        <div className={css.head}>
          <Wordmark />
        </div>
        <MenuTree menu={menu} current={current} />
      </aside>
      {open && (
        <Layer label={t('layout.menu')} onClose={onClose} className={css.sheet}>
          <div className={css.head}>
            <Wordmark />
            <Button look="quiet" icon="close" aria-label={t('ui.close')} guardMs={0} onClick={onClose} />
          </div>
          <MenuTree menu={menu} current={current} />
        </Layer>
      )}
    </>
  )
}

function MenuTree({ menu, current }: { menu: readonly Entry[]; current: string }) {
  const t = useText()
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const isOpen = (entry: Entry) =>
    toggled[entry.name] ??
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
                onClick={() => setToggled({ ...toggled, [entry.name]: !isOpen(entry) })}
              >
                <Icon name={entry.icon} />
                {entry.title[langNow()]}
                <Icon name="down" size={15} className={css.caret} />
              </button>
              {isOpen(entry) && (
                <Stack as="ul" gap={1} className={css.inner}>
                  {entry.children.map((child) => (
                    <li key={child.name}>
                      <Item entry={child} current={current} />
                    </li>
                  ))}
                </Stack>
              )}
            </li>
          ) : (
            <li key={entry.name}>
              <Item entry={entry} current={current} />
            </li>
          ),
        )}
      </Stack>
      <button type="button" className={`${css.item} ${css.out}`} onClick={openContact}>
        <Icon name="help" />
        {t('layout.contact')}
      </button>
      <button type="button" className={css.item} onClick={() => void signOut().catch(() => {})}>
        <Icon name="logout" />
        {t('layout.signOut')}
      </button>
    </nav>
  )
}

function Item({ entry, current }: { entry: Entry; current: string }) {
  return (
    <Link
      to={entry.path}
      className={css.item}
      data-tag={entry.tag}
      aria-current={entry.path === current ? 'page' : undefined}
    >
      <Icon name={entry.icon} />
      {entry.title[langNow()]}
    </Link>
  )
}
