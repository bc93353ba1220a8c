import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { TextAreaField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useText } from '../text.ts'

/** Why somebody at the desk did it: written into the audit log. */
export function ReasonField<C extends Call>({
  form,
  ...rest
}: {
  form: Form<C>
  autoFocus?: boolean
  disabled?: boolean
}) {
  const t = useText()
  const field = { form, name: 'reason' as keyof Input<C> & string, label: t('desk.reason'), hint: t('desk.reasonHint') }
  return <TextAreaField {...field} rows={2} required {...rest} />
}

type Asking<C extends Call> = {
  call: C
  input: Omit<Input<C> & object, 'reason' | 'requestNo'>
  text?: string | undefined
  /** What the decision rests on, above the reason. */
  evidence?: ReactNode
  width?: number
  done: string | ((answer: Output<C>) => string)
  refreshes: readonly Call[]
  onDone?: (answer: Output<C>) => void
}

/** An action, or a request to a second approver, that requires a reason. */
export function ReasonDialog<C extends Call>({
  call,
  input,
  text,
  evidence,
  ...dialog
}: Asking<C> & { title: string; submit: string; onClose: () => void }) {
  const form = useForm<C>(call, { initial: { ...input, reason: '' } as never })
  return (
    <FormDialog form={form} {...dialog}>
      {text && <p>{text}</p>}
      {evidence}
      <ReasonField form={form} autoFocus />
    </FormDialog>
  )
}

/** A button that asks for the reason before it acts. `about`: what it acts on, in the title. */
export function ReasonButton<C extends Call>({
  label,
  about,
  look,
  size,
  icon,
  disabled,
  'aria-label': ariaLabel,
  ...dialog
}: Asking<C> & { label: string; about?: string } & Pick<
    ComponentProps<typeof Button>,
    'look' | 'size' | 'icon' | 'disabled' | 'aria-label'
  >) {
  const [open, setOpen] = useState(false)
  const button = {
    ...(look && { look }),
    ...(size && { size }),
    ...(icon && { icon }),
    disabled,
    'aria-label': ariaLabel,
  }
  return (
    <>
      {/* The dialog is the guard: after one act the same button may offer the opposite at once. */}
      <Button {...button} guardMs={0} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <ReasonDialog
          {...dialog}
          title={about ? `${label} · ${about}` : label}
          submit={label}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
