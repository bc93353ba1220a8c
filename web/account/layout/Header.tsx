import { lazy, Suspense, useRef, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { OpenPalette } from '#web/parts/palette/OpenPalette.tsx'
import { privilege } from '#contract/plans/plans.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { Money } from '#web/ui/Money.tsx'
import { keptErrors, onToasts } from '#web/ui/dialogs/toast.ts'
import { withText } from '#web/text.ts'
import { openContact } from '../notices/contact/openContact.ts'
import { paths } from '../paths.ts'
import { showAround } from '../showAround.ts'
import { table } from '../routes.ts'
import { flat, permitted } from '../menu.ts'
import { closeNews, openNews, useNewsOpen } from '../notices/openNews.ts'
import { signOut } from '../identity/signIn/signOut.ts'
import { useText } from './text.ts'
import css from './Header.module.css'

const loadPanel = withText(() => import('../notices/mine/NoticePanel.tsx'))
const NoticePanel = lazy(loadPanel)
const Palette = lazy(withText(() => import('./palette/Palette.tsx')))

export function Header({ title, onMenu, onFold }: { title: string; onMenu: () => void; onFold: () => void }) {
  const t = useText()
  return (
    <header className={css.header}>
      <span className={css.opener}>
        <Button look="quiet" icon="menu" aria-label={t('layout.openMenu')} guardMs={0} onClick={onMenu} />
      </span>
      <h1 className={css.title}>{title}</h1>
      <div className={css.space} />
      <OpenPalette label={t('layout.search')}>{(close) => <Palette onFold={onFold} onClose={close} />}</OpenPalette>
      <span className={css.roomy}>
        <Button
          look="quiet"
          icon="help"
          aria-label={t('layout.contact')}
          title={t('layout.contact')}
          guardMs={0}
          onClick={openContact}
        />
      </span>
      <span className={css.lang}>
        <LangToggle />
      </span>
      <span className={css.roomy}>
        <ThemeToggle />
      </span>
      <Bell />
      <Avatar />
    </header>
  )
}

/** Opens personal notices and recent errors. */
function Bell() {
  const t = useText()
  const open = useNewsOpen()
  const bell = useRef<HTMLButtonElement>(null)
  const errors = useSyncExternalStore(onToasts, keptErrors).length
  const unread = useSession().Unread ?? 0
  const load = () => void loadPanel().catch(() => {})
  return (
    <>
      <button
        ref={bell}
        type="button"
        className={css.bell}
        aria-label={`${t('layout.myNotices', { count: unread })} · ${t('layout.recentErrors', { count: errors })}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={load}
        onFocus={load}
        onClick={open ? closeNews : openNews}
      >
        <Icon name="bell" />
        {errors + unread > 0 && <i className={css.dot} />}
      </button>
      <Suspense>{open && <NoticePanel bell={bell} onClose={closeNews} />}</Suspense>
    </>
  )
}

function Avatar() {
  const t = useText()
  const navigate = useNavigate()
  const state = useSession()
  const user = state.UserInfo
  const go = (path: string, icon: IconName, label: string) => {
    const entry = flat(table).find((one) => one.path === path)
    return entry && permitted(entry, state) ? [{ key: path, icon, label, onSelect: () => void navigate(path) }] : []
  }
  return (
    <Menu
      label={`${user?.nickname ?? ''} ${t('layout.avatar')}`}
      trigger={
        <>
          <span className={css.face} data-letter={user?.nickname.slice(0, 1).toUpperCase()} />
          <span className={css.nick}>{user?.nickname}</span>
          <Icon name="down" size={15} />
        </>
      }
      head={
        user && (
          <Stack gap={1}>
            <strong>{user.nickname}</strong>
            <Muted>
              {user.mobile} · {user.userId}
            </Muted>
            {state.Wallet?.usdBalance !== undefined && (
              <Link to={paths.financeRecord}>
                {t('layout.balance')} <Money cents={state.Wallet.usdBalance} strong />
              </Link>
            )}
            <PlanName />
          </Stack>
        )
      }
      items={[
        ...go(paths.rechargeIndex, 'topup', t('layout.recharge')),
        ...go(paths.account, 'person', t('layout.account')),
        { key: 'contact', icon: 'help', label: t('layout.contact'), onSelect: openContact },
        { key: 'around', icon: 'info', label: t('layout.showAround'), onSelect: showAround },
        { key: 'out', icon: 'logout', label: t('layout.signOut'), onSelect: () => void signOut().catch(() => {}) },
      ]}
    />
  )
}

/** What was loaded at the start is in the language of the start, and another plan may have been bought since. */
function PlanName() {
  const t = useText()
  const { UserPlan } = useSession()
  const plan = useAsk(privilege, {}, { quiet: true }).data ?? UserPlan
  return (
    plan && (
      <Muted>
        {t('layout.plan')} {plan.name}
      </Muted>
    )
  )
}
