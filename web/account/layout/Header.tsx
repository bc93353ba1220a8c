import { lazy, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { OpenPalette } from '#web/parts/palette/OpenPalette.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Menu, type MenuItem } from '#web/ui/dialogs/Menu.tsx'
import { Money } from '#web/ui/Money.tsx'
import { forgetKept, keptErrors, onToasts } from '#web/ui/dialogs/toast.ts'
import { withText } from '#web/text.ts'
import { openContact } from '../notices/contact/openContact.ts'
import { paths } from '../paths.ts'
import { showAround } from '../showAround.ts'
import { table } from '../routes.ts'
import { flat, permitted } from '../menu.ts'
import { openNews } from '../notices/openNews.ts'
import { signOut } from '../identity/signIn/signOut.ts'
import { useText } from './text.ts'
import css from './Header.module.css'

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

/** Personal notices and recent errors: toasts are short, and people miss them. */
function Bell() {
  const t = useText()
  const errors = useSyncExternalStore(onToasts, keptErrors)
  const unread = useSession().Unread ?? 0
  const mine = t('layout.myNotices', { count: unread })
  const items: MenuItem[] = errors.map((error) => ({
    key: String(error.id),
    icon: 'warn',
    label: (
      <Stack as="span" gap={1} className={css.error}>
        {error.text}
        <Muted as="small">{new Date(error.at).toLocaleTimeString('zh-CN', { hour12: false })}</Muted>
      </Stack>
    ),
    onSelect: () => {},
  }))
  if (errors.length > 0)
    items.push({ key: 'forget', icon: 'warn', label: <span>{t('layout.forgetErrors')}</span>, onSelect: forgetKept })
  return (
    <Menu
      label={`${mine} · ${t('layout.recentErrors', { count: errors.length })}`}
      trigger={
        <span className={css.bell}>
          <Icon name="bell" />
          {(errors.length > 0 || unread > 0) && <i className={css.dot} />}
        </span>
      }
      head={errors.length > 0 && t('layout.recentErrorsTitle')}
      items={[...items, { key: 'mine', icon: 'bell', label: mine, onSelect: openNews }]}
    />
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
            {state.UserPlan && (
              <Muted>
                {t('layout.plan')} {state.UserPlan.name}
              </Muted>
            )}
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
