import { resetSubPassword, sendSubCode } from '#contract/subaccounts/subaccounts.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { ask } from '#web/parts/client/client.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { PasswordInput } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { SmsCode } from '#web/account/identity/signIn/SmsCode.tsx'
import { subsChanged, type ShownSub } from '../changed.ts'
import { useText } from '../text.ts'

export function ResetPassword({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const form = useForm(resetSubPassword, { initial: { subUid: sub.subUid, password: '', code: '' } })
  const { problem, ...code } = form.field('code')
  async function submit() {
    if (!(await form.submit())) return
    subsChanged()
    toast.ok(t('subaccounts.reset.done'))
    onClose()
  }
  return (
    <Dialog title={t('subaccounts.reset.title', { name: sub.nickname })} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        submit={t('subaccounts.reset.submit')}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        <p>{t('subaccounts.reset.text')}</p>
        <Field label={t('subaccounts.password')} problem={form.problemOf('password')} required>
          {(wiring) => <PasswordInput {...wiring} {...form.field('password')} autoComplete="new-password" />}
        </Field>
        <Field label={t('subaccounts.code')} problem={problem} required>
          {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(sendSubCode, {}, { quiet: true })} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
