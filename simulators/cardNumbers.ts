import { createHmac, type KeyObject } from 'node:crypto'

/** The digit that makes a number pass the Luhn check. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let at = digits.length - 1, double = true; at >= 0; at--, double = !double) {
    const digit = Number(digits[at]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return String((10 - (sum % 10)) % 10)
}

export const passesLuhn = (number: string): boolean =>
  /^\d{12,19}$/.test(number) && checkDigit(number.slice(0, -1)) === number.at(-1)

const digitsOf = (key: KeyObject, text: string, count: number): string =>
  String(createHmac('sha256', key).update(text).digest().readUIntBE(0, 6) % 10 ** count).padStart(count, '0')

/** The `attempt`-th number for one wish: the same wish gets the same number, so that a world made twice is the same world. */
export function cardNumber(key: KeyObject, bin: string, idem: string, attempt: number): string {
  const body = bin + digitsOf(key, `pan ${idem} ${attempt}`, 15 - bin.length)
  return body + checkDigit(body)
}

/** Nobody stores a security code: it is worked out from the number and the expiry, as issuers do. */
export const securityCode = (key: KeyObject, pan: string, [month, year]: readonly [number, number]): string =>
  digitsOf(key, `cvc ${pan} ${month}/${year}`, 3)

/** Valid for three years, to the end of the month. */
export function expiryOf(nowMs: number): [month: number, year: number] {
  const now = new Date(nowMs)
  return [now.getUTCMonth() + 1, now.getUTCFullYear() + 3]
}
