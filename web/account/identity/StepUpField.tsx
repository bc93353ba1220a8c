import { useState, type ReactNode } from 'react'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { checkGoogle, type StepUpScene } from '#contract/identity/security.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { usePasskey } from '#web/parts/passkeys/usePasskey.ts'
import { PasskeyFirst } from '#web/parts/passkeys/PasskeyFirst.tsx'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { useText } from './text.ts'

type StepUp = {
  /** The field, or the offer of a passkey, if Google verification is bound; otherwise nothing. */
  field: ReactNode
  /** Submits a form with the ticket, if one is needed; not if the digits were refused. */
  submit: <C extends Call>(form: Form<C>, more?: Partial<Input<C>>) => Promise<Output<C> | undefined>
}

/** Exchanges a touch or the app's digits for a ticket when the form is submitted; the ticket is kept for a retry. */
export function useStepUp(scene: StepUpScene): StepUp {
  const t = useText()
  const bound = useSession().UserInfo?.statusList.googleBind === 1
  const passkey = usePasskey(scene)
  const check = useForm(checkGoogle, { initial: { googleCode: '', scene } })
  const [ticket, setTicket] = useState<string>()
  const asks = bound && ticket === undefined
  const prove = async () => (passkey.asks ? passkey.confirm() : (await check.submit())?.ticket)
  return {
    field:
      asks &&
      (passkey.asks ? (
        <PasskeyFirst passkey={passkey} />
      ) : (
        <TextField
          form={check}
          name="googleCode"
          label={t('identity.ticketCode')}
          problem={check.problemOf('googleCode') ?? check.submitError}
          inputMode="numeric"
          maxLength={6}
        />
      )),
    submit: async (form, more) => {
      const got = asks ? await prove() : ticket
      if (asks && got === undefined) return undefined
      setTicket(got)
      return form.submit({ ...more, ...(got && { ticket: got }) } as Partial<Input<typeof form.call>>)
    },
  }
}
