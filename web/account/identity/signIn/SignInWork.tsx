import { useEffect, useEffectEvent } from 'react'
import { asRefused } from '#web/parts/client/refused.ts'
import { Muted } from '#web/ui/layout.tsx'
import { doWork } from '../captcha/doWork.ts'
import { useText } from './text.ts'

/** Where the server requires work before it checks a password: computed without any user action. */
export default function SignInWork({
  onTicket,
  onFailed,
}: {
  onTicket: (ticket: string) => void
  onFailed: (text: string) => void
}) {
  const t = useText()
  const go = useEffectEvent(async (stop: AbortController) => {
    try {
      const ticket = await (await doWork({ scene: 'login' }, stop)).ticket()
      if (!stop.signal.aborted) onTicket(ticket)
    } catch (error) {
      if (!stop.signal.aborted) onFailed(asRefused(error)?.says || t('signIn.workFailed'))
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    void go(stop)
    return () => stop.abort()
  }, [])
  return (
    <div role="status">
      <Muted as="p">{t('signIn.workRunning')}</Muted>
    </div>
  )
}
