import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '../paths.ts'
import { signOut } from '../identity/signIn/signOut.ts'
import { Lost } from './Lost.tsx'

export default function NoPermissionPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { subAccount } = useSession()
  return (
    <Lost
      code="403"
      title={t('entrance.noPermission')}
      text={t('entrance.noPermissionText')}
      more={
        <>
          {subAccount && (
            <Button onClick={() => void navigate(`${paths.subHome}?ask=RIGHT`)}>{t('entrance.askParent')}</Button>
          )}
          <Button onClick={() => void signOut()}>{t('entrance.goSignOut')}</Button>
        </>
      }
    />
  )
}
