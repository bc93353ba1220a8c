import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { signInByGoogle } from '#contract/identity/security.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Entrance, EntranceForm } from './Entrance.tsx'
import SignInWork from './SignInWork.tsx'
import { useText } from './text.ts'

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
    <Entrance title={t('signIn.way.google')} lead={t('signIn.way.googleHint')} onBack={onBack}>
      <EntranceForm
        submit={t('signIn.signIn')}
        loading={sending || working}
        problem={problem ?? (needsWork ? undefined : (form.submitError ?? form.problemOf('password')))}
        onSubmit={() => void go()}
      >
        <TextField
          form={form}
          name="googleCode"
          label={t('signIn.way.google')}
          autoComplete="one-time-code"
          maxLength={9}
          autoFocus
          placeholder="000000"
          required
        />
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
      </EntranceForm>
    </Entrance>
  )
}
