import { useState } from 'react'
import { checkGoogle, type StepUpScene } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'

type StepUp = {
  /** The field, if Google verification is bound; otherwise nothing. */
  field: React.ReactNode
  /** The ticket to send, undefined if none is needed, or `false` if the digits were refused. */
  ticket: () => Promise<string | undefined | false>
}

/** Exchanges the app's digits for a ticket when the form is submitted; the ticket is kept for a retry. */
export function useStepUp(scene: StepUpScene): StepUp {
  const t = useText()
  const bound = useSession().UserInfo?.statusList.googleBind === 1
  const [digits, setDigits] = useState('')
  const [problem, setProblem] = useState<string>()
  const [got, setGot] = useState<string>()
  const ticket = async () => {
    if (!bound) return undefined
    if (got) return got
    try {
      const answer = await ask(checkGoogle, { googleCode: digits, scene }, { quiet: true })
      setGot(answer.ticket)
      return answer.ticket
    } catch (error) {
      const refused = asRefused(error)
      setProblem(refused?.fields.googleCode ?? refused?.says ?? t('errors.server'))
      return false
    }
  }
  const field = bound && !got && (
    <Field label={t('identity.ticketCode')} problem={problem} required>
      {(wiring) => (
        <Input
          {...wiring}
          value={digits}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          onChange={(value) => {
            setDigits(value)
            setProblem(undefined)
          }}
        />
      )}
    </Field>
  )
  return { field, ticket }
}
