import { useState, type ReactNode } from 'react'
import { askCardCode, checkCardCode } from '#contract/cards/cards.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { CodeField, sentCode, type SentCode } from '../CodeField.tsx'
import { useText } from './text.ts'

/** Confirms the deletion of many cards with a code to the own phone; `work` gets the ticket. */
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
  const [sent, setSent] = useState<SentCode>()
  const [code, setCode] = useState('')
  const [ticket, setTicket] = useState<string>()
  const [loading, setLoading] = useState(false)
  const [submitError, setSubmitError] = useState<string>()

  async function doing(what: () => Promise<void>) {
    setLoading(true)
    setSubmitError(undefined)
    try {
      await what()
    } catch (error) {
      const refused = asRefused(error)
      if (!refused) throw error
      setSubmitError(refused.says)
      // A definite refusal consumes the ticket; a request without an answer is repeated with the same one.
      if (!refused.unknown) setTicket(undefined)
    } finally {
      setLoading(false)
    }
  }
  const send = () =>
    doing(async () => {
      const next = await ask(askCardCode, { scene: 'BATCH_DELETE' }, { quiet: true })
      setCode('')
      setSent(sentCode(next))
    })
  const confirm = () =>
    doing(async () => {
      const proof = ticket ?? (await ask(checkCardCode, { code, scene: 'BATCH_DELETE' }, { quiet: true })).ticket
      setTicket(proof)
      await work(proof)
    })
  return (
    <Dialog title={title} onClose={onClose} width={width}>
      <CallForm
        form={{ loading, submitError }}
        danger={sent !== undefined}
        submit={sent ? submit : t('batches.delete.send')}
        submitOff={off ?? (sent && code.length < 6 ? t('cards.reveal.code') : undefined)}
        onSubmit={() => void (sent ? confirm() : send())}
        onCancel={onClose}
      >
        {children}
        {sent && <CodeField sent={sent} value={code} onChange={setCode} busy={loading} onSend={() => void send()} />}
      </CallForm>
    </Dialog>
  )
}
