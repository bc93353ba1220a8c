import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { signInByGoogle } from '#contract/identity/security.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { asRefused } from '#web/parts/client/refused.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Entrance } from './Entrance.tsx'
import SignInWork from './SignInWork.tsx'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** The password was right; it is sent again together with the app's digits. */
export default function GoogleStep({
  username,
  password,
  credential,
  autoLogin,
  onBack,
  onDone,
}: {
  username: string
  /** Empty if the stored credential replaces it. */
  password: string
  credential: string | undefined
  autoLogin: boolean
  onBack: () => void
  onDone: (answer: Output<typeof signInByGoogle>) => void
}) {
  const t = useText()
  const [working, setWorking] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const form = useForm(signInByGoogle, { initial: { username, password, autoLogin, googleCode: '' } })
  const digits = form.field('googleCode')
  const needsWork = form.refused?.code === 1415
  if (needsWork && !working && !problem) setWorking(true)
  async function go(ticket?: string) {
    setProblem(undefined)
    setSending(true)
    try {
      const { whatGoesAlong } = await import('./rememberKey.ts')
      // A challenge is valid only briefly, so each try has its own.
      const along = await whatGoesAlong({ password, credential, autoLogin })
      if (!along) return setProblem(t('signIn.keyGone'))
      const answer = await form.submit({ ...(ticket ? { ticket } : {}), ...along })
      if (answer) onDone(answer)
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('errors.server'))
    } finally {
      setSending(false)
    }
  }
  return (
    <Entrance
      title={t('signIn.way.google')}
      lead={t('signIn.way.googleHint')}
      below={
        <Button look="quiet" icon="left" guardMs={0} onClick={onBack}>
          {t('signIn.way.back')}
        </Button>
      }
    >
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!sending && !working) void go()
        }}
      >
        <Field label={t('signIn.way.google')} problem={digits.problem} required>
          {(wiring) => (
            <Input {...wiring} {...digits} autoComplete="one-time-code" maxLength={9} autoFocus placeholder="000000" />
          )}
        </Field>
        {working && (
          <SignInWork
            onTicket={(ticket) => {
              setWorking(false)
              void go(ticket)
            }}
            onFailed={(text) => {
              setWorking(false)
              setProblem(text)
            }}
          />
        )}
        <FormError text={problem ?? (needsWork ? undefined : (form.submitError ?? form.problemOf('password')))} />
        <Button look="primary" size="l" type="submit" wide guardMs={0} loading={sending || working}>
          {t('signIn.signIn')}
        </Button>
      </form>
    </Entrance>
  )
}
