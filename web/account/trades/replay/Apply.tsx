import { useState } from 'react'
import { freezeCard, loadCard, priceLoad } from '#contract/cards/cards.ts'
import { changeLine } from '#contract/controls/changeLine.ts'
import type { LineChange } from '#contract/controls/lineChange.ts'
import { saveControls, showControls } from '#contract/controls/controls.ts'
import { show } from '#contract/core/money.ts'
import { ask } from '#web/parts/client/client.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { cardChanged, useLoadCure, useUnfreezeCure } from '../cureCalls.ts'
import { useText as useTradeText } from '../text.ts'
import { useText } from './text.ts'

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
  const ofTrades = useTradeText()
  const may = useMay(loadCard)
  const { price, refused, stale } = usePrice(priceLoad, amount > 0 && may.shown ? { cardId, amount } : undefined)
  const { load, loading, problem } = useLoadCure(cardId, amount, onDone)
  if (!may.shown || amount <= 0) return null
  const total = price?.total
  return (
    <Stack gap={1}>
      <Button
        look="primary"
        disabled={may.reason ?? (total === undefined || stale)}
        loading={loading}
        onClick={() => load(total!)}
      >
        {t('replay.whatIf.applyLoad', { amount: show(amount) })}
      </Button>
      {total !== undefined && total !== amount && (
        <Muted as="small">{ofTrades('trades.try.loadTotal', { total: show(total) })}</Muted>
      )}
      <FormError text={problem ?? refused?.says} />
    </Stack>
  )
}

export function ApplyUnfreeze({ cardId, onDone }: { cardId: string; onDone: () => void }) {
  const t = useText()
  const may = useMay({ ...freezeCard, action: 'unfreeze' })
  const { unfreeze, loading, problem } = useUnfreezeCure(cardId, (unfrozen) => unfrozen && onDone())
  if (!may.shown) return null
  return (
    <Stack gap={1}>
      <Button disabled={may.reason} loading={loading} onClick={unfreeze}>
        {t('replay.whatIf.applyUnfreeze')}
      </Button>
      <FormError text={problem} />
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
