import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Answered } from '#web/parts/Answered.tsx'
import type { Refused } from '#web/parts/client/refused.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx'

/** What is shown of an answer, while it is loading, or after it has failed to load. */
export function Loaded<T>({
  query,
  missing,
  back,
  lines,
  children,
}: {
  query: Pick<UseQueryResult<T, Refused>, 'data' | 'isError' | 'error' | 'refetch'>
  /** For one thing, which may not exist: said instead of "could not be loaded". */
  missing?: string
  /** Where to go if it does not exist. */
  back?: ReactNode
  /** In a drawer: this many lines while it is loading, instead of a block. */
  lines?: number
  children: (data: T) => ReactNode
}) {
  if (missing && query.isError && query.data === undefined)
    return <Empty icon="search" title={missing} text={query.error?.says} action={back} />
  return (
    <Answered query={query} skeleton={lines ? <SkeletonLines lines={lines} /> : <Skeleton height={260} radius={12} />}>
      {children}
    </Answered>
  )
}

/** A dialog at its own address, until what it is about has arrived. */
export function LoadingDialog(dialog: { title: string; onClose: () => void }) {
  return (
    <Dialog {...dialog}>
      <SkeletonLines lines={6} />
    </Dialog>
  )
}
