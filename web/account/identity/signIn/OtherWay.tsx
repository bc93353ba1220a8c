import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { signIn } from '#contract/identity/identity.ts'
import { forgottenCode, resetForgotten, signInByCode, signInCode } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Entrance } from './Entrance.tsx'
import { MobileAndCode } from './MobileAndCode.tsx'
import { NewPassword } from './NewPassword.tsx'
import { useText } from './text.ts'
import css from './Entrance.module.css'

type SignedIn = Output<typeof signIn>
type Props = { onBack: () => void; onDone: (answer: SignedIn) => void }

/** Other sign-in methods: by a code to the phone, and the reset of a forgotten password. */
export default function OtherWay({ way, ...props }: Props & { way: 'code' | 'forgotten' }) {
  const t = useText()
  return (
    <Entrance
      title={t(`signIn.way.${way}`)}
      lead={t(`signIn.way.${way}Lead`)}
      below={
        <Button look="quiet" icon="left" guardMs={0} onClick={props.onBack}>
          {t('signIn.way.back')}
        </Button>
      }
    >
      {way === 'code' ? <ByCode {...props} /> : <Forgotten {...props} />}
    </Entrance>
  )
}

function ByCode({ onDone }: Props) {
  const t = useText()
  const [google, setGoogle] = useState(false)
  const form = useForm(signInByCode, { initial: { area: '86', mobile: '', code: '' } })
  const [mobile, code, digits] = [form.field('mobile'), form.field('code'), form.field('googleCode')]
  const area = String(form.values.area)
  if (form.refused?.refusal === 'google_required' && !google) setGoogle(true)
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.loading) void form.submit().then((answer) => answer && onDone(answer))
      }}
    >
      <MobileAndCode
        scene="sms"
        mobile={mobile}
        area={area}
        onArea={(value) => form.set({ area: value })}
        code={code}
        send={(target) => ask(signInCode, target, { quiet: true })}
        onRefused={(text) => form.refuse('mobile', text)}
      />
      {google && (
        <Field label={t('signIn.way.google')} hint={t('signIn.way.googleHint')} problem={digits.problem} required>
          {(wiring) => <Input {...wiring} {...digits} autoComplete="one-time-code" maxLength={9} autoFocus />}
        </Field>
      )}
      <FormError text={form.refused?.refusal === 'google_required' ? undefined : form.submitError} />
      <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading}>
        {t('signIn.signIn')}
      </Button>
    </form>
  )
}

function Forgotten({ onBack }: Props) {
  const t = useText()
  const form = useForm(resetForgotten, {
    initial: { area: '86', mobile: '', code: '', password: '', confirmPassword: '' },
  })
  const [mobile, code] = [form.field('mobile'), form.field('code')]
  const [password, confirm] = [form.field('password'), form.field('confirmPassword')]
  const area = String(form.values.area)
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (form.loading) return
        void form.submit().then((answer) => {
          if (!answer) return
          toast.ok(t('signIn.way.saved'))
          onBack()
        })
      }}
    >
      <MobileAndCode
        scene="forget"
        mobile={mobile}
        area={area}
        onArea={(value) => form.set({ area: value })}
        code={code}
        send={(target) => ask(forgottenCode, target, { quiet: true })}
        onRefused={(text) => form.refuse('mobile', text)}
      />
      <NewPassword
        label={t('signIn.way.newPassword')}
        again={t('signIn.confirmPassword')}
        password={password}
        confirm={confirm}
      />
      <FormError text={form.submitError} />
      <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading}>
        {t('signIn.way.save')}
      </Button>
    </form>
  )
}
