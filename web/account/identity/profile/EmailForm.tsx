import { useState } from 'react'
import { confirmEmail, emailCode, notifications } from '#contract/notices/notifications.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'

/** First the address, then the digits that were sent there. */
export function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [target, setTarget] = useState<string>()
  const address = useForm(emailCode, { initial: { email: '' } })
  const proof = useForm(confirmEmail, { initial: { code: '' } })
  const [email, code] = [address.field('email'), proof.field('code')]
  async function send() {
    const answer = await address.submit()
    if (answer) setTarget(answer.target)
  }
  async function confirm() {
    if (!(await proof.submit())) return
    toast.ok(t('identity.notifications.emailBound'))
    refresh(notifications)
    onDone()
  }
  return target === undefined ? (
    <CallForm
      loading={address.loading}
      submitError={address.submitError}
      submit={t('identity.notifications.emailSend')}
      onSubmit={() => void send()}
      onCancel={onDone}
    >
      <Field label={t('identity.notifications.email')} problem={email.problem} required>
        {(wiring) => <Input {...wiring} {...email} type="email" autoComplete="email" autoFocus />}
      </Field>
    </CallForm>
  ) : (
    <CallForm
      loading={proof.loading}
      submitError={proof.submitError}
      submit={t('identity.notifications.emailConfirm')}
      onSubmit={() => void confirm()}
      onCancel={onDone}
    >
      <p>{t('identity.notifications.emailSent', { target })}</p>
      <Field label={t('identity.notifications.emailCode')} problem={code.problem} required>
        {(wiring) => (
          <Input {...wiring} {...code} inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
        )}
      </Field>
    </CallForm>
  )
}
