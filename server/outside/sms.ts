import { randomUUID, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { nowMs } from '../core/clock.ts'
import { Accepted, ask } from './ask.ts'
import { sign } from './signatures.ts'

export type TextMessage = {
  /** Digits, without the calling code. */
  mobile: string
  /** The country's calling code, digits: `86`. */
  area: string
  text: string
  /** The code in the text, if there is one: some gateways use templates, and the simulated phone shows it. */
  code?: string
}

export interface Sms {
  /** Hands the message to the gateway. Throws `OutsideRefused` (an invalid number) or `OutsideUnknown` (it may still arrive). */
  send(message: TextMessage): Promise<void>
  /** At start. Throws `OutsideRefused` if the gateway does not know the account or its key, and `OutsideUnknown` if it does not answer as itself. */
  check?(): Promise<void>
  /** Where the gateway tells, signed, what became of a message. */
  readonly receipts?: {
    readonly provider: string
    /**
     * `path`: of the request, with its query. Returns undefined for a status that is not the last. Throws `BadSignature`, and `ZodError` for another form.
     */
    read(request: { path: string; headers: IncomingHttpHeaders; body: string }): SmsReceipt | undefined
  }
}

/** What became of one message. `ref`: the gateway's name of it. */
export type SmsReceipt = { ref: string; outcome: 'DELIVERED' | 'FAILED'; errorCode?: string | undefined }

/** The phone of the simulators' process. */
export const simulatedSms = ({
  url,
  key,
  timeoutMs = 5000,
}: {
  url: string
  key: KeyObject
  timeoutMs?: number
}): Sms => ({
  async send(message) {
    const body = JSON.stringify(message)
    await ask(
      `${url}/sms/messages`,
      { method: 'POST', body, headers: sign(key, randomUUID(), nowMs(), body), timeoutMs, refusals: ['INVALID'] },
      Accepted,
    )
  },
})
