import { useState } from 'react'
import { askCardCode, checkCardCode, type StepUpScene } from '#contract/cards/cards.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { ask } from '#web/parts/client/client.ts'
import { asRefused, type Refused } from '#web/parts/client/refused.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import { useText } from './text.ts'

/** A code to the own phone before something that needs one: sent, typed, and exchanged for a ticket. */
export function useCode(scene: StepUpScene) {
  const [sent, setSent] = useState<{ target: string; nextTime: number }>()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()

  async function doing(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setRefused(undefined)
    try {
      await work()
    } catch (error) {
      const refusal = asRefused(error)
      if (!refusal) throw error
      setRefused(refusal)
    } finally {
      setBusy(false)
    }
  }
  return {
    sent,
    code,
    busy,
    refused,
    doing,
    type: (digits: string) => {
      setCode(digits)
      setRefused(undefined)
    },
    send: () =>
      void doing(async () => {
        const { target, nextTime } = await ask(askCardCode, { scene }, { quiet: true })
        setCode('')
        // The server's clock may be ahead of this one: the wait is a minute at most.
        setSent({ target, nextTime: Math.min(nextTime, serverNow() + 60_000) })
      }),
    check: async (digits: string) => (await ask(checkCardCode, { code: digits, scene }, { quiet: true })).ticket,
    clear: () => setCode(''),
    restart: () => setSent(undefined),
  }
}

/** Six digits: from a text message, or from the authenticator app if none was sent. */
export function CodeField({
  code: { sent, code, busy, type, send },
  problem,
  className,
  onTyped,
}: {
  code: ReturnType<typeof useCode>
  problem?: string | undefined
  className?: string | undefined
  /** All six are there. */
  onTyped?: (digits: string) => void
}) {
  const t = useText()
  const wait = useSecondsLeft(sent?.nextTime ?? 0)
  return (
    <Field
      label={t(sent ? 'cards.reveal.code' : 'cards.reveal.google')}
      hint={sent ? t('cards.reveal.sent', { target: sent.target }) : t('cards.reveal.googleHint')}
      problem={problem}
      extra={
        sent && (
          <Button look="quiet" size="s" disabled={wait > 0} onClick={send}>
            {wait > 0 ? t('cards.reveal.againIn', { seconds: wait }) : t('cards.reveal.again')}
          </Button>
        )
      }
    >
      {(wiring) => (
        <Input
          {...wiring}
          className={className}
          value={code}
          disabled={busy}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          placeholder="••••••"
          onChange={(text) => {
            const digits = text.replace(/\D/g, '').slice(0, 6)
            type(digits)
            if (digits.length === 6) onTyped?.(digits)
          }}
        />
      )}
    </Field>
  )
}
