import { createHmac, type KeyObject } from 'node:crypto'
import { checkDigit } from '#contract/core/luhn.ts'

export { passesLuhn } from '#contract/core/luhn.ts'

const digitsOf = (key: KeyObject, text: string, count: number): string =>
  String(createHmac('sha256', key).update(text).digest().readUIntBE(0, 6) % 10 ** count).padStart(count, '0')

/** Returns the `attempt`-th number for one request: the same request always gets the same number, so that a world created twice is identical. */
export function cardNumber(key: KeyObject, bin: string, idem: string, attempt: number): string {
  const body = bin + digitsOf(key, `pan ${idem} ${attempt}`, 15 - bin.length)
  return body + checkDigit(body)
}

/** Security codes are not stored: they are derived from the number and the expiry, as issuers do. */
export const securityCode = (key: KeyObject, pan: string, [month, year]: readonly [number, number]): string =>
  digitsOf(key, `cvc ${pan} ${month}/${year}`, 3)

/** Returns an expiry three years ahead, at the end of the month. */
export function expiryOf(nowMs: number): [month: number, year: number] {
  const now = new Date(nowMs)
  return [now.getUTCMonth() + 1, now.getUTCFullYear() + 3]
}
