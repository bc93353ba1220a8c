import { lazy, Suspense } from 'react'
import type { AskKind } from '#contract/subaccounts/subaccounts.ts'
import type { Refused } from '#web/parts/client/refused.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { withText } from '#web/text.ts'

const AskFromHere = lazy(withText(() => import('./AskFromHere.tsx')))
/** Refusals that a parent can resolve, and the matching request; texts and dialog load only when one of them occurs. */
const curable: Readonly<Record<string, AskKind>> = {
  budget_exceeded: 'BUDGET',
  insufficient_wallet: 'FUNDS',
  sub_expired: 'RENEW',
  not_permitted: 'RIGHT',
}

/** Lets a sub-account ask its parent after a refusal. Renders nothing for anyone else. */
export function LazyAsk({ refused }: { refused: Pick<Refused, 'refusal' | 'data'> | undefined }) {
  const { subAccount } = useSession()
  const kind = refused && curable[refused.refusal]
  if (!subAccount || !kind) return null
  return (
    <Suspense>
      <AskFromHere kind={kind} data={refused.data} />
    </Suspense>
  )
}
