import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Refused } from '#web/parts/client/refused.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx'
import { useText } from '#web/text.ts'

/** What is shown of an answer, while it is loading, or after it has failed to load. */
export function Loaded<T>({
  query: { data, isError, error, refetch },
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
  const t = useText()
  if (data !== undefined) return children(data)
  if (!isError) return lines ? <SkeletonLines lines={lines} /> : <Skeleton height={260} radius={12} />
  return (
    <Empty
      icon={missing ? 'search' : 'warn'}
      title={missing ?? t('parts.loadFailed')}
      text={error?.says}
      action={missing ? back : <Button onClick={() => void refetch()}>{t('parts.again')}</Button>}
    />
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
