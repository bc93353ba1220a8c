import type { Call, Output } from '#contract/core/call.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { useText } from '../text.ts'

/** One action on a piece of content, with its reason. */
export function Decide<C extends Call>({
  call,
  id,
  submit,
  text,
  onDone,
  onClose,
}: {
  call: C
  id: string
  submit: string
  text?: string | undefined
  onDone: (answer: Output<C>) => void
  onClose: () => void
}) {
  const t = useText()
  const form = useForm(call, { initial: { id, reason: '' } as never })
  const { problem, ...reason } = form.field('reason' as never)
  async function go() {
    const answer = await form.submit()
    if (answer) onDone(answer)
  }
  return (
    <CallForm form={form} submit={submit} onSubmit={() => void go()} onCancel={onClose}>
      {text && <p>{text}</p>}
      <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
        {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} data-autofocus />}
      </Field>
    </CallForm>
  )
}
