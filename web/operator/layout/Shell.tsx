import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { staffRoles } from '#contract/core/staffRoles.ts'
import { staffSignOut } from '#contract/staff/staff.ts'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { OpenPalette } from '#web/parts/palette/OpenPalette.tsx'
import { ColdStart } from '#web/parts/ColdStart.tsx'
import { queryClient } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Layer } from '#web/ui/dialogs/Layer.tsx'
import { ask } from '#web/parts/client/client.ts'
import { showTime } from '#web/parts/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { holds, useSelf, closeDesk } from '../desk.ts'
import { table } from '../routes.ts'
import { langNow, withText } from '#web/text.ts'
import { useText } from '../text.ts'
import { DeskMenu } from './DeskMenu.tsx'
import css from './Shell.module.css'

const DeskPalette = lazy(withText(() => import('./palette/DeskPalette.tsx')))

/** Menu at the left, the user above, the page. The dark menu distinguishes the desk from the account console at a glance. */
export default function Shell() {
  const t = useText()
  const self = useSelf()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const current = useMatches()
    .map(({ handle }) => handle as string | undefined)
    .findLast(Boolean)
  const [menuOpen, setMenuOpen] = useState(false)
  const pages = table.filter(({ needs }) => holds(self, needs))
  const title = table.find(({ path }) => path === current)?.title
  useEffect(() => {
    setMenuOpen(false)
  }, [pathname])
  const menu = <DeskMenu pages={pages} current={current} />
  return (
    <QueryClientProvider client={queryClient}>
      <title>{`${title ? `${t(`desk.${title}`)} · ` : ''}Kaika ${t('desk.name')}`}</title>
      <div className={css.shell}>
        <aside className={css.bar}>{menu}</aside>
        {menuOpen && (
          <Layer label={t('desk.menu')} onClose={() => setMenuOpen(false)} className={css.sheet}>
            {menu}
          </Layer>
        )}
        <div className={css.column}>
          <header className={css.header}>
            <span className={css.opener}>
              <Button
                look="quiet"
                icon="menu"
                aria-label={t('desk.menu')}
                guardMs={0}
                onClick={() => setMenuOpen(true)}
              />
            </span>
            <h1 className={css.title}>{t(`desk.${title ?? 'name'}`)}</h1>
            <OpenPalette label={t('desk.search')}>
              {(close) => <DeskPalette onSignOut={() => void signOut()} onClose={close} />}
            </OpenPalette>
            <span className={css.lang}>
              <LangToggle />
            </span>
            <ThemeToggle />
            <Me />
          </header>
          <div className={css.progress} data-on={navigation.state !== 'idle'} role="presentation" />
          <ColdStart ready />
          <main id="content" tabIndex={-1} className={css.content}>
            <Outlet />
          </main>
        </div>
      </div>
    </QueryClientProvider>
  )
}

/** Signs out whatever the server answers, even if it is unreachable. */
async function signOut(): Promise<void> {
  await ask(staffSignOut, {}, { quiet: true }).catch(() => {})
  closeDesk()
}

function Me() {
  const t = useText()
  const self = useSelf()
  if (!self) return null
  return (
    <Menu
      label={`${self.name} ${t('desk.avatar')}`}
      trigger={
        <>
          <span className={css.face} data-letter={self.name.slice(0, 1)} />
          <span className={css.nick}>{self.name}</span>
          <Icon name="down" size={15} />
        </>
      }
      head={
        <Stack gap={1}>
          <strong>{self.name}</strong>
          <Muted>
            {self.loginName} · {self.roles.map(({ role }) => staffRoles[role].name[langNow()]).join(' / ')}
          </Muted>
          <Muted>{t('desk.until', { time: showTime(self.expireTime) })}</Muted>
        </Stack>
      }
      items={[{ key: 'out', icon: 'logout', label: t('desk.signOut'), onSelect: () => void signOut() }]}
    />
  )
}
