import { useState } from 'react'
import type { Call, Input } from '#contract/core/call.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { BoundField, BoundInput, type FieldProps } from '#web/parts/forms/fields.tsx'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { WorkFailed } from '../captcha/WorkFailed.ts'
import { useText } from './text.ts'
import css from './Entrance.module.css'

type Sent = { nextTime: number }

/** A code by text message, with its send button, which is then disabled for 60 seconds. */
export function SmsCodeField<C extends Call>({
  send,
  off = false,
  name = 'code' as keyof Input<C> & string,
  ...field
}: Omit<FieldProps<C>, 'name'> & {
  name?: FieldProps<C>['name']
  /** The call that sends it; a function if the call needs input. */
  send: Call | (() => Promise<Sent>)
  /** There is no recipient yet. */
  off?: boolean
}) {
  const { form } = field
  const t = useText()
  const [sending, setSending] = useState(false)
  const [nextTime, setNextTime] = useState(0)
  const left = useSecondsLeft(nextTime)

  async function sendCode() {
    setSending(true)
    try {
      const sent = typeof send === 'function' ? await send() : ((await ask(send, {} as never, { quiet: true })) as Sent)
      setNextTime(Math.min(sent.nextTime, serverNow() + 60_000))
      toast.ok(t('signIn.codeSent'))
    } catch (error) {
      const refused = asRefused(error)
      if (error instanceof WorkFailed) return // shown beside the field
      if (refused?.fields.mobile && 'mobile' in form.values) form.refuse('mobile' as typeof name, refused.fields.mobile)
      else toast.bad(refused?.says ?? t('errors.server'))
    } finally {
      setSending(false)
    }
  }
  return (
    <BoundField {...field} name={name} required>
      {(wiring) => (
        <div className={css.join}>
          <BoundInput
            {...{ form, name, wiring }}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            placeholder={t('signIn.codeHint')}
          />
          <Button loading={sending} disabled={left > 0 || off} onClick={() => void sendCode()}>
            {left > 0 ? t('signIn.codeAgain', { seconds: left }) : t('signIn.getCode')}
          </Button>
        </div>
      )}
    </BoundField>
  )
}
