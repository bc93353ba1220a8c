import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { signIn } from '#contract/identity/identity.ts'
import { forgottenCode, resetForgotten, signInByCode, signInCode } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Entrance, EntranceForm } from './Entrance.tsx'
import { MobileAndCode } from './MobileAndCode.tsx'
import { NewPassword } from './NewPassword.tsx'
import { useText } from './text.ts'

type Props = { onBack: () => void; onDone: (answer: Output<typeof signIn>) => void }

/** Other sign-in methods: by a code to the phone, and the reset of a forgotten password. */
export default function OtherWay({ way, ...props }: Props & { way: 'code' | 'forgotten' }) {
  const t = useText()
  return (
    <Entrance title={t(`signIn.way.${way}`)} lead={t(`signIn.way.${way}Lead`)} onBack={props.onBack}>
      {way === 'code' ? <ByCode {...props} /> : <Forgotten {...props} />}
    </Entrance>
  )
}

function ByCode({ onDone }: Props) {
  const t = useText()
  const [google, setGoogle] = useState(false)
  const form = useForm(signInByCode, { initial: { area: '86', mobile: '', code: '' } })
  const needsGoogle = form.refused?.refusal === 'google_required'
  if (needsGoogle && !google) setGoogle(true)
  return (
    <EntranceForm
      submit={t('signIn.signIn')}
      loading={form.loading}
      problem={needsGoogle ? undefined : form.submitError}
      onSubmit={() => void form.submit().then((answer) => answer && onDone(answer))}
    >
      <MobileAndCode form={form} scene="sms" send={(target) => ask(signInCode, target, { quiet: true })} />
      {google && (
        <TextField
          form={form}
          name="googleCode"
          label={t('signIn.way.google')}
          hint={t('signIn.way.googleHint')}
          autoComplete="one-time-code"
          maxLength={9}
          autoFocus
          required
        />
      )}
    </EntranceForm>
  )
}

function Forgotten({ onBack }: Props) {
  const t = useText()
  const form = useForm(resetForgotten, {
    initial: { area: '86', mobile: '', code: '', password: '', confirmPassword: '' },
  })
  async function reset() {
    if (!(await form.submit())) return
    toast.ok(t('signIn.way.saved'))
    onBack()
  }
  return (
    <EntranceForm
      submit={t('signIn.way.save')}
      loading={form.loading}
      problem={form.submitError}
      onSubmit={() => void reset()}
    >
      <MobileAndCode form={form} scene="forget" send={(target) => ask(forgottenCode, target, { quiet: true })} />
      <NewPassword form={form} label={t('signIn.way.newPassword')} again={t('signIn.confirmPassword')} />
    </EntranceForm>
  )
}
