import { randomUUID, type KeyObject } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import { nowMs } from '../core/clock.ts'
import { ask } from './ask.ts'
import { OutsideRefused, OutsideUnknown } from './errors.ts'
import { sign } from './signatures.ts'

export type MailMessage = {
  /** Our name for this message: sent again after an unknown outcome, mailboxes know it as the same. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

export interface Mail {
  /** Taken over by the server. Throws `OutsideRefused` (an address that cannot be) or `OutsideUnknown` (it may yet arrive). */
  send(message: MailMessage): Promise<void>
}

/** Any SMTP server: `smtps://user:password@smtp.example.com`. */
export function smtpMail({ url, from }: { url: string; from: string }): Mail {
  let transport: Transporter | undefined
  const opened = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer') // only where there is a mail server
    return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  }
  return {
    async send({ id, to, subject, text, html }) {
      try {
        transport ??= await opened()
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId: `<${id}@kaika>`,
          // Nothing in a message of ours is fetched from anywhere.
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (cause) {
        const { responseCode, code } = cause as { responseCode?: number; code?: string }
        // A 5xx about this message or its address; what the server says of our sign-in or of itself may pass.
        if (responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
          throw new OutsideRefused(String(responseCode), (cause as Error).message)
        throw new OutsideUnknown(`mail: ${code ?? (cause as Error).message}`, { cause })
      }
    },
  }
}

/** The inbox of the simulators' process. */
export const simulatedMail = ({
  url,
  key,
  timeoutMs = 5000,
}: {
  url: string
  key: KeyObject
  timeoutMs?: number
}): Mail => ({
  async send(message) {
    const body = JSON.stringify(message)
    await ask(`${url}/mail/messages`, {
      method: 'POST',
      body,
      headers: sign(key, randomUUID(), nowMs(), body),
      timeoutMs,
    })
  },
})
