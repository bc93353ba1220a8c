/** Values that always belong to a text, so that a world created twice is the same and nothing has to be kept. */
import { createHash, hkdfSync } from 'node:crypto'

/** `count` digits, as networks number their messages. */
export function digitsOf(text: string, count: number): string {
  const number = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
  return number.toString().slice(-count).padStart(count, '0')
}

/** A secret for one purpose from the simulators' signing secret (base64): the server and the simulators need no other shared state. */
export const secretFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', `kaika simulated ${purpose}`, 32))
