import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Refused } from '#web/parts/client/refused.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Products.module.css'

/** What is waiting for a second approver, with a link. */
export function Waiting({ waiting }: { waiting: readonly { approvalId: string }[] }) {
  const t = useText()
  return waiting.map(({ approvalId }) => (
    <p key={approvalId} className={css.notice}>
      <Link to={paths.approval(approvalId)}>{t('products.waiting')}</Link>
    </p>
  ))
}

/** A page while it is loading or has failed to load. */
export function Page<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T, Refused>, 'data' | 'isError' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
}) {
  const t = useText()
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Skeleton height={260} radius={12} />
  return (
    <Empty
      icon="warn"
      title={t('parts.loadFailed')}
      text={query.error?.says}
      action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
    />
  )
}
