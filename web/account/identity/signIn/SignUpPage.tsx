import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { signUp, signUpCode } from '#contract/identity/identity.ts'
import { ask } from '#web/parts/client/client.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { store } from '#web/parts/client/session.ts'
import { useForm, type Bound } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input } from '#web/ui/forms/Input.tsx'
import { homeOf } from '#web/account/guard.ts'
import { paths } from '#web/account/paths.ts'
import { Entrance } from './Entrance.tsx'
import { keptInvite } from './invite.ts'
import { MobileAndCode } from './MobileAndCode.tsx'
import { NewPassword } from './NewPassword.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Entrance.module.css'

export default function SignUpPage() {
  const t = useText()
  const navigate = useNavigate()
  const [entering, setEntering] = useState(false)
  const form = useForm(signUp, {
    initial: {
      area: '86',
      mobile: '',
      code: '',
      password: '',
      confirmPassword: '',
      invite: keptInvite(),
      agree: false,
      lang: langNow(),
    },
  })
  const [mobile, code, password, confirm, invite] = (
    ['mobile', 'code', 'password', 'confirmPassword', 'invite'] as const
  ).map((name) => form.field(name)) as Fields
  const area = String(form.values.area)

  async function go() {
    setEntering(true)
    try {
      // Loaded before the account is created, so that nothing is missing afterwards.
      const { enter } = await import('./enter.ts')
      const answer = await form.submit({ lang: langNow() })
      if (!answer) return
      store('username', area === '86' ? mobile.value : `+${area}${mobile.value}`)
      await enter(answer)
      await navigate(homeOf(), { replace: true })
    } finally {
      setEntering(false)
    }
  }

  return (
    <Entrance
      title={t('signIn.signUp')}
      lead={t('signIn.signUpLead')}
      below={
        <>
          {t('signIn.haveAccount')} <Link to={paths.signIn}>{t('signIn.signIn')}</Link>
        </>
      }
    >
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.loading && !entering) void go()
        }}
      >
        <MobileAndCode
          scene="signup"
          mobile={mobile}
          area={area}
          onArea={(value) => form.set({ area: value })}
          code={code}
          send={(target) => ask(signUpCode, target, { quiet: true })}
          onRefused={(text) => form.refuse('mobile', text)}
        />
        <NewPassword
          label={t('signIn.password')}
          again={t('signIn.confirmPassword')}
          password={password}
          confirm={confirm}
        />
        <Field label={t('signIn.invite')} problem={invite.problem}>
          {(wiring) => (
            <Input
              {...wiring}
              {...invite}
              inputMode="numeric"
              placeholder={t('signIn.inviteHint')}
              autoComplete="off"
            />
          )}
        </Field>
        <div className={css.agree}>
          <Checkbox
            checked={Boolean(form.values.agree)}
            aria-invalid={form.problemOf('agree') ? true : undefined}
            onChange={(agree) => form.set({ agree })}
          >
            {t('signIn.agree')}
          </Checkbox>
          <FormError text={form.problemOf('agree')} />
        </div>
        <FormError text={form.submitError} />
        <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading || entering}>
          {t('signIn.signUp')}
        </Button>
      </form>
    </Entrance>
  )
}

type Fields = [Bound, Bound, Bound, Bound, Bound]
