import type { ReactNode } from 'react'
import { SkeletonLines } from '../ui/Skeleton.tsx'
import type { Refused } from './client/refused.ts'
import { LoadFailed } from './LoadFailed.tsx'

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
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return skeleton ?? <SkeletonLines lines={6} />
  return <LoadFailed query={query} action={action} />
}
