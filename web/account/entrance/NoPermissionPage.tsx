import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { signOut } from '../layout/signOut.ts'
import { Lost } from './Lost.tsx'

export default function NoPermissionPage() {
  const { t } = useTranslation()
  return (
    <Lost
      code="403"
      title={t('entrance.noPermission')}
      text={t('entrance.noPermissionText')}
      more={<Button onClick={() => void signOut()}>{t('entrance.goSignOut')}</Button>}
    />
  )
}
