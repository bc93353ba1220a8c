import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { signUp, signUpCode } from '#contract/identity/identity.ts'
import { ask } from '#web/parts/client/client.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { store } from '#web/parts/client/session.ts'
import { useForm, type Bound } from '#web/parts/forms/useForm.ts'
import { langNow } from '#web/text/i18n.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input } from '#web/ui/forms/Input.tsx'
import { homeOf } from '#web/account/guard.ts'
import { paths } from '#web/account/paths.ts'
import { Entrance } from './Entrance.tsx'
import { keptInvite } from './invite.ts'
import { MobileAndCode } from './MobileAndCode.tsx'
import { NewPassword } from './NewPassword.tsx'
import css from './Entrance.module.css'

export default function SignUpPage() {
  const { t } = useTranslation()
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
      // Asked for before the account is there, so that nothing is missing afterwards.
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
      title={t('entrance.signUp')}
      lead={t('entrance.signUpLead')}
      below={
        <>
          {t('entrance.haveAccount')} <Link to={paths.signIn}>{t('entrance.signIn')}</Link>
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
          label={t('entrance.password')}
          again={t('entrance.confirmPassword')}
          password={password}
          confirm={confirm}
        />
        <Field label={t('entrance.invite')} problem={invite.problem}>
          {(wiring) => (
            <Input
              {...wiring}
              {...invite}
              inputMode="numeric"
              placeholder={t('entrance.inviteHint')}
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
            {t('entrance.agree')}
          </Checkbox>
          <FormError text={form.problemOf('agree')} />
        </div>
        <FormError text={form.submitError} />
        <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading || entering}>
          {t('entrance.signUp')}
        </Button>
      </form>
    </Entrance>
  )
}

type Fields = [Bound, Bound, Bound, Bound, Bound]
