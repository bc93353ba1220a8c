import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { areas, signUp, signUpCode } from '../../../contract/identity.ts'
import { ask } from '../../parts/client.ts'
import { FormError } from '../../parts/CallForm.tsx'
import { store } from '../../parts/session.ts'
import { useForm } from '../../parts/useForm.ts'
import { langNow } from '../../text/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Checkbox, Input, PasswordInput, Select } from '../../ui/Input.tsx'
import { homeOf } from '../layout/guard.ts'
import { paths } from '../paths.ts'
import { Entrance } from './Entrance.tsx'
import { enter } from './enter.ts'
import { keptInvite } from './invite.ts'
import { Rules } from './Rules.tsx'
import { SmsCode } from './SmsCode.tsx'
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
    const answer = await form.submit({ lang: langNow() })
    if (!answer) return
    setEntering(true)
    store('username', area === '86' ? mobile.value : `+${area}${mobile.value}`)
    await enter(answer)
    await navigate(homeOf(), { replace: true })
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
        <Field label={t('entrance.mobile')} problem={mobile.problem} required>
          {(wiring) => (
            <div className={css.mobile}>
              <Select
                aria-label={t('entrance.area')}
                value={area}
                onChange={(value) => form.set({ area: value })}
                options={Object.entries(areas).map(([value, label]) => ({ value, label: label[langNow()] }))}
              />
              <Input {...wiring} {...mobile} inputMode="tel" autoComplete="tel-national" autoFocus />
            </div>
          )}
        </Field>
        <Field label={t('entrance.code')} problem={code.problem} required>
          {(wiring) => (
            <SmsCode
              wiring={wiring}
              code={code}
              off={mobile.value === ''}
              send={(ticket) =>
                ask(signUpCode, { area, mobile: mobile.value, ...(ticket ? { ticket } : {}) }, { quiet: true })
              }
              onRefused={(text) => form.refuse('mobile', text)}
            />
          )}
        </Field>
        <Field
          label={t('entrance.password')}
          problem={password.problem}
          hint={<Rules password={password.value} confirm={confirm.value} />}
          required
        >
          {(wiring) => <PasswordInput {...wiring} {...password} autoComplete="new-password" />}
        </Field>
        <Field label={t('entrance.confirmPassword')} problem={confirm.problem} required>
          {(wiring) => <PasswordInput {...wiring} {...confirm} autoComplete="new-password" />}
        </Field>
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
        <div>
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

type One = ReturnType<ReturnType<typeof useForm<typeof signUp>>['field']>
type Fields = [One, One, One, One, One]
