import type { ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { useText } from '#web/text.ts'
import css from './CallForm.module.css'

export type FormFrame = {
  /** Of `useForm`, or of a call without fields: whether it is on its way, and what it was refused for. */
  form: { loading: boolean; submitError: string | undefined }
  /** What the button says. */
  submit: ReactNode
  /** Why it cannot be submitted now. */
  submitOff?: string | undefined
  /** The price before it is charged. */
  summary?: ReactNode
  /** A refusal that the page words itself, instead of the form's. */
  problem?: string | undefined
  /** The remedy for the refusal shown above it. */
  cure?: ReactNode
  danger?: boolean
  children?: ReactNode
}

/** The frame of every form: fields, price, refusal, buttons. */
export function CallForm({
  form,
  problem,
  onSubmit,
  submit,
  submitOff,
  summary,
  cure,
  danger,
  onCancel,
  children,
}: FormFrame & { onSubmit: () => void; onCancel?: (() => void) | undefined }) {
  const t = useText()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation() // a form in a dialog over another form submits only itself
        if (!form.loading && !submitOff) onSubmit()
      }}
    >
      <Stack gap={4}>
        {children}
        {summary && <div className={css.summary}>{summary}</div>}
        <FormError text={problem ?? form.submitError} />
        {cure}
        <Row end>
          {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
          <Button look={danger ? 'danger' : 'primary'} type="submit" loading={form.loading} disabled={submitOff}>
            {submit}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className={css.error}>
          <Icon name="warn" />
          {text}
        </p>
      )}
    </div>
  )
}
