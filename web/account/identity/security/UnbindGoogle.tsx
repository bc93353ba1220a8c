import { passwordCode, unbindGoogle } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useText } from '../text.ts'
import css from '../Identity.module.css'

export function UnbindGoogle() {
  const t = useText()
  const form = useForm(unbindGoogle, { initial: { googleCode: '', code: '' } })
  const [digits, code] = [form.field('googleCode'), form.field('code')]
  async function go() {
    // One field for both: a code of the app is six digits, a recovery code is longer.
    const typed = digits.value.trim()
    const recovery = typed.length > 6 ? { googleCode: undefined, recoveryCode: typed } : {}
    if (!(await form.submit(recovery))) return
    toast.ok(t('identity.unbound'))
    await loadUserInfo().catch(() => {})
  }
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('identity.unbind')}
      onSubmit={() => void go()}
    >
      <p className={css.text}>{t('identity.unbindText')}</p>
      <Field label={t('identity.googleOrRecovery')} problem={digits.problem} required>
        {(wiring) => <Input {...wiring} {...digits} autoComplete="off" maxLength={9} />}
      </Field>
      <Field label={t('identity.smsCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(passwordCode, {}, { quiet: true })} />}
      </Field>
    </CallForm>
  )
}
