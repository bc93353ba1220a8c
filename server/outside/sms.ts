import { randomUUID, type KeyObject } from 'node:crypto'
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
}

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
