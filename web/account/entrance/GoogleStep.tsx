import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '../../../contract/call.ts'
import { signInByGoogle } from '../../../contract/security.ts'
import { FormError } from '../../parts/CallForm.tsx'
import { useForm } from '../../parts/useForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Entrance } from './Entrance.tsx'
import { LazyCaptcha } from './LazyCaptcha.tsx'
import css from './Entrance.module.css'

/** The password was right; the digits of the app come with it in one request. */
export default function GoogleStep({
  username,
  password,
  autoLogin,
  onBack,
  onDone,
}: {
  username: string
  password: string
  autoLogin: boolean
  onBack: () => void
  onDone: (answer: Output<typeof signInByGoogle>) => void
}) {
  const { t } = useTranslation()
  const [captcha, setCaptcha] = useState(false)
  const form = useForm(signInByGoogle, { initial: { username, password, autoLogin, googleCode: '' } })
  const digits = form.field('googleCode')
  const needsCaptcha = form.refused?.refusal === 'captcha_needed' || form.refused?.refusal === 'captcha_failed'
  if (needsCaptcha && !captcha) setCaptcha(true)
  const go = (ticket?: string) => void form.submit(ticket ? { ticket } : {}).then((answer) => answer && onDone(answer))
  return (
    <Entrance
      title={t('personal.way.google')}
      lead={t('personal.way.googleHint')}
      below={
        <Button look="quiet" icon="left" guardMs={0} onClick={onBack}>
          {t('personal.way.back')}
        </Button>
      }
    >
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.loading) go()
        }}
      >
        <Field label={t('personal.way.google')} problem={digits.problem} required>
          {(wiring) => (
            <Input {...wiring} {...digits} autoComplete="one-time-code" maxLength={9} autoFocus placeholder="000000" />
          )}
        </Field>
        {captcha && (
          <LazyCaptcha
            scene="login"
            onTicket={(ticket) => {
              setCaptcha(false)
              go(ticket)
            }}
          />
        )}
        <FormError text={needsCaptcha ? undefined : (form.submitError ?? form.problemOf('password'))} />
        <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading}>
          {t('entrance.signIn')}
        </Button>
      </form>
    </Entrance>
  )
}
