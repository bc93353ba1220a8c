import { Children, type ReactNode } from 'react'
import { Button } from '../ui/forms/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { SkeletonLines, Skeleton } from '../ui/Skeleton.tsx'
import { Stack } from '../ui/layout.tsx'
import { useText } from '../text.ts'

/**
 * In place of what could not be loaded: why, and another try, or `action` instead of it. What nothing answered, or what waits for a connection, is asked for
 * again automatically.
 */
export function LoadFailed({
  query,
  action,
}: {
  query: { error: { says: string; code?: number } | null; refetch: () => unknown }
  action?: ReactNode
}) {
  const t = useText()
  const again = <Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>
  const away = !query.error || query.error.code === 0
  return (
    <Empty
      icon="warn"
      title={t(away ? 'parts.away' : 'parts.loadFailed')}
      text={away ? t('parts.awayText') : query.error?.says}
      action={action ?? again}
    />
  )
}

/** The body of a drawer with one thing: the thing, a placeholder while it loads, or that there is none. */
export function Detail({
  pending,
  missing,
  why,
  children,
}: {
  pending: boolean
  /** Said if there is none. */
  missing: string
  why?: string | undefined
  children: ReactNode
}) {
  if (Children.toArray(children).length > 0) return <Stack gap={5}>{children}</Stack>
  if (!pending) return <Empty icon="search" title={missing} text={why} />
  return (
    <Stack gap={5} aria-busy>
      <Skeleton height={96} radius={12} />
      <SkeletonLines lines={6} />
    </Stack>
  )
}
