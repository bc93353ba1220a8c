/** What cures a declined card where it stands, in the same words wherever it is offered. */
import { freezeCard, loadCard } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'

/** Everything that shows the card and the wallet. */
export const cardChanged = async () => (await import('../cards/cardChanged.ts')).cardChanged()

/** `load` charges what is passed as `expectTotal`, or nothing if the price has changed since. */
export function useLoadCure(cardId: string, amount: number, onDone: () => void) {
  const t = useText()
  const call = useCall(loadCard, {
    quiet: true,
    onDone: () => {
      toast.ok(t('trades.try.loaded', { amount: show(amount) }))
      void cardChanged()
      onDone()
    },
  })
  const load = (expectTotal: number) => call.mutate({ cardId, amount, expectTotal })
  return { load, loading: call.isPending, problem: call.error?.says }
}

export function useUnfreezeCure(cardId: string, onDone: (unfrozen: boolean) => void) {
  const t = useText()
  const call = useCall(freezeCard, {
    quiet: true,
    onDone: ({ results }) => {
      const unfrozen = results[0]!.ok === 1
      if (unfrozen) toast.ok(t('trades.try.unfrozen'))
      void cardChanged()
      onDone(unfrozen)
    },
  })
  const refused = call.data?.results.find(({ ok }) => !ok)
  const unfreeze = () => call.mutate({ cardIds: [cardId], frozen: false })
  return { unfreeze, loading: call.isPending, problem: call.error?.says ?? refused?.msg }
}
