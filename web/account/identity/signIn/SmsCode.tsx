import { useEffect, useState } from 'react'
import { asRefused } from '#web/parts/client/refused.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import type { FieldWiring } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import css from './Entrance.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { WorkFailed } from '../captcha/WorkFailed.ts'
import { useText } from './text.ts'

type Props = {
  wiring: FieldWiring
  code: { value: string; onChange: (value: string) => void; onBlur: () => void }
  send: () => Promise<{ nextTime: number }>
  /** There is no recipient yet. */
  off?: boolean
  onRefused?: (text: string) => void
}

/** The code field with its send button, which is then disabled for 60 seconds. */
export function SmsCode({ wiring, code, send, off = false, onRefused }: Props) {
  const t = useText()
  const [sending, setSending] = useState(false)
  const [nextTime, setNextTime] = useState(0)
  const left = useSecondsUntil(nextTime)

  async function sendCode() {
    setSending(true)
    try {
      const sent = await send()
      setNextTime(Math.min(sent.nextTime, serverNow() + 60_000))
      toast.ok(t('signIn.codeSent'))
    } catch (error) {
      const refused = asRefused(error)
      if (error instanceof WorkFailed) return // shown beside the field
      if (refused?.fields.mobile && onRefused) onRefused(refused.fields.mobile)
      else toast.bad(refused?.says ?? t('errors.server'))
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={css.join}>
      <Input
        {...wiring}
        {...code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder={t('signIn.codeHint')}
      />
      <Button loading={sending} disabled={left > 0 || off} onClick={() => void sendCode()}>
        {left > 0 ? t('signIn.codeAgain', { seconds: left }) : t('signIn.getCode')}
      </Button>
    </div>
  )
}

function useSecondsUntil(time: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((time - serverNow()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [time])
  return left
}
