import { useNavigate } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '../paths.ts'
import { signOut } from '../identity/signIn/signOut.ts'
import { Lost } from './Lost.tsx'
import { useText } from './text.ts'

export default function NoPermissionPage() {
  const t = useText()
  const navigate = useNavigate()
  const { subAccount } = useSession()
  return (
    <Lost
      code="403"
      title={t('layout.lost.noPermission')}
      text={t('layout.lost.noPermissionText')}
      more={
        <>
          {subAccount && (
            <Button onClick={() => void navigate(`${paths.subHome}?ask=RIGHT`)}>{t('layout.lost.askParent')}</Button>
          )}
          <Button onClick={() => void signOut()}>{t('layout.lost.goSignOut')}</Button>
        </>
      }
    />
  )
}
