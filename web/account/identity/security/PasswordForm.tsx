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
import { useText } from '../text.ts'

export function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const form = useForm(changePassword, { initial: { code: '', password: '', confirmPassword: '' } })
  const [code, password, confirm] = [form.field('code'), form.field('password'), form.field('confirmPassword')]
  const stepUp = useStepUp('PASSWORD')
  async function go() {
    const ticket = await stepUp.ticket()
    if (ticket === false || !(await form.submit(ticket ? { ticket } : {}))) return
    refresh(listSessions)
    toast.ok(t('identity.saved'))
    onDone()
  }
  return (
    <CallForm form={form} submit={t('identity.save')} onSubmit={() => void go()}>
      <p>{t('identity.passwordText')}</p>
      <Field label={t('identity.smsCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(passwordCode, {}, { quiet: true })} />}
      </Field>
      {stepUp.field}
      <NewPassword
        label={t('signIn.way.newPassword')}
        again={t('signIn.confirmPassword')}
        password={password}
        confirm={confirm}
      />
    </CallForm>
  )
}
