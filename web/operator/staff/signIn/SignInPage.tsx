import { useState } from 'react'
import { useNavigate } from 'react-router'
import { staffSignIn } from '#contract/staff/staff.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { LangToggle, ThemeToggle } from '#web/parts/Preferences.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, PasswordInput } from '#web/ui/forms/Input.tsx'
import { Wordmark } from '#web/ui/Mark.tsx'
import { openDesk } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '#web/operator/text.ts'
import css from './SignIn.module.css'

/** Name, password and authenticator in one step: the answer never reveals which of them was wrong. */
export default function SignInPage() {
  const t = useText()
  const navigate = useNavigate()
  const form = useForm(staffSignIn, { initial: { username: '', password: '', code: '' } })
  const [username, password, code] = [form.field('username'), form.field('password'), form.field('code')]
  const [entering, setEntering] = useState(false)

  async function go() {
    const answer = await form.submit()
    // A used code is no longer valid, so the next attempt needs another one.
    if (!answer) return void (form.refused && form.set({ code: '' }))
    setEntering(true)
    openDesk(answer)
    await navigate(paths.home, { replace: true })
  }
  const said = form.refused && (form.refused.msg || form.refused.says)
  return (
    <div className={css.page}>
      <title>{`${t('desk.signIn')} · Kaika ${t('desk.name')}`}</title>
      <header className={css.top}>
        <Wordmark />
        <span className={css.badge}>{t('desk.name')}</span>
        <span className={css.tools}>
          <LangToggle />
          <ThemeToggle />
        </span>
      </header>
      <main className={css.main}>
        <div className={css.box}>
          <h1 className={css.title}>{t('desk.title')}</h1>
          <p className={css.lead}>{t('desk.lead')}</p>
          <form
            noValidate
            className={css.form}
            onSubmit={(event) => {
              event.preventDefault()
              if (!form.loading && !entering) void go()
            }}
          >
            <Field label={t('desk.username')} problem={username.problem} required>
              {(wiring) => (
                <Input
                  {...wiring}
                  {...username}
                  autoComplete="username"
                  autoCapitalize="off"
                  spellCheck={false}
                  autoFocus
                />
              )}
            </Field>
            <Field label={t('desk.password')} required>
              {(wiring) => <PasswordInput {...wiring} {...password} autoComplete="current-password" />}
            </Field>
            <Field label={t('desk.code')} hint={t('desk.codeHint')} problem={code.problem} required>
              {(wiring) => (
                <Input
                  {...wiring}
                  {...code}
                  className={css.code}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={6}
                />
              )}
            </Field>
            <FormError text={said} />
            <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading || entering}>
              {t('desk.signIn')}
            </Button>
          </form>
        </div>
      </main>
    </div>
  )
}
