import { Link } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { paths } from '#web/account/paths.ts'
import { useText } from './text.ts'
import css from '#web/parts/Banner.module.css'

/** Shown where an unverified account meets its limits: what raises them, with a link. */
export function IdentityNote() {
  const t = useText()
  const { subAccount, UserInfo } = useSession()
  const identity = UserInfo?.statusList.identity
  if (subAccount || identity === undefined || identity === 'PASSED') return null
  return (
    <div className={css.banner} data-rung="WARN" role="note">
      <Icon name="shield" />
      <p>{t(identity === 'PENDING' ? 'verification.pending' : 'verification.text')}</p>
      <Link to={paths.accountDialog('identity')}>
        {t(identity === 'PENDING' ? 'verification.status' : 'verification.verify')}
      </Link>
    </div>
  )
}
