import { useState } from 'react'
import { askCardCode, checkCardCode } from '#contract/cards/cards.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'

export type Proof = {
  /** The recipient of the code, once sent. */
  sent: { target: string; nextTime: number } | undefined
  code: string
  type: (code: string) => void
  busy: boolean
  problem: string | undefined
  send: () => void
  /** Sends the code or, once it is complete, runs the action. */
  next: () => void
}

/** Confirms the deletion of many cards with a code to the own phone; `work` gets the ticket. */
export function useProof(work: (ticket: string) => Promise<void>): Proof {
  const [sent, setSent] = useState<Proof['sent']>()
  const [code, setCode] = useState('')
  const [ticket, setTicket] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function doing(what: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await what()
    } catch (error) {
      const refused = asRefused(error)
      if (!refused) throw error
      setProblem(refused.says)
      // A definite refusal consumes the ticket; a request without an answer is repeated with the same one.
      if (!refused.unknown) setTicket(undefined)
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    doing(async () => {
      const { target, nextTime } = await ask(askCardCode, { scene: 'BATCH_DELETE' }, { quiet: true })
      setCode('')
      setSent({ target, nextTime: Math.min(nextTime, serverNow() + 60_000) })
    })
  const go = () =>
    doing(async () => {
      const proof = ticket ?? (await ask(checkCardCode, { code, scene: 'BATCH_DELETE' }, { quiet: true })).ticket
      setTicket(proof)
      await work(proof)
    })
  return {
    sent,
    code,
    type: (text) => setCode(text.replace(/\D/g, '').slice(0, 6)),
    busy,
    problem,
    send: () => void send(),
    next: () => {
      if (busy) return
      if (!sent) void send()
      else if (code.length === 6) void go()
    },
  }
}
