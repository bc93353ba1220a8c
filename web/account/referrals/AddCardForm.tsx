import { addPayoutCard, banks, listPayoutCards, payoutCode, type BankCode } from '#contract/referrals/referrals.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { SmsCode } from '../identity/signIn/SmsCode.tsx'
import { useStepUp } from '../identity/StepUpField.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

/** A bank card in one's own name. */
export function AddCardForm({ onDone }: { onDone: (tab?: string) => void }) {
  const t = useText()
  const form = useForm(addPayoutCard, { initial: { bankCode: 'ICBC', cardNo: '', holder: '', branch: '', code: '' } })
  const [no, holder, branch, code] = [
    form.field('cardNo'),
    form.field('holder'),
    form.field('branch'),
    form.field('code'),
  ]
  const stepUp = useStepUp('BANK_CARD')
  async function go() {
    const ticket = await stepUp.ticket()
    if (ticket === false || !(await form.submit(ticket ? { ticket } : {}))) return
    toast.ok(t('referrals.doneCard'))
    refresh(listPayoutCards)
    onDone('cards')
  }
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('referrals.save')}
      onSubmit={() => void go()}
    >
      <Field label={t('referrals.bank')} required>
        {(wiring) => (
          <Select
            {...wiring}
            value={form.values.bankCode as BankCode}
            options={(Object.keys(banks) as BankCode[]).map((value) => ({ value, label: banks[value][langNow()] }))}
            onChange={(bankCode) => form.set({ bankCode })}
          />
        )}
      </Field>
      <Field label={t('referrals.cardNo')} problem={no.problem} required>
        {(wiring) => <Input {...wiring} {...no} inputMode="numeric" autoComplete="off" maxLength={23} />}
      </Field>
      <Field label={t('referrals.holder')} problem={holder.problem} hint={t('referrals.holderHint')} required>
        {(wiring) => <Input {...wiring} {...holder} autoComplete="name" maxLength={60} />}
      </Field>
      <Field label={t('referrals.branch')} problem={branch.problem}>
        {(wiring) => <Input {...wiring} {...branch} maxLength={80} />}
      </Field>
      <Field label={t('referrals.smsCode')} problem={code.problem} required>
        {(wiring) => (
          <SmsCode wiring={wiring} code={code} send={() => ask(payoutCode, { scene: 'ADD_CARD' }, { quiet: true })} />
        )}
      </Field>
      {stepUp.field}
    </CallForm>
  )
}
