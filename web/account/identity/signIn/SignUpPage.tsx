import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { signUp, signUpCode } from '#contract/identity/identity.ts'
import { ask } from '#web/parts/client/client.ts'
import { store } from '#web/parts/client/session.ts'
import { CheckField, TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { homeOf } from '#web/account/entrance.ts'
import { barePaths } from '#web/account/barePaths.ts'
import { Entrance, EntranceForm } from './Entrance.tsx'
import { keptInvite } from './invite.ts'
import { MobileAndCode } from './MobileAndCode.tsx'
import { NewPassword } from './NewPassword.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

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

  async function go() {
    setEntering(true)
    try {
      // Loaded before the account is created, so that nothing is missing afterwards.
      const { enter } = await import('./enter.ts')
      const answer = await form.submit({ lang: langNow() })
      if (!answer) return
      const [area, mobile] = [form.text('area'), form.text('mobile')]
      store('username', area === '86' ? mobile : `+${area}${mobile}`)
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
          {t('signIn.haveAccount')} <Link to={barePaths.signIn}>{t('signIn.signIn')}</Link>
        </>
      }
    >
      <EntranceForm
        submit={t('signIn.signUp')}
        loading={form.loading || entering}
        problem={form.submitError}
        onSubmit={() => void go()}
      >
        <MobileAndCode form={form} scene="signup" send={(target) => ask(signUpCode, target, { quiet: true })} />
        <NewPassword form={form} label={t('signIn.password')} again={t('signIn.confirmPassword')} />
        <TextField
          form={form}
          name="invite"
          label={t('signIn.invite')}
          inputMode="numeric"
          placeholder={t('signIn.inviteHint')}
        />
        <CheckField form={form} name="agree" label={t('signIn.agree')} />
      </EntranceForm>
    </Entrance>
  )
}
