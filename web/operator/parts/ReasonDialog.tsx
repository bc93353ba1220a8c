import type { Call, Output, Input } from '#contract/core/call.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'

/** An action, or a request to a second approver, that requires a reason. */
export function ReasonDialog<C extends Call>({
  call,
  input,
  title,
  text,
  submit,
  done,
  refreshes,
  onDone,
  onClose,
}: {
  call: C
  input: Omit<Input<C> & object, 'reason' | 'requestNo'>
  title: string
  text: string
  submit: string
  done: string
  refreshes: readonly Call[]
  onDone?: (answer: Output<C>) => void
  onClose: () => void
}) {
  const t = useText()
  const form = useForm<C>(call, { initial: { ...input, reason: '' } as never })
  const { problem, ...field } = form.field('reason' as never)
  async function send() {
    const answer = await form.submit()
    if (!answer) return
    toast.ok(done)
    refresh(...refreshes)
    onDone?.(answer)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void send()}
        onCancel={onClose}
        submit={submit}
      >
        <p>{text}</p>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...field} rows={2} maxLength={500} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
