import { renewSubs } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { subsChanged } from './changed.ts'
import { MonthsField } from './MonthsField.tsx'
import { useSeatPrice } from './useSeatPrice.tsx'
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
  const subUids = subs.map(({ subUid }) => subUid)
  const form = useForm(renewSubs, { initial: { subUids, months: '1' } })
  const seat = useSeatPrice(form, { subUids, months: Number(form.text('months')) })
  return (
    <FormDialog
      form={form}
      title={t('subaccounts.act.renew')}
      {...seat.frame}
      submit={
        seat.payable
          ? t('subaccounts.price.renewPay', { amount: show(seat.payable) })
          : t('subaccounts.price.renewFree')
      }
      send={() => seat.charge()}
      onDone={() => {
        subsChanged()
        onDone?.()
      }}
      outcome={({ list, paid }) => (
        <Outcome
          title={t('subaccounts.renewed')}
          text={t('subaccounts.renewedText', { count: list.length, amount: show(paid) })}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    >
      <MonthsField form={form} />
    </FormDialog>
  )
}
