import type { Call, Output } from '#contract/core/call.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { refresh } from '../client/queries.ts'
import { CallForm, type FormFrame } from './CallForm.tsx'
import type { Form } from './useForm.ts'

/** What follows when a form's call has succeeded. */
export type Success<C extends Call> = {
  /** Said in a notification. */
  done?: string | ((answer: Output<C>) => string) | undefined
  /** Answers that are asked for again. */
  refreshes?: readonly Call[] | undefined
  onDone?: ((answer: Output<C>) => unknown) | undefined
}

/**
 * By default a form sends its input; `send` sends something more, or asks somebody before, and returns the answer, or undefined if the form stays as it is.
 */
export type Sending<C extends Call> = { form: Form<C>; send?: () => Promise<Output<C> | undefined> }

export function succeed<C extends Call>(answer: Output<C>, { done, refreshes = [], onDone }: Success<C>): void {
  refresh(...refreshes)
  if (done) toast.ok(typeof done === 'function' ? done(answer) : done)
  onDone?.(answer)
}

/** A form on a page, from its fields to its result. */
export function PageForm<C extends Call>({
  form,
  send = () => form.submit(),
  done,
  refreshes,
  onDone,
  ...frame
}: Omit<FormFrame, 'form'> & Sending<C> & Success<C> & { onCancel?: () => void }) {
  async function submit() {
    const answer = await send()
    if (answer !== undefined) succeed(answer, { done, refreshes, onDone })
  }
  return <CallForm {...frame} form={form} onSubmit={() => void submit()} />
}
