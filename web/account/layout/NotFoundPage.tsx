import { useTranslation } from 'react-i18next'
import { Lost } from './Lost.tsx'

export default function NotFoundPage() {
  const { t } = useTranslation()
  return <Lost code="404" title={t('entrance.notFound')} text={t('entrance.notFoundText')} />
}
