import type { ReactNode } from 'react'
import { Empty } from '../ui/Empty.tsx'
import { Button } from '../ui/forms/Button.tsx'
import { SkeletonLines } from '../ui/Skeleton.tsx'
import { useText } from '../text.ts'
import type { Refused } from './client/refused.ts'

/** An answer where it is shown: a placeholder until it is there, or why it could not be loaded. */
export function Answered<T>({
  query,
  skeleton,
  action,
  children,
}: {
  query: { data: T | undefined; error: Refused | null; refetch: () => unknown }
  skeleton?: ReactNode
  /** Instead of trying again. */
  action?: ReactNode
  children: (answer: T) => ReactNode
}) {
  const t = useText()
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return skeleton ?? <SkeletonLines lines={6} />
  const again = <Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>
  return <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} action={action ?? again} />
}
