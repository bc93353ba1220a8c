import { useState } from 'react'
import { useNavigate } from 'react-router'
import { staffSignInByPasskey } from '#contract/staff/passkeys.ts'
import { staffSignIn } from '#contract/staff/staff.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { BoundField, PasswordField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { canUsePasskeys } from '#web/parts/client/browserId.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { openDesk } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '#web/operator/text.ts'
import { CodeField, DeskEntrance } from './DeskEntrance.tsx'

/** Name, password and authenticator in one step: the answer never reveals which of them was wrong. */
export default function SignInPage() {
  const t = useText()
  const navigate = useNavigate()
  const form = useForm(staffSignIn, { initial: { username: '', password: '', code: '' } })
  const { problem: _, ...username } = form.field('username')
  const [entering, setEntering] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [last, setLast] = useState<'code' | 'passkey'>('code')
  const byPasskey = useForm(staffSignInByPasskey, {
    initial: {},
    later: ['username', 'password', 'credentialId', 'clientDataJSON', 'authenticatorData', 'signature'],
  })

  async function go() {
    setLast('code')
    setProblem(undefined)
    const answer = await form.submit()
    // A used code is no longer valid, so the next attempt needs another one.
    if (!answer) return void (form.refused && form.set({ code: '' }))
    setEntering(true)
    openDesk(answer)
    await navigate(paths.home, { replace: true })
  }
  /** The same name and password, with a passkey in place of the digits. */
  async function goByPasskey() {
    setLast('passkey')
    setProblem(undefined)
    setEntering(true)
    try {
      const { touchAtDesk } = await import('./byPasskey.ts')
      const answer = await byPasskey.submit({
        username: form.text('username'),
        password: form.text('password'),
        ...(await touchAtDesk()),
      })
      if (!answer) return setEntering(false)
      openDesk(answer)
      await navigate(paths.home, { replace: true })
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('desk.passkeyCancelled'))
      setEntering(false)
    }
  }
  const refused = last === 'passkey' ? byPasskey.refused : form.refused
  const said = problem ?? (refused && (refused.msg || refused.says))
  const unnamed = !form.text('username') || !form.text('password')
  return (
    <DeskEntrance title={t('desk.title')} lead={t('desk.lead')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.loading && !entering) void go()
        }}
      >
        <Stack gap={4}>
          <BoundField form={form} name="username" label={t('desk.username')}>
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
          </BoundField>
          <PasswordField form={form} name="password" label={t('desk.password')} autoComplete="current-password" />
          <CodeField form={form} name="code" />
          <FormError text={said} />
          <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading || entering}>
            {t('desk.signIn')}
          </Button>
          {canUsePasskeys && (
            <Button
              wide
              size="l"
              icon="shield"
              guardMs={0}
              loading={byPasskey.loading}
              disabled={unnamed ? t('desk.passkeyFirst') : entering}
              onClick={() => void goByPasskey()}
            >
              {t('desk.byPasskey')}
            </Button>
          )}
        </Stack>
      </form>
    </DeskEntrance>
  )
}
