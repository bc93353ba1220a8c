import { staffSignOut } from '#contract/staff/staff.ts'
import { ask } from '#web/parts/client/client.ts'
import { showTime } from '#web/parts/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { closeDesk, useSelf } from '../desk.ts'
import { useText } from '../text.ts'
import css from './Shell.module.css'

/** Left whatever the server says: a desk that cannot be reached is left all the same. */
async function signOut(): Promise<void> {
  await ask(staffSignOut, {}, { quiet: true }).catch(() => {})
  closeDesk()
}

export function Me() {
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
        <div className={css.who}>
          <strong>{self.name}</strong>
          <span>
            {self.loginName} · {self.roles.map(({ name }) => name).join(' / ')}
          </span>
          <span>{t('desk.until', { time: showTime(self.expireTime) })}</span>
        </div>
      }
      items={[{ key: 'out', icon: 'logout', label: t('desk.signOut'), onSelect: () => void signOut() }]}
    />
  )
}
