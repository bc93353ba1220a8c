import { editProfile, profileCode } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useText } from '../text.ts'

export function NicknameForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const user = useSession().UserInfo
  const form = useForm(editProfile, { initial: { nickname: user?.nickname ?? '', code: '' } })
  const [nickname, code] = [form.field('nickname'), form.field('code')]
  async function go() {
    if (!(await form.submit())) return
    await loadUserInfo().catch(() => {})
    toast.ok(t('identity.saved'))
    onDone()
  }
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('identity.save')}
      onSubmit={() => void go()}
    >
      <Field label={t('identity.nickname')} problem={nickname.problem} required>
        {(wiring) => <Input {...wiring} {...nickname} maxLength={20} autoComplete="nickname" />}
      </Field>
      <Field label={t('identity.smsCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(profileCode, {}, { quiet: true })} />}
      </Field>
    </CallForm>
  )
}
