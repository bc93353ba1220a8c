import { useTranslation } from 'react-i18next'
import { changePassword, listSessions, passwordCode } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { NewPassword } from '../signIn/NewPassword.tsx'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { useStepUp } from '../StepUpField.tsx'

export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const form = useForm(changePassword, { initial: { code: '', password: '', confirmPassword: '' } })
  const [code, password, confirm] = [form.field('code'), form.field('password'), form.field('confirmPassword')]
  const stepUp = useStepUp('PASSWORD')
  async function go() {
    const ticket = await stepUp.ticket()
    if (ticket === false || !(await form.submit(ticket ? { ticket } : {}))) return
    refresh(listSessions)
    toast.ok(t('personal.saved'))
    onDone()
  }
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('personal.save')}
      onSubmit={() => void go()}
    >
      <p>{t('personal.passwordText')}</p>
      <Field label={t('personal.smsCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(passwordCode, {}, { quiet: true })} />}
      </Field>
      {stepUp.field}
      <NewPassword
        label={t('personal.way.newPassword')}
        again={t('entrance.confirmPassword')}
        password={password}
        confirm={confirm}
      />
    </CallForm>
  )
}
