import { listRates, setRateByHand } from '#contract/funding/desk/rails.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

/** A rate by hand: asked for here, set by another person. */
export function RateDialog({ mid, spreadBps, onClose }: { mid: string; spreadBps: number; onClose: () => void }) {
  const t = useText()
  const form = useForm(setRateByHand, { initial: { pair: 'USD/CNY', mid, spreadBps: String(spreadBps), reason: '' } })
  const text = (name: 'mid' | 'spreadBps', label: string) => {
    const { problem, ...bound } = form.field(name)
    return (
      <Field label={label} problem={problem} required>
        {(wiring) => <Input {...wiring} {...bound} inputMode="decimal" />}
      </Field>
    )
  }
  const { problem, ...reason } = form.field('reason')
  async function send() {
    if (!(await form.submit())) return
    toast.ok(t('funding.asked'))
    refresh(listRates)
    onClose()
  }
  return (
    <Dialog title={t('funding.setRate')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        submit={t('funding.setRate')}
        onCancel={onClose}
        onSubmit={() => void send()}
      >
        <p className={css.quiet}>{t('funding.setRateText')}</p>
        {text('mid', t('funding.midField'))}
        {text('spreadBps', t('funding.spreadField'))}
        <Field label={t('funding.reason')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
