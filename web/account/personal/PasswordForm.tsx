import { useTranslation } from 'react-i18next'
import { changePassword, listSessions, passwordCode } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client.ts'
import { CallForm } from '#web/parts/CallForm.tsx'
import { refresh } from '#web/parts/queries.ts'
import { useForm } from '#web/parts/useForm.ts'
import { Field } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.ts'
import { NewPassword } from '../entrance/NewPassword.tsx'
import { SmsCode } from '../entrance/SmsCode.tsx'
import { useStepUp } from './StepUpField.tsx'

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
