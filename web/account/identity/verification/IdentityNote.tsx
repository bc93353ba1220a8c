import { Link } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Banner } from '#web/parts/Banner.tsx'
import { paths } from '#web/account/paths.ts'
import { useText } from './text.ts'

/** Shown where an unverified account meets its limits: what raises them, with a link. */
export function IdentityNote() {
  const t = useText()
  const { subAccount, UserInfo } = useSession()
  const identity = UserInfo?.statusList.identity
  if (subAccount || identity === undefined || identity === 'PASSED') return null
  const pending = identity === 'PENDING'
  return (
    <Banner
      icon="shield"
      link={
        <Link to={paths.accountDialog('identity')}>{t(pending ? 'verification.status' : 'verification.verify')}</Link>
      }
    >
      {t(pending ? 'verification.pending' : 'verification.text')}
    </Banner>
  )
}
