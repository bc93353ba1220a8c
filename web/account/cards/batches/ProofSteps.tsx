import { FormError } from '#web/parts/forms/CallForm.tsx'
import frame from '#web/parts/forms/CallForm.module.css'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import type { Proof } from './useProof.ts'
import { useText } from './text.ts'

/** The last step of a form that needs a code: its recipient, the six digits, and the button to confirm. */
export function ProofSteps({
  proof: { sent, code, type, busy, problem, send },
  off,
  submit,
  onCancel,
}: {
  proof: Proof
  /** Why it is disabled. */
  off: string | undefined
  submit: string
  onCancel: () => void
}) {
  const t = useText()
  const wait = useSecondsLeft(sent?.nextTime ?? 0)
  return (
    <>
      {sent && (
        <Field
          label={t('cards.reveal.code')}
          hint={t('cards.reveal.sent', { target: sent.target })}
          extra={
            <Button look="quiet" size="s" disabled={wait > 0} onClick={send}>
              {wait > 0 ? t('cards.reveal.againIn', { seconds: wait }) : t('cards.reveal.again')}
            </Button>
          }
        >
          {(wiring) => (
            <Input
              {...wiring}
              value={code}
              disabled={busy}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              placeholder="••••••"
              onChange={type}
            />
          )}
        </Field>
      )}
      <FormError text={problem} />
      <div className={frame.actions}>
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button
          look={sent ? 'danger' : 'primary'}
          type="submit"
          loading={busy}
          disabled={off ?? (sent && code.length < 6 ? t('cards.reveal.code') : undefined)}
        >
          {sent ? submit : t('batches.delete.send')}
        </Button>
      </div>
    </>
  )
}
