import { useState } from 'react'
import { useNavigate } from 'react-router'
import { staffSignIn } from '#contract/staff/staff.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { BoundField, PasswordField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
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
        </Stack>
      </form>
    </DeskEntrance>
  )
}
