import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect, useState, useEffectEvent, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation, useNavigate } from 'react-router'
import { ColdStart, HoldsBack } from '#web/parts/ColdStart.tsx'
import { queryClient } from '#web/parts/client/queries.ts'
import { store, session } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { isListening, whenChanged } from '#web/parts/client/changes.ts'
import { loadWallet, startUp } from '#web/parts/client/startUp.ts'
import { langNow, withText } from '#web/text.ts'
import { loadUserInfo, loadPermissions } from '#web/parts/client/whoAmI.ts'
import { grantIsOld, onGrant } from '#web/parts/client/grant.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '../paths.ts'
import { useRecent } from '../recent.ts'
import { table } from '../routes.ts'
import { menuItems, menuOf, type Entry, permitted } from '../menu.ts'
import { Notices } from '../notices/Notices.tsx'
import { useOpenCodes } from '../threeD/useOpenCodes.ts'
import { homeOf } from '../entrance.ts'
import { Extras } from './Extras.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './menu/Sidebar.tsx'
import { OpenCodes } from './OpenCodes.tsx'
import { useFolded } from './menu/menuState.ts'
import { isRateHidden } from './rateHidden.ts'
import { useText } from './text.ts'
import css from './Shell.module.css'

/** Rarely shown. */
const RiskBanner = lazy(withText(() => import('./RiskBanner.tsx')))
const DebtBanner = lazy(withText(() => import('./DebtBanner.tsx')))
const FrozenBanner = lazy(withText(() => import('./FrozenBanner.tsx')))

const homes: readonly string[] = [paths.home, paths.subHome]

/** The frame of all but the bare pages: menu at the left, header above, the page, and the footer. */
export default function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  )
}

function Frame() {
  const t = useText()
  const state = useSession()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const entry = useMatches()
    .map((match) => match.handle as Entry | undefined)
    .findLast(Boolean)
  const [menuOpen, setMenuOpen] = useState(false)
  const { folded, toggleFolded } = useFolded()
  const title = entry?.title[langNow()] ?? ''
  const risk = useRisk()
  const codes = useOpenCodes()
  useGrant()
  const isHome = homes.includes(pathname)
  const menu = menuOf(table, state)
  const kept = JSON.stringify(menuItems(menu, langNow()))

  // Before the effects of nested components, which request notices and page data: the user is loaded first.
  useLayoutEffect(() => void startUp(), [])
  useEffect(() => {
    const stop = whenChanged('money', () => void loadWallet({ background: true }).catch(() => {}))
    return stop
  }, [])
  // Not when the session has just ended: cleared data stays cleared.
  useEffect(() => {
    if (state.IsLogin) store('AuthsMenu', kept)
  }, [state.IsLogin, kept])
  useEffect(() => {
    setMenuOpen(false)
  }, [pathname])
  useRecent(entry && entry.path === pathname ? { to: entry.path, icon: entry.icon } : undefined)

  return (
    <>
      <OpenCodes codes={codes} title={`${title} · Kaika`} onOwnPage={pathname === paths.threeD} />
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
      <div className={css.shell} data-folded={folded}>
        <Sidebar
          menu={menu}
          current={entry?.under ?? entry?.path ?? ''}
          badges={{ [paths.threeD]: codes.length, [paths.subAccounts]: state.Requests ?? 0 }}
          folded={folded}
          onFold={toggleFolded}
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
        />
        <div className={css.column}>
          <Header title={title} onMenu={() => setMenuOpen(true)} onFold={toggleFolded} />
          {isHome && <Notices key={pathname} />}
          <div className={css.progress} data-on={navigation.state !== 'idle'} role="presentation" />
          {state.IsLogin && risk !== 'NORMAL' && (
            <Suspense fallback={isRateHidden() ? null : <div className={css.rate} />}>
              <RiskBanner />
            </Suspense>
          )}
          <Suspense fallback={<HoldsBack />}>{state.IsLogin && <AccountBanner />}</Suspense>
          <ColdStart ready={!state.IsLogin || state.UserInfo !== undefined} />
          <main id="content" tabIndex={-1} className={css.content}>
            <Outlet />
          </main>
          <footer className={css.foot}>
            Kaika 开卡 · {t('parts.version')} 1.0.0 · © {new Date().getFullYear()}
          </footer>
        </div>
      </div>
      {state.IsLogin && <Extras home={isHome} />}
    </>
  )
}

/** A debt cannot be paid by a top-up while the funds are frozen: one banner at a time. */
function AccountBanner() {
  const status = useSession().UserInfo?.statusList
  if (status?.standing === 'FROZEN') return <FrozenBanner />
  return status?.restricted === 1 && <DebtBanner />
}

const EVERY_MS = 30_000

/** The account's risk status: all cards may stop while a page is open. */
function useRisk(): 'NORMAL' | 'WARN' | 'SHUTDOWN' {
  const risk = useSession().UserInfo?.statusList.risk ?? 'NORMAL'
  useEffect(() => {
    const look = () =>
      void (document.hidden || !session().IsLogin || loadUserInfo({ background: true }).catch(() => {}))
    const timer = setInterval(() => isListening() || look(), EVERY_MS)
    const stop = whenChanged('account', look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return risk
}

/** A change of the role shows within five seconds: this, a second of the clock, and the transfer. */
const LOOK_MS = 3_000
/** While changes are heard. Its end is not a change, but every call knows it at once. */
const SELDOM_MS = 60_000

/**
 * A sub-account's role may change while it views a page. Menu and buttons update without a reload; if the current page is gone, the user is redirected to the
 * first remaining page of its group.
 */
function useGrant(): void {
  const t = useText()
  const navigate = useNavigate()
  const state = useSession()
  const entry = useMatches()
    .map((match) => match.handle as Entry | undefined)
    .findLast(Boolean)

  useEffect(() => {
    const load = () => void loadPermissions({ background: true }).catch(() => {})
    const isSub = () => session().subAccount && session().IsLogin
    const look = () => {
      if (isSub() && !document.hidden && grantIsOld(isListening() ? SELDOM_MS : LOOK_MS)) load()
    }
    onGrant(load)
    const stop = whenChanged('account', () => isSub() && load())
    const timer = setInterval(look, 1_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      onGrant(() => {})
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  const rights =
    state.subAccount && state.Auths && state.subPermission
      ? [...state.Auths.map(({ id }) => id), ...state.subPermission].toSorted().join()
      : undefined
  const before = useRef(rights)
  const follow = useEffectEvent(() => {
    const was = before.current
    before.current = rights
    if (was === undefined || rights === undefined || was === rights) return
    toast.info(t('layout.rightsChanged'), 4_000)
    void queryClient.invalidateQueries()
    if (!entry || permitted(entry, session())) return
    const group = table.find(({ children }) => children?.includes(entry))
    void navigate(group?.path ?? homeOf(), { replace: true })
  })
  useEffect(() => {
    follow()
  }, [rights])
}
