import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { signIn } from '#contract/identity/identity.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { stored } from '#web/parts/client/session.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, PasswordInput } from '#web/ui/forms/Input.tsx'
import { homeOf } from '#web/account/guard.ts'
import { paths } from '#web/account/paths.ts'
import { Entrance } from './Entrance.tsx'
import { canRemember, enter, rememberLogin } from './enter.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** Other methods are rare, so the page does not wait for their code. */
const OtherWay = lazy(withText(() => import('./OtherWay.tsx')))
const GoogleStep = lazy(withText(() => import('./GoogleStep.tsx')))
const SignInWork = lazy(withText(() => import('./SignInWork.tsx')))

export default function SignInPage() {
  const t = useText()
  const navigate = useNavigate()
  const [working, setWorking] = useState(false)
  const [entering, setEntering] = useState(false)
  const [way, setWay] = useState<'password' | 'code' | 'forgotten'>('password')
  const [google, setGoogle] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** The credential that replaces the password, from an earlier sign-in; valid for one sign-in. */
  const [credential, setCredential] = useState(stored('autoLogin') === '1' ? stored('password') : undefined)
  const form = useForm(signIn, {
    initial: {
      username: stored('username') ?? '',
      password: '',
      autoLogin: canRemember && stored('autoLogin') === '1',
    },
  })
  const username = form.field('username')
  const password = form.field('password')

  async function go(ticket?: string) {
    setProblem(undefined)
    setEntering(true)
    try {
      const input = { password: password.value, credential, autoLogin: Boolean(form.values.autoLogin) }
      const along =
        input.autoLogin || !input.password ? await (await import('./rememberKey.ts')).whatGoesAlong(input) : {}
      if (!along) {
        setCredential(undefined)
        return setProblem(t('signIn.keyGone'))
      }
      const answer = await form.submit({ ...(ticket ? { ticket } : {}), ...along })
      if (answer) await come(answer)
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('errors.server'))
    } finally {
      setEntering(false)
    }
  }

  async function come(answer: Output<typeof signIn>) {
    setEntering(true)
    try {
      await enter(answer)
      await rememberLogin(username.value, answer, Boolean(form.values.autoLogin))
      await navigate(homeOf(), { replace: true })
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('errors.server'))
      setEntering(false)
    }
  }

  const refused = form.refused
  if (refused?.refusal === 'google_required' && (password.value || credential) && !google) setGoogle(true)
  const needsWork = refused?.code === 1415
  if (needsWork && !working && !problem) setWorking(true)
  if (refused?.refusal === 'credentials_wrong' && credential) setCredential(undefined)
  // The catalogue's "permissions expired" would confuse someone who is signing in: the server's text is better.
  const said = needsWork || google ? undefined : refused && (refused.msg || refused.says)

  if (way !== 'password')
    return (
      <Suspense>
        <OtherWay way={way} onBack={() => setWay('password')} onDone={(answer) => void come(answer)} />
      </Suspense>
    )
  if (google)
    return (
      <Suspense>
        <GoogleStep
          username={username.value}
          password={password.value}
          credential={credential}
          autoLogin={Boolean(form.values.autoLogin)}
          onBack={() => {
            form.set({ password: '' })
            setCredential(undefined)
            setGoogle(false)
          }}
          onDone={(answer) => void come(answer)}
        />
      </Suspense>
    )
  return (
    <Entrance
      title={t('signIn.signIn')}
      lead={t('signIn.signInLead')}
      below={
        <>
          {t('signIn.noAccount')} <Link to={paths.signUp}>{t('signIn.signUp')}</Link>
        </>
      }
    >
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.loading && !entering && !working) void go()
        }}
      >
        <Field label={t('signIn.username')} problem={username.problem} required>
          {(wiring) => (
            <Input
              {...wiring}
              {...username}
              autoComplete="username"
              autoFocus={!username.value}
              placeholder={t('signIn.usernameHint')}
            />
          )}
        </Field>
        <Field
          label={t('signIn.password')}
          extra={
            <Button look="quiet" size="s" guardMs={0} onClick={() => setWay('forgotten')}>
              {t('signIn.forgotten')}
            </Button>
          }
          problem={credential && !password.value ? undefined : password.problem}
          required
        >
          {(wiring) => (
            <PasswordInput
              {...wiring}
              {...password}
              autoComplete="current-password"
              placeholder={credential ? t('signIn.passwordKept') : ''}
            />
          )}
        </Field>
        {canRemember && (
          <Checkbox checked={Boolean(form.values.autoLogin)} onChange={(autoLogin) => form.set({ autoLogin })}>
            {t('signIn.autoLogin')}
          </Checkbox>
        )}
        {working && (
          <Suspense>
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
          </Suspense>
        )}
        <FormError text={problem ?? said} />
        <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading || entering || working}>
          {t('signIn.signIn')}
        </Button>
        <Button look="quiet" wide guardMs={0} onClick={() => setWay('code')}>
          {t('signIn.byCode')}
        </Button>
      </form>
    </Entrance>
  )
}
