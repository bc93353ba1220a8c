import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { queryClient } from '#web/parts/client/queries.ts'
import { store } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { paths } from '../paths.ts'
import { table } from '../routes.ts'
import { Header } from './Header.tsx'
import { menuItems, menuOf, type Entry } from '../menu.ts'
import { Notices } from '../notices/Notices.tsx'
import { Sidebar } from './Sidebar.tsx'
import { startUp } from '#web/parts/client/startUp.ts'
import { useGrant } from './useGrant.ts'
import { useRisk } from './useRisk.ts'
import { langNow, withText } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Shell.module.css'

/** Few ever see it. */
const RiskBanner = lazy(withText(() => import('./RiskBanner.tsx')))
const DebtBanner = lazy(withText(() => import('./DebtBanner.tsx')))

/** Nobody waits for it. */
const Extras = lazy(withText(() => import('./Extras.tsx')))

const homes: readonly string[] = [paths.home, paths.subHome]

/** Everything but the bare pages: menu at the left, header above, the page, and the footer. */
export default function Shell() {
  const t = useText()
  const state = useSession()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const entry = useMatches()
    .map((match) => match.handle as Entry | undefined)
    .findLast(Boolean)
  const [menuOpen, setMenuOpen] = useState(false)
  const title = entry?.title[langNow()] ?? ''
  const risk = useRisk()
  useGrant()
  const isHome = homes.includes(pathname)
  const menu = menuOf(table, state)
  const kept = JSON.stringify(menuItems(menu, langNow()))

  // Before the effects of what is inside, which asks for notices and for the page: the sequence begins with who is here.
  useLayoutEffect(() => void startUp(), [])
  // Not when the session has just ended: what was cleared stays cleared.
  useEffect(() => {
    if (state.IsLogin) store('AuthsMenu', kept)
  }, [state.IsLogin, kept])
  useEffect(() => {
    setMenuOpen(false)
  }, [pathname])

  return (
    <QueryClientProvider client={queryClient}>
      <title>{`${title} · Kaika`}</title>
      <a
        className={css.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('layout.skip')}
      </a>
      <div className={css.shell}>
        <Sidebar
          menu={menu}
          current={entry?.under ?? entry?.path ?? ''}
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
        />
        <div className={css.column}>
          <Header
            title={isHome ? '' : title}
            notices={isHome && <Notices key={pathname} />}
            onMenu={() => setMenuOpen(true)}
          />
          <div className={css.progress} data-on={navigation.state !== 'idle'} role="presentation" />
          {state.IsLogin && risk !== 'NORMAL' && (
            <Suspense fallback={null}>
              <RiskBanner />
            </Suspense>
          )}
          {state.IsLogin && state.UserInfo?.statusList.restricted === 1 && (
            <Suspense fallback={null}>
              <DebtBanner />
            </Suspense>
          )}
          <main id="content" tabIndex={-1} className={css.content}>
            <Outlet />
          </main>
          <footer className={css.foot}>
            Kaika 开卡 · {t('parts.version')} 1.0.0 · © {new Date().getFullYear()}
          </footer>
        </div>
      </div>
      {state.IsLogin && (
        <Suspense fallback={null}>
          <Extras home={isHome} />
        </Suspense>
      )}
    </QueryClientProvider>
  )
}
