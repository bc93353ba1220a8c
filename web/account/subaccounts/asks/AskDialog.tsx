import { elementKeys, elements } from '#contract/core/permissions.ts'
import { askKinds, askParent, listAsks, type AskKind } from '#contract/subaccounts/subaccounts.ts'
import { plain } from '#contract/core/money.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { MoneyField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** A sub-account's request to its parent, prefilled from the refusal if there was one. */
export default function AskDialog({
  kind: first = 'BUDGET',
  amount,
  hint,
  note = '',
  onClose,
}: {
  kind?: AskKind | undefined
  /** In cents. */
  amount?: number | undefined
  hint?: string | undefined
  note?: string | undefined
  onClose: () => void
}) {
  const t = useText()
  const lang = langNow()
  const { subPermission } = useSession()
  const form = useForm(askParent, {
    initial: { kind: first, amount: amount === undefined ? '' : plain(amount).replaceAll(',', ''), key: '', note },
    money: ['amount'],
  })
  const kind = form.values.kind as AskKind
  const money = kind === 'BUDGET' || kind === 'FUNDS'
  const right = kind === 'RIGHT'
  const lacking = elementKeys.filter((one) => !subPermission?.includes(one))
  const missing = (money && !form.cents('amount')) || (right && !form.text('key'))
  return (
    <FormDialog
      form={form}
      title={t('subaccounts.ask.title')}
      submit={t('subaccounts.ask.submit')}
      submitOff={missing ? t(money ? 'subaccounts.ask.amount' : 'subaccounts.ask.right') : undefined}
      send={() => form.submit({ ...(!money && { amount: undefined }), ...(!right && { key: undefined }) })}
      refreshes={[listAsks]}
      outcome={() => (
        <Outcome title={t('subaccounts.ask.done')} text={t('subaccounts.ask.doneText')} onClose={onClose} />
      )}
      onClose={onClose}
    >
      {hint && <p>{hint}</p>}
      <Segmented
        label={t('subaccounts.ask.kind')}
        value={kind}
        options={optionsOf(askKinds)}
        onChange={(next) => form.set({ kind: next })}
      />
      {money && (
        <MoneyField
          form={form}
          name="amount"
          label={t('subaccounts.ask.amount')}
          prefix="$"
          placeholder="0.00"
          required
        />
      )}
      {right && (
        <ComboboxField
          form={form}
          name="key"
          label={t('subaccounts.ask.right')}
          placeholder={t('subaccounts.choose')}
          options={lacking.map((value) => ({ value, label: elements[value].name[lang] }))}
          required
        />
      )}
      <TextField form={form} name="note" label={t('subaccounts.ask.note')} />
    </FormDialog>
  )
}
