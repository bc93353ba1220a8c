import { Link } from 'react-router'
import { Empty } from '#web/ui/Empty.tsx'
import { paths } from '../paths.ts'
import { useSay } from '../say.ts'

export default function NoPermissionPage() {
  const { t } = useSay()
  return <Empty icon="shield" title={t('desk.noPermission')} action={<Link to={paths.home}>{t('desk.toHome')}</Link>} />
}
