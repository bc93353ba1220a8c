import { Lost } from './Lost.tsx'
import { useText } from './text.ts'

export default function NotFoundPage() {
  const t = useText()
  return <Lost code="404" title={t('layout.lost.notFound')} text={t('layout.lost.notFoundText')} />
}
