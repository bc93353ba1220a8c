import { randomUUID, type KeyObject } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import { nowMs } from '../core/clock.ts'
import type { Settings } from '../core/settings/settings.ts'
import { Accepted, ask, OutsideRefused, OutsideUnknown } from './ask.ts'
import { sign } from './signatures.ts'

export type MailMessage = {
  /** Our id of this message: if it is sent again after an unknown outcome, mailboxes recognize it as the same. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

export interface Mail {
  /** Hands the message to the server. Throws `OutsideRefused` (an invalid address) or `OutsideUnknown` (it may still arrive). */
  send(message: MailMessage): Promise<void>
  /** At start. Throws `OutsideRefused` if the server refuses our sign-in, and `OutsideUnknown` if it does not answer. */
  check?(): Promise<void>
}

/** The server of `KAIKA_SMTP_URL`; `undefined` without one. What is wrong is noted in the settings. */
export function smtpFrom(settings: Settings): { url: string; from: string } | undefined {
  const url = settings.text('KAIKA_SMTP_URL')
  if (url === undefined) return undefined
  if (!/^smtps?:\/\//.test(url)) settings.wrong('KAIKA_SMTP_URL begins with smtp:// or smtps://')
  return { url, from: settings.text('KAIKA_MAIL_FROM') ?? 'Kaika <no-reply@localhost>' }
}

/** Any SMTP server: `smtps://user:password@smtp.example.com`. */
export function smtpMail({ url, from, timeoutMs = 60_000 }: { url: string; from: string; timeoutMs?: number }): Mail {
  let transport: Transporter | undefined
  const opened = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer') // loaded only if there is a mail server
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
          // Our messages fetch nothing from anywhere.
          disableFileAccess: true,
          disableUrlAccess: true,
          // The socket's own limit begins again with every byte: a server that drips would never end.
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch (cause) {
        const { responseCode, code } = cause as { responseCode?: number; code?: string }
        // A 5xx about this message or its address; errors about our sign-in or the server itself may be temporary.
        if (responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
          throw new OutsideRefused(String(responseCode), (cause as Error).message)
        throw new OutsideUnknown(`mail: ${code ?? (cause as Error).message}`, { cause })
      }
    },
    async check() {
      try {
        transport ??= await opened()
        await transport.verify()
      } catch (cause) {
        const { code, message } = cause as Error & { code?: string }
        if (code === 'EAUTH') throw new OutsideRefused(code, message)
        throw new OutsideUnknown(`mail: ${code ?? message}`, { cause })
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
    await ask(
      `${url}/mail/messages`,
      { method: 'POST', body, headers: sign(key, randomUUID(), nowMs(), body), timeoutMs, refusals: ['INVALID'] },
      Accepted,
    )
  },
})
