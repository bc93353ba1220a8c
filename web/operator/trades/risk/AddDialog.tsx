import { listApprovals } from '#contract/staff/approvals.ts'
import { addToList, listEffects, listKinds, riskLists, type ListEffect, type ListKind } from '#contract/trades/desk/lists.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

export function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useForm(addToList, { initial: { kind: 'MERCHANT', value: '', effect: 'BLOCK', reason: '' } })
  const { problem: noValue, ...value } = form.field('value')
  const { problem: noReason, ...reason } = form.field('reason')
  const options = <V extends string>(words: Record<V, { cn: string; en: string }>) =>
    (Object.keys(words) as V[]).map((one) => ({ value: one, label: words[one][langNow()] }))
  async function send() {
    const answer = await form.submit()
    if (!answer) return
    toast.ok(answer.approvalId ? t('risk.asked') : t('risk.added'))
    refresh(riskLists, listApprovals)
    onClose()
  }
  return (
    <Dialog title={t('risk.add')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void send()}
        onCancel={onClose}
        submit={t('risk.add')}
      >
        <p>{t('risk.addText')}</p>
        <Field label={t('risk.effect')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.values.effect as ListEffect}
              options={options(listEffects)}
              onChange={(effect) => form.set({ effect })}
            />
          )}
        </Field>
        <Field label={t('risk.kind')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.values.kind as ListKind}
              options={options(listKinds)}
              onChange={(kind) => form.set({ kind })}
            />
          )}
        </Field>
        <Field label={t('risk.value')} hint={t('risk.valueHint')} problem={noValue} required>
          {(wiring) => <Input {...wiring} {...value} maxLength={64} autoComplete="off" spellCheck={false} />}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={noReason} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
