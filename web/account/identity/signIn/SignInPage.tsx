import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { signIn } from '#contract/identity/identity.ts'
import { stored } from '#web/parts/client/session.ts'
import { CheckField, PasswordField, TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { homeOf } from '#web/account/entrance.ts'
import { barePaths } from '#web/account/barePaths.ts'
import { Entrance, EntranceForm } from './Entrance.tsx'
import { canRemember, enter, rememberLogin, rememberView } from './enter.ts'
import { canUsePasskeys } from '#web/parts/client/browserId.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Entrance.module.css'

/** Other methods are rare, so the page does not wait for their code. */
const OtherWay = lazy(withText(() => import('./OtherWay.tsx')))
const GoogleStep = lazy(withText(() => import('./GoogleStep.tsx')))
const PasskeyButton = lazy(withText(() => import('./PasskeyButton.tsx')))
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
  const [username, password] = [form.text('username'), form.text('password')]
  const autoLogin = form.values.autoLogin === true

  async function go(ticket?: string) {
    setProblem(undefined)
    setEntering(true)
    try {
      const input = { password, credential, autoLogin }
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

  async function come(answer: Output<typeof signIn>, { byPasskey = false } = {}) {
    setEntering(true)
    try {
      await enter(answer)
      if (byPasskey) rememberView(answer)
      else await rememberLogin(username, answer, autoLogin)
      await navigate(homeOf(), { replace: true })
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('errors.server'))
      setEntering(false)
    }
  }

  const refused = form.refused
  if (refused?.refusal === 'google_required' && (password || credential) && !google) setGoogle(true)
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
          {...{ username, password, credential, autoLogin }}
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
          {t('signIn.noAccount')} <Link to={barePaths.signUp}>{t('signIn.signUp')}</Link>
        </>
      }
    >
      <EntranceForm
        submit={t('signIn.signIn')}
        loading={form.loading || entering || working}
        problem={problem ?? said}
        onSubmit={() => void go()}
        more={
          <>
            {canUsePasskeys && (
              <Suspense fallback={<div className={css.later} />}>
                <PasskeyButton
                  entering={entering}
                  onBegin={() => {
                    setProblem(undefined)
                    setEntering(true)
                  }}
                  onDone={(answer) => void come(answer, { byPasskey: true })}
                  onFailed={(text) => {
                    setProblem(text)
                    setEntering(false)
                  }}
                />
              </Suspense>
            )}
            <Button look="quiet" wide guardMs={0} onClick={() => setWay('code')}>
              {t('signIn.byCode')}
            </Button>
          </>
        }
      >
        <TextField
          form={form}
          name="username"
          label={t('signIn.username')}
          autoComplete={canUsePasskeys ? 'username webauthn' : 'username'}
          autoFocus={!stored('username')}
          placeholder={t('signIn.usernameHint')}
          required
        />
        <PasswordField
          form={form}
          name="password"
          label={t('signIn.password')}
          extra={
            <Button look="quiet" size="s" guardMs={0} onClick={() => setWay('forgotten')}>
              {t('signIn.forgotten')}
            </Button>
          }
          problem={credential && !password ? '' : undefined}
          required={credential === undefined}
          autoComplete="current-password"
          placeholder={credential ? t('signIn.passwordKept') : ''}
        />
        {canRemember && <CheckField form={form} name="autoLogin" label={t('signIn.autoLogin')} />}
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
      </EntranceForm>
    </Entrance>
  )
}
