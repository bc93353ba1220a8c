import { useTranslation } from 'react-i18next'
import { changePassword, listSessions, passwordCode } from '../../../contract/security.ts'
import { ask } from '../../parts/client.ts'
import { CallForm } from '../../parts/CallForm.tsx'
import { refresh } from '../../parts/queries.ts'
import { useForm } from '../../parts/useForm.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { Rules } from '../entrance/Rules.tsx'
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
      <Field
        label={t('personal.way.newPassword')}
        problem={password.problem}
        hint={<Rules password={password.value} confirm={confirm.value} />}
        required
      >
        {(wiring) => <PasswordInput {...wiring} {...password} autoComplete="new-password" />}
      </Field>
      <Field label={t('entrance.confirmPassword')} problem={confirm.problem} required>
        {(wiring) => <PasswordInput {...wiring} {...confirm} autoComplete="new-password" />}
      </Field>
    </CallForm>
  )
}
