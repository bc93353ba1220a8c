import { useState, type ReactNode } from 'react'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { refresh, useCall } from '../client/queries.ts'
import { CallForm, type FormFrame } from './CallForm.tsx'
import type { Form } from './useForm.ts'

type Frame<C extends Call> = Omit<FormFrame, 'form'> & {
  title: string
  width?: number
  /** Said when it is done, in a notification. */
  done?: string | ((answer: Output<C>) => string)
  /** Answers that are asked for again when it is done. */
  refreshes?: readonly Call[]
  /** Before the dialog closes. */
  onDone?: (answer: Output<C>) => void
  onClose: () => void
  /** Stands in the dialog when it is done, which then stays open until it is closed. */
  outcome?: (answer: Output<C>) => ReactNode
}

/**
 * A form in a dialog, from opening to its result. By default it sends the form's input; `send` sends something more, or asks somebody before, and returns the
 * answer, or undefined if the dialog stays as it is.
 */
export function FormDialog<C extends Call>({
  form,
  send = () => form.submit(),
  ...frame
}: Frame<C> & { form: Form<C>; send?: () => Promise<Output<C> | undefined> }) {
  return <Framed {...frame} form={form} send={send} />
}

/** An action that asks back, without fields of the form's own. */
export function ConfirmDialog<C extends Call>({ call, input, ...frame }: Frame<C> & { call: C; input: Input<C> }) {
  const action = useCall(call, { quiet: true })
  const form = { loading: action.isPending, submitError: action.error?.says }
  return <Framed {...frame} form={form} send={() => action.mutateAsync(input).catch(() => undefined)} />
}

function Framed<C extends Call>({
  title,
  width,
  done,
  refreshes = [],
  onDone,
  onClose,
  outcome,
  send,
  ...form
}: Frame<C> & FormFrame & { send: () => Promise<Output<C> | undefined> }) {
  const [answered, setAnswered] = useState<{ answer: Output<C> }>()
  async function submit() {
    const answer = await send()
    if (answer === undefined) return
    refresh(...refreshes)
    if (done) toast.ok(typeof done === 'function' ? done(answer) : done)
    onDone?.(answer)
    if (outcome) setAnswered({ answer })
    else onClose()
  }
  return (
    <Dialog title={title} onClose={onClose} {...(width && { width })}>
      {answered && outcome ? (
        outcome(answered.answer)
      ) : (
        <CallForm {...form} onSubmit={() => void submit()} onCancel={onClose} />
      )}
    </Dialog>
  )
}
