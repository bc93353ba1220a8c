import { randomUUID, type KeyObject } from 'node:crypto'
import { nowMs } from '../core/clock.ts'
import { ask } from './ask.ts'
import { sign } from './signatures.ts'

export type TextMessage = {
  /** Digits, without the country's. */
  mobile: string
  /** The country's calling code, digits: `86`. */
  area: string
  text: string
  /** The code that the text carries, where it carries one: some gateways take templates, and the simulated phone shows it. */
  code?: string
}

export interface Sms {
  /** Handed to the gateway. Throws `OutsideRefused` (a number that cannot be) or `OutsideUnknown` (it may yet arrive). */
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
    await ask(`${url}/sms/messages`, {
      method: 'POST',
      body,
      headers: sign(key, randomUUID(), nowMs(), body),
      timeoutMs,
    })
  },
})
