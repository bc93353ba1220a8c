import { useRef, type ReactNode } from 'react'
import { asRefused } from '#web/parts/client/refused.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { PasskeyFirst } from '#web/parts/passkeys/PasskeyFirst.tsx'
import { usePasskey } from '#web/parts/passkeys/usePasskey.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { CodeField, useCode } from '../CodeField.tsx'
import { useText } from './text.ts'

/** Confirms the deletion of many cards with a passkey or a code to the own phone; `work` gets the ticket. */
export function ProofDialog({
  title,
  width,
  off,
  submit,
  work,
  onClose,
  children,
}: {
  title: string
  width: number
  /** Why it is disabled. */
  off: string | undefined
  submit: string
  work: (ticket: string) => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const t = useText()
  const code = useCode('BATCH_DELETE')
  const passkey = usePasskey('BATCH_DELETE')
  const ticket = useRef<string>(undefined)
  const { sent, busy, doing } = code
  const touches = passkey.asks && !sent
  const confirm = () =>
    doing(async () => {
      ticket.current ??= touches ? await passkey.confirm() : await code.check(code.code)
      if (ticket.current === undefined) return // nobody touched it, which is said beside the offer
      await work(ticket.current).catch((error: unknown) => {
        // A definite refusal consumes the ticket; a request without an answer is repeated with the same one.
        if (!asRefused(error)?.unknown) ticket.current = undefined
        throw error
      })
    })
  return (
    <Dialog title={title} onClose={onClose} width={width}>
      <CallForm
        form={{ loading: busy || passkey.touching, submitError: code.refused?.says }}
        danger={touches || sent !== undefined}
        submit={touches || sent ? submit : t('batches.delete.send')}
        submitOff={off ?? (sent && code.code.length < 6 ? t('cards.reveal.code') : undefined)}
        onSubmit={() => void (touches || sent ? confirm() : code.send())}
        onCancel={onClose}
      >
        {children}
        {touches && <PasskeyFirst passkey={passkey} />}
        {sent && <CodeField code={code} />}
      </CallForm>
    </Dialog>
  )
}
