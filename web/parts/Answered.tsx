import type { ReactNode } from 'react'
import { Empty } from '../ui/Empty.tsx'
import { SkeletonLines } from '../ui/Skeleton.tsx'
import type { Refused } from './client/refused.ts'
import { useOnline } from './client/queries.ts'
import { LoadFailed } from './LoadFailed.tsx'

/** An answer where it is shown: a placeholder until it is there, or why it could not be loaded. */
export function Answered<T>({
  query,
  skeleton = <SkeletonLines lines={6} />,
  missing,
  action,
  children,
}: {
  query: { data: T | undefined; error: Refused | null; refetch: () => unknown }
  skeleton?: ReactNode
  /** Of one thing, which may not exist: said instead of "could not be loaded". */
  missing?: string
  /** Instead of trying again. */
  action?: ReactNode
  children: (answer: T) => ReactNode
}) {
  const online = useOnline()
  if (query.data !== undefined) return children(query.data)
  if (!query.error && online) return skeleton
  if (missing && query.error && query.error.code !== 0)
    return <Empty icon="search" title={missing} text={query.error.says} action={action} />
  return <LoadFailed query={query} action={action} />
}
