import { useState } from 'react'
import { freezeCard, loadCard, priceLoad } from '#contract/cards/cards.ts'
import { changeLine } from '#contract/controls/changeLine.ts'
import type { LineChange } from '#contract/controls/lineChange.ts'
import { saveControls, showControls } from '#contract/controls/controls.ts'
import { show } from '#contract/core/money.ts'
import { ask } from '#web/parts/client/client.ts'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { useText } from './text.ts'

/** Everything that shows the card and the wallet. */
const cardChanged = async () => (await import('#web/account/cards/cardChanged.ts')).cardChanged()

export function ApplyLoad({
  cardId,
  amount = 0,
  onDone,
}: {
  cardId: string
  amount?: number | undefined
  onDone: () => void
}) {
  const t = useText()
  const may = useMay(loadCard)
  const { price, refused, stale } = usePrice(priceLoad, amount > 0 && may.shown ? { cardId, amount } : undefined)
  const load = useCall(loadCard, {
    quiet: true,
    onDone: () => {
      toast.ok(t('replay.whatIf.loaded', { amount: show(amount) }))
      void cardChanged()
      onDone()
    },
  })
  if (!may.shown || amount <= 0) return null
  const total = price?.total
  return (
    <Stack gap={1}>
      <Button
        look="primary"
        disabled={may.reason ?? (total === undefined || stale)}
        loading={load.isPending}
        onClick={() => load.mutate({ cardId, amount, expectTotal: total! })}
      >
        {t('replay.whatIf.applyLoad', { amount: show(amount) })}
      </Button>
      {total !== undefined && total !== amount && (
        <Muted as="small">{t('replay.whatIf.total', { total: show(total) })}</Muted>
      )}
      <FormError text={load.error?.says ?? refused?.says} />
    </Stack>
  )
}

export function ApplyUnfreeze({ cardId, onDone }: { cardId: string; onDone: () => void }) {
  const t = useText()
  const may = useMay({ ...freezeCard, action: 'unfreeze' })
  const unfreeze = useCall(freezeCard, {
    quiet: true,
    onDone: ({ results }) => {
      if (!results[0]!.ok) return
      toast.ok(t('replay.whatIf.unfrozen'))
      void cardChanged()
      onDone()
    },
  })
  const refused = unfreeze.data?.results.find(({ ok }) => !ok)
  if (!may.shown) return null
  return (
    <Stack gap={1}>
      <Button
        disabled={may.reason}
        loading={unfreeze.isPending}
        onClick={() => unfreeze.mutate({ cardIds: [cardId], frozen: false })}
      >
        {t('replay.whatIf.applyUnfreeze')}
      </Button>
      <FormError text={unfreeze.error?.says ?? refused?.msg} />
    </Stack>
  )
}

/** Saves the controls as they are now, with this change. If they change in between, nothing is saved. */
export function ApplyControl({ change, onDone }: { change: LineChange | undefined; onDone: () => void }) {
  const t = useText()
  const may = useMay(saveControls)
  const [problem, setProblem] = useState<string>()
  const [loading, setLoading] = useState(false)
  if (!may.shown || !change) return null

  async function apply({ scope, scopeId, ...line }: LineChange): Promise<void> {
    const of = { scope, ...(scope !== 'ACCOUNT' && { scopeId }) }
    setLoading(true)
    setProblem(undefined)
    try {
      const { controls, controlNo } = await ask(showControls, of, { quiet: true })
      const saved = await ask(
        saveControls,
        {
          ...{ scope, ...(scope !== 'ACCOUNT' && { scopeIds: [scopeId] }) },
          ...{ controls: changeLine(controls, line), expectNo: controlNo ?? 0 },
        },
        { quiet: true },
      )
      const [result] = saved.results
      refresh(showControls)
      if (!result?.ok) return setProblem(result?.msg)
      toast.ok(t('replay.whatIf.saved'))
      void cardChanged()
      onDone()
    } catch (error) {
      const refused = asRefused(error)
      if (!refused) throw error
      setProblem(refused.says)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Stack gap={1}>
      <Button disabled={may.reason} loading={loading} onClick={() => void apply(change)}>
        {t('replay.whatIf.applyControl')}
      </Button>
      <FormError text={problem} />
    </Stack>
  )
}
