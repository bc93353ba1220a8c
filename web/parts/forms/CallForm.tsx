import type { ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useText } from '#web/text.ts'
import css from './CallForm.module.css'

/**
 * The frame of every form. `loading` and `submitError` are required, so that no form forgets slow answers or refusals. `summary` is the place for the price
 * before it is charged.
 */
export function CallForm({
  loading,
  submitError,
  onSubmit,
  submit,
  submitOff,
  summary,
  cure,
  onCancel,
  children,
}: {
  loading: boolean
  submitError: string | undefined
  onSubmit: () => void
  submit: ReactNode
  /** Why it cannot be submitted now. */
  submitOff?: string | undefined
  summary?: ReactNode
  /** The remedy for the refusal shown above it. */
  cure?: ReactNode
  onCancel?: () => void
  children: ReactNode
}) {
  const t = useText()
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation() // a form in a dialog over another form submits only itself
        if (!loading && !submitOff) onSubmit()
      }}
    >
      {children}
      {summary && <div className={css.summary}>{summary}</div>}
      <FormError text={submitError} />
      {cure}
      <div className={css.actions}>
        {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
        <Button look="primary" type="submit" loading={loading} disabled={submitOff}>
          {submit}
        </Button>
      </div>
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
