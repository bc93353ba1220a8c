import { lazy, Suspense } from 'react'
import type { Refused } from '#web/parts/client/refused.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { withText } from '#web/text.ts'

const AskFromHere = lazy(withText(() => import('./AskFromHere.tsx')))
/** Refusals a parent can resolve; texts and dialog load only when one of them occurs. */
const liftable: ReadonlySet<string> = new Set([
  'budget_exceeded',
  'insufficient_wallet',
  'sub_expired',
  'not_permitted',
])

/** Lets a sub-account ask its parent after a refusal. Renders nothing for anyone else. */
export function LazyAsk({ refused }: { refused: Pick<Refused, 'refusal' | 'data'> | undefined }) {
  const { subAccount } = useSession()
  if (!subAccount || !refused || !liftable.has(refused.refusal)) return null
  return (
    <Suspense>
      <AskFromHere refused={refused} />
    </Suspense>
  )
}
