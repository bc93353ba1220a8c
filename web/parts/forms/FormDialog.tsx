import { useState, type ReactNode } from 'react'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { useCall } from '../client/queries.ts'
import { CallForm, type FormFrame } from './CallForm.tsx'
import { succeed, type Sending, type Success } from './PageForm.tsx'

/** `onDone` comes before the dialog closes. */
type Frame<C extends Call> = Omit<FormFrame, 'form'> &
  Success<C> & {
    title: string
    width?: number
    onClose: () => void
    /** Stands in the dialog when it is done, which then stays open until it is closed. */
    outcome?: (answer: Output<C>) => ReactNode
  }

/** A form in a dialog, from opening to its result. */
export function FormDialog<C extends Call>({ form, send = () => form.submit(), ...frame }: Frame<C> & Sending<C>) {
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
  refreshes,
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
    succeed(answer, { done, refreshes, onDone })
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
