import { lazy, Suspense } from 'react'
import type { Refused } from '#web/parts/client/refused.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { withText } from '#web/text.ts'

const AskFromHere = lazy(withText(() => import('./AskFromHere.tsx')))
/** What a parent can lift; the words and the dialog come only when one of these was met. */
const liftable: ReadonlySet<string> = new Set([
  'budget_exceeded',
  'insufficient_wallet',
  'sub_expired',
  'not_permitted',
])

/** Where a sub-account was refused: the way to ask its parent. Nothing for anybody else. */
export function LazyAsk({ refused }: { refused: Pick<Refused, 'refusal' | 'data'> | undefined }) {
  const { subAccount } = useSession()
  if (!subAccount || !refused || !liftable.has(refused.refusal)) return null
  return (
    <Suspense>
      <AskFromHere refused={refused} />
    </Suspense>
  )
}
