import { Link } from 'react-router'
import { Empty } from '#web/ui/Empty.tsx'
import { paths } from '../paths.ts'
import { useText } from '../text.ts'

export default function NoPermissionPage() {
  const t = useText()
  return <Empty icon="shield" title={t('desk.noPermission')} action={<Link to={paths.home}>{t('desk.toHome')}</Link>} />
}
