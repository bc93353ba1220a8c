import type { Call, Input, Output } from '#contract/core/call.ts'
import { TextAreaField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { useText } from '../text.ts'

/** Why somebody at the desk did it: written into the audit log. */
export function ReasonField<C extends Call>({ form, autoFocus }: { form: Form<C>; autoFocus?: boolean }) {
  const t = useText()
  const field = { form, name: 'reason' as keyof Input<C> & string, label: t('desk.reason'), hint: t('desk.reasonHint') }
  return <TextAreaField {...field} rows={2} required {...(autoFocus && { autoFocus })} />
}

/** An action, or a request to a second approver, that requires a reason. */
export function ReasonDialog<C extends Call>({
  call,
  input,
  text,
  ...dialog
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
  const form = useForm<C>(call, { initial: { ...input, reason: '' } as never })
  return (
    <FormDialog form={form} {...dialog}>
      <p>{text}</p>
      <ReasonField form={form} autoFocus />
    </FormDialog>
  )
}
