import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from './text.ts'

/** Where a code was sent, and when it may be sent again. */
export type SentCode = { target: string; nextTime: number }

/** The server's clock may be ahead of this one: nobody waits longer than a minute. */
export const sentCode = ({ target, nextTime }: SentCode): SentCode => ({
  target,
  nextTime: Math.min(nextTime, serverNow() + 60_000),
})

/** Six digits: from a text message, or from the authenticator app if none was sent. */
export function CodeField({
  sent,
  value,
  onChange,
  busy,
  problem,
  onSend,
  className,
}: {
  sent: SentCode | undefined
  value: string
  onChange: (digits: string) => void
  busy: boolean
  problem?: string | undefined
  onSend: () => void
  className?: string | undefined
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
          <Button look="quiet" size="s" disabled={wait > 0} onClick={onSend}>
            {wait > 0 ? t('cards.reveal.againIn', { seconds: wait }) : t('cards.reveal.again')}
          </Button>
        )
      }
    >
      {(wiring) => (
        <Input
          {...wiring}
          className={className}
          value={value}
          disabled={busy}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          placeholder="••••••"
          onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, 6))}
        />
      )}
    </Field>
  )
}
