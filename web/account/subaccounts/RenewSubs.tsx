import { useState } from 'react'
import { priceSeats, renewSubs } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { subsChanged } from './changed.ts'
import { MonthsField, type Months } from './MonthsField.tsx'
import { SeatLines } from './SeatLines.tsx'
import { useText } from './text.ts'

/** Renews one or several by months; the displayed price is charged. */
export function RenewSubs({
  subs,
  onClose,
  onDone,
}: {
  subs: readonly { subUid: string; nickname: string }[]
  onClose: () => void
  onDone?: () => void
}) {
  const t = useText()
  const [months, setMonths] = useState<Months>('1')
  const input = { subUids: subs.map(({ subUid }) => subUid), months: Number(months) }
  const priced = usePrice(priceSeats, input)
  const { price } = priced
  const renew = useCall(renewSubs, {
    quiet: true,
    onDone: () => {
      subsChanged()
      onDone?.()
    },
  })
  const stale = renew.error?.refusal === 'quote_changed' || renew.error?.refusal === 'quote_expired'
  if (renew.data)
    return (
      <Dialog title={t('subaccounts.act.renew')} onClose={onClose}>
        <Outcome
          title={t('subaccounts.renewed')}
          text={t('subaccounts.renewedText', { count: renew.data.list.length, amount: show(renew.data.paid) })}
          onClose={onClose}
        />
      </Dialog>
    )
  return (
    <Dialog title={t('subaccounts.act.renew')} onClose={onClose}>
      <CallForm
        form={{
          loading: renew.isPending,
          submitError: stale ? t('subaccounts.price.changed') : (renew.error?.says ?? priced.refused?.says),
        }}
        submitOff={price && !priced.stale ? (price.enough ? undefined : t('subaccounts.price.short')) : '…'}
        submit={
          price?.payable
            ? t('subaccounts.price.renewPay', { amount: show(price.payable) })
            : t('subaccounts.price.renewFree')
        }
        onSubmit={() => price && renew.mutate({ ...input, quoteId: price.quoteId }, { onError: () => priced.again() })}
        onCancel={onClose}
        summary={price && <SeatLines price={price} stale={priced.stale} months={Number(months)} />}
      >
        <MonthsField value={months} onChange={setMonths} />
      </CallForm>
    </Dialog>
  )
}
