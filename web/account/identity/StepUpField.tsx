import { useState } from 'react'
import { checkGoogle, type StepUpScene } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { useText } from './text.ts'

type StepUp = {
  /** The field, where Google verification is bound; nothing otherwise. */
  field: React.ReactNode
  /** The ticket to send along, none where none is needed, or `false` where the digits were refused. */
  ticket: () => Promise<string | undefined | false>
}

/** The digits of the app become a ticket when the form is sent; one that was got is kept for a second try. */
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
